# Sourced by the scripts: where the project is, and one printed line a step.
set -euo pipefail
CLEARHEAD_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
export CLEARHEAD_ROOT
logs="$CLEARHEAD_ROOT/build/logs"
mkdir -p "$logs"

# line NAME SIZE SECONDS [REMARK]
line() { printf '  %-34s %10s %6s s  %s\n' "$1" "$2" "$3" "${4:-}"; }

fail() {
  printf '\nclearhead: %s\n' "$1" >&2
  exit 1
}

# size PATH…: what the existing ones of these take on disk.
size() {
  local paths=() path
  for path in "$@"; do [[ -e $path ]] && paths+=("$path"); done
  ((${#paths[@]})) || { echo "-"; return; }
  human $(($(du -skc "${paths[@]}" | tail -n 1 | cut -f 1) * 1024))
}

# human BYTES
human() {
  awk -v b="$1" 'BEGIN { if (b < 1e6) printf "%.0f kB", b / 1e3; else printf "%.1f MB", b / 1e6 }'
}

# run_logged LOG COMMAND…: quiet unless it fails, then the end of its output.
run_logged() {
  local log="$logs/$1.log"
  shift
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 60 "$log" >&2
    fail "failed: $* (all of its output: $log)"
  fi
}
