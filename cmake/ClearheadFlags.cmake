# What every target of our own is compiled with.
#
# Contraction is off: a fused multiply-add appears only where the code asks for
# it, so that random draws are bit-equal on every platform.
add_library(clearhead_flags INTERFACE)
target_compile_features(clearhead_flags INTERFACE cxx_std_20)
target_compile_options(clearhead_flags INTERFACE
  -Wall -Wextra -ffp-contract=off)
target_include_directories(clearhead_flags INTERFACE "${PROJECT_SOURCE_DIR}")
if(CLEARHEAD_WERROR)
  target_compile_options(clearhead_flags INTERFACE -Werror)
endif()

# The core and the bindings neither throw nor ask for run-time types.
add_library(clearhead_core_flags INTERFACE)
target_compile_options(clearhead_core_flags INTERFACE
  -fno-exceptions -fno-rtti)
target_link_libraries(clearhead_core_flags INTERFACE clearhead_flags)

if(EMSCRIPTEN)
  # Every engine with 128-bit vectors fills and copies memory in one instruction.
  target_compile_options(clearhead_flags INTERFACE -msimd128 -mbulk-memory)
endif()
# GCC sees uninitialised reads in its own library once sanitizers instrument it.
if(CLEARHEAD_SANITIZE)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(clearhead_flags INTERFACE -Wno-maybe-uninitialized)
  endif()
  target_compile_options(clearhead_flags INTERFACE
    # The core has no run-time types to check pointers to objects by (vptr).
    -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_compile_options(clearhead_core_flags INTERFACE -O1)
  target_link_options(clearhead_flags INTERFACE -fsanitize=address,undefined)
endif()
