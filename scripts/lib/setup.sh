# Sourced by the scripts: setup GROUP… makes everything of these groups
# available, or says in one message what is missing and how to get it.
source "$(dirname "${BASH_SOURCE[0]}")/steps.sh"
source "$CLEARHEAD_ROOT/scripts/lib/needs.sh"

minimum_node=20.19
tools="$CLEARHEAD_ROOT/.tools"
[[ -x $tools/node/bin/node ]] && PATH="$tools/node/bin:$PATH"

setup() {
  local group needs more names=() missing=()
  for group in "$@"; do
    needs="$(group_needs "$group")" || exit
    read -r -a more <<<"$needs"
    names+=("${more[@]}")
  done
  mapfile -t names < <(printf '%s\n' "${names[@]}" | awk '!seen[$0]++')
  mapfile -t missing < <(missing_of "${names[@]}")
  if ((${#missing[@]})); then
    if can_install; then
      install_packages "${missing[@]}"
      hash -r
      mapfile -t missing < <(missing_of "${names[@]}")
    fi
    ((${#missing[@]} == 0)) || explain_missing "${missing[@]}"
  fi
  if [[ " ${names[*]} " == *" npm "* ]]; then
    setup_node
    setup_modules "$@"
  fi
  export PATH
}

# missing_of NAME…: those whose probe fails.
missing_of() {
  local name
  for name in "$@"; do
    eval "$(field "$name" 2)" >/dev/null 2>&1 || echo "$name"
  done
}

# field NAME COLUMN of the table
field() { need_table | awk -F '|' -v n="$1" -v c="$2" '$1 == n { print $c }'; }

can_install() {
  [[ $(id -u) == 0 && -e /etc/debian_version ]] && command -v apt-get >/dev/null
}

install_packages() {
  local name packages=() start=$SECONDS summary
  for name in "$@"; do packages+=("$(field "$name" 3)"); done
  echo "Debian packages: ${packages[*]}"
  run_logged apt-update apt-get update -q
  line "package lists" "$(size /var/lib/apt/lists)" $((SECONDS - start))
  start=$SECONDS
  run_logged apt-install env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${packages[@]}"
  summary="$(sed -n 's/^After this operation, \(.*\) of additional.*/\1/p' "$logs/apt-install.log")"
  line "packages" "${summary:--}" $((SECONDS - start)) \
    "$(sed -n 's|^Need to get \([^/]*[kMG]B\).*|downloaded \1|p' "$logs/apt-install.log")"
}

explain_missing() {
  local name packages=() reason
  if [[ ! -e /etc/debian_version ]]; then
    reason="this system is not Debian or Ubuntu"
  elif [[ $(id -u) != 0 ]]; then
    reason="installing packages takes root"
  else
    reason="apt-get could not supply it"
  fi
  {
    printf '\nclearhead: missing, and not installed by this script (%s):\n' "$reason"
    for name in "$@"; do
      printf '  - %s\n' "$(field "$name" 4)"
      packages+=("$(field "$name" 3)")
    done
    printf 'Debian or Ubuntu, as root:\n'
    printf '  apt-get update && apt-get install --no-install-recommends %s\n' "${packages[*]}"
    printf 'Elsewhere: install what the list names and put it on PATH. Then start this again.\n'
  } >&2
  exit 1
}

# An older node is left alone; a newer one goes into the tool folder.
setup_node() {
  if has_node; then return; fi
  local start=$SECONDS arch
  case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) arch=linux-x64 ;;
    Linux-aarch64) arch=linux-arm64 ;;
    *) fail "Node.js $minimum_node or later is missing ($(node_found)); install it and put it on PATH" ;;
  esac
  mkdir -p "$tools"
  run_logged node npm install --prefix "$tools" --no-save --no-package-lock \
    "node-$arch@20"
  mkdir -p "$tools/node/bin"
  ln -sf "../../node_modules/node-$arch/bin/node" "$tools/node/bin/node"
  PATH="$tools/node/bin:$PATH"
  hash -r
  has_node || fail "the Node.js in $tools does not run ($(node_found)); install $minimum_node or later"
  line "node $(node --version) in .tools" "$(size "$tools")" $((SECONDS - start))
}

has_node() { at_least "$(node --version 2>/dev/null | tr -d v)" "$minimum_node"; }
node_found() { node --version 2>/dev/null || echo "no node on PATH"; }

# setup_modules GROUP…: npm packages of the lock file; those of the tests only
# where a group of tests is asked for. A stamp holds what was installed.
setup_modules() {
  local kind=runtime start=$SECONDS stamp="$CLEARHEAD_ROOT/node_modules/.clearhead" lock
  [[ " $* " =~ " web-tests "|" browser "|" checks " ]] && kind=all
  lock="$(cat "$CLEARHEAD_ROOT/package.json" "$CLEARHEAD_ROOT/package-lock.json" | cksum)"
  if [[ -e $stamp ]]; then
    local had
    had="$(cat "$stamp")"
    [[ $had == "all $lock" || $had == "$kind $lock" ]] && return
  fi
  local omit=()
  [[ $kind == runtime ]] && omit=(--omit=dev)
  (cd "$CLEARHEAD_ROOT" && run_logged npm npm ci "${omit[@]}")
  echo "$kind $lock" >"$stamp"
  line "npm packages ($kind)" "$(size "$CLEARHEAD_ROOT/node_modules")" $((SECONDS - start))
}
