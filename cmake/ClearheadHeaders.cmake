# Header-only dependencies. Natively they are on the compiler's own path. For
# Emscripten each tree is linked into one folder of the build: /usr/include as a
# whole would hide the headers of the wasm C library behind the host's.
#
# clearhead_header_tree(NAME PROBE PACKAGE [OPTIONAL]): NAME is the first path
# component, PROBE a header inside it, PACKAGE the Debian package that has it.
# Sets CLEARHEAD_HAS_<NAME>.
add_library(clearhead_headers INTERFACE)
set(clearhead_header_folder "${CMAKE_BINARY_DIR}/include")
file(MAKE_DIRECTORY "${clearhead_header_folder}")

function(clearhead_header_tree name probe package)
  find_path(CLEARHEAD_${name}_ROOT "${name}/${probe}"
    HINTS ${CMAKE_PREFIX_PATH} PATHS /usr/local /usr PATH_SUFFIXES include
    NO_CMAKE_FIND_ROOT_PATH)
  if(NOT CLEARHEAD_${name}_ROOT)
    set(CLEARHEAD_HAS_${name} FALSE PARENT_SCOPE)
    if(NOT "OPTIONAL" IN_LIST ARGN)
      message(FATAL_ERROR
        "<${name}/${probe}> is missing. Debian and Ubuntu: `apt-get install "
        "--no-install-recommends ${package}`. Elsewhere: put its prefix into "
        "CMAKE_PREFIX_PATH.")
    endif()
    return()
  endif()
  set(CLEARHEAD_HAS_${name} TRUE PARENT_SCOPE)
  file(CREATE_LINK "${CLEARHEAD_${name}_ROOT}/${name}"
    "${clearhead_header_folder}/${name}" SYMBOLIC)
endfunction()

target_include_directories(clearhead_headers SYSTEM INTERFACE
  "${clearhead_header_folder}")
