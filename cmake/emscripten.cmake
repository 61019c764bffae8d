# Toolchain for the wasm preset: the Emscripten that is first on PATH (an emsdk
# or Debian's package), through the toolchain file it brings itself.
if(NOT EMSCRIPTEN_ROOT_PATH)
  execute_process(COMMAND em-config EMSCRIPTEN_ROOT
    OUTPUT_VARIABLE EMSCRIPTEN_ROOT_PATH OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE clearhead_status ERROR_QUIET)
  if(NOT clearhead_status EQUAL 0)
    message(FATAL_ERROR
      "Emscripten is not on PATH (em-config does not run). Install it: "
      "`apt-get install --no-install-recommends emscripten` on Debian or "
      "Ubuntu, or activate an emsdk (source emsdk_env.sh).")
  endif()
endif()
include("${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake")

# Single-file test programs read nothing over fetch, so plain node runs them.
# The toolchain's own default passes a flag that Node 20 no longer knows.
find_program(CLEARHEAD_NODE node
  HINTS "$ENV{CLEARHEAD_NODE_DIR}" "${CMAKE_CURRENT_LIST_DIR}/../.tools/node/bin"
  DOC "Node that runs the wasm test programs")
set(CMAKE_CROSSCOMPILING_EMULATOR "${CLEARHEAD_NODE}" CACHE STRING
  "Runs the wasm test programs" FORCE)

# Debian's emcc requires the module acorn from where only Debian's own node
# looks for it.
if(EXISTS /usr/share/nodejs/acorn)
  set(CMAKE_CXX_LINKER_LAUNCHER
    "${CMAKE_COMMAND};-E;env;NODE_PATH=/usr/share/nodejs")
endif()
