# What each group of work needs, whether it is there, and who supplies it.
# Sourced by setup.sh.
#
# name | probe (a shell function or command) | Debian package | in general

need_table() {
  cat <<'TABLE'
cmake|has_cmake|cmake|CMake 3.25 or later
ninja|command -v ninja|ninja-build|Ninja
compiler|has_compiler|g++|a C++20 compiler (g++ 12 or later, or clang++ 14 or later)
emscripten|command -v em++|emscripten|Emscripten 3.1.6 or later (an emsdk, activated)
highway|has_header hwy/highway.h|libhwy-dev|Highway 1.0.3 or later (its prefix in CMAKE_PREFIX_PATH)
rapidjson|has_header rapidjson/document.h|rapidjson-dev|RapidJSON 1.1 (its prefix in CMAKE_PREFIX_PATH)
catch2|has_catch2|catch2|Catch2 2 or 3 (its prefix in CMAKE_PREFIX_PATH)
npm|command -v npm|npm|Node.js 20.19 or later with npm
chromium|has_chromium|chromium-headless-shell|Chromium (its path in CLEARHEAD_CHROMIUM)
chinese|has_chinese_font|fonts-noto-cjk|a font with Chinese glyphs
clang-format|command -v clang-format-14|clang-format-14|clang-format 14, as clang-format-14
git|command -v git|git|git
torch|has_torch|python3-torch|PyTorch for python3
TABLE
}

# group_needs GROUP: the names of the table that a group needs.
group_needs() {
  case $1 in
    native) echo cmake ninja compiler highway rapidjson ;;
    wasm) echo cmake ninja emscripten highway rapidjson ;;
    catch2) echo catch2 ;;
    web | web-tests) echo npm ;;
    browser) echo npm chromium chinese ;;
    checks) echo npm clang-format git ;;
    torch) echo torch ;;
    *) fail "unknown group '$1': use native, wasm, catch2, web, web-tests, browser, checks or torch" ;;
  esac
}

has_cmake() {
  local version
  version="$(cmake --version 2>/dev/null | sed -n '1s/[^0-9]*//p')" || return 1
  at_least "$version" 3.25
}

has_compiler() {
  if [[ -n ${CXX:-} ]]; then command -v "$CXX"; else command -v g++ || command -v c++; fi
}

has_header() {
  local prefixes prefix
  IFS=':;' read -r -a prefixes <<<"${CMAKE_PREFIX_PATH:-}"
  for prefix in "${prefixes[@]}" /usr/local /usr; do
    [[ -n $prefix && -e $prefix/include/$1 ]] && return 0
  done
  return 1
}

has_catch2() { has_header catch2/catch.hpp || has_header catch2/catch_all.hpp; }

# The shell is Chromium without the windows, menus and background pages of a
# browser; a page costs less than half in it.
has_chromium() {
  if [[ -n ${CLEARHEAD_CHROMIUM:-} ]]; then
    command -v "$CLEARHEAD_CHROMIUM"
  else
    command -v chromium-headless-shell || command -v chromium
  fi
}

has_chinese_font() { [[ -n $(fc-list :lang=zh 2>/dev/null) ]]; }

# Debian's own python3 is the one that its package python3-torch serves.
torch_python() {
  local python
  for python in "${CLEARHEAD_PYTHON:-python3}" /usr/bin/python3; do
    "$python" -c 'import torch' >/dev/null 2>&1 && echo "$python" && return
  done
  return 1
}
has_torch() { torch_python; }

# at_least VERSION MINIMUM
at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }
