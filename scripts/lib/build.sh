# Sourced by the scripts: the build steps. Each one does only what changed.
jobs="${CLEARHEAD_JOBS:-$(getconf _NPROCESSORS_ONLN)}"

# One build at a time in this project: a second one waits for the first.
exec 9>"$CLEARHEAD_ROOT/build/lock"
if command -v flock >/dev/null && ! flock --nonblock 9; then
  echo "another build is running in this folder; waiting for it"
  flock 9
fi

# build_preset PRESET [TARGET…]: without a target, everything of it.
build_preset() {
  local preset=$1 start=$SECONDS folder="$CLEARHEAD_ROOT/build/$1" targets=()
  shift
  (($#)) && targets=(--target "$@")
  cd "$CLEARHEAD_ROOT"
  if needs_configure "$folder"; then
    run_logged "configure-$preset" cmake --preset "$preset" 9>&-
  fi
  run_logged "build-$preset" cmake --build --preset "$preset" -j "$jobs" "${targets[@]}" 9>&-
  line "$preset${1:+ ($*)}" "$(size "$folder")" $((SECONDS - start)) "$(built "$preset")"
}

# needs_configure FOLDER: it never was, its preset changed, or it lacked something
# that may be there by now. Every other change ninja sees itself.
needs_configure() {
  [[ ! -e $1/build.ninja || CMakePresets.json -nt $1/build.ninja ]] ||
    grep -q '^CLEARHEAD_.*-NOTFOUND$' "$1/CMakeCache.txt"
}

# built PRESET: how much of it was out of date.
built() {
  local log="$logs/build-$1.log"
  if grep -q '^ninja: no work to do' "$log"; then
    echo "up to date"
  else
    echo "$(grep -c '^\[[0-9]*/[0-9]*\] [BL]' "$log" || true) steps"
  fi
}

build_module() {
  compgen -G "$CLEARHEAD_ROOT/wasm/*.cc" >/dev/null ||
    fail "wasm/ holds no bindings (*.cc), so there is no core.wasm to build"
  build_preset wasm core
}

build_web() {
  cd "$CLEARHEAD_ROOT"
  node scripts/build-web.mjs 9>&-
}
