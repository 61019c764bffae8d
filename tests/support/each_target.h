// Runs a test once on every SIMD target that this machine can execute, each in
// a section named by the target. In wasm there is one.
#ifndef CLEARHEAD_TESTS_SUPPORT_EACH_TARGET_H_
#define CLEARHEAD_TESTS_SUPPORT_EACH_TARGET_H_

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "hwy/targets.h"

namespace clearhead::test {

#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
inline std::vector<int64_t> Targets() { return {HWY_TARGETS}; }
inline void UseTargets(int64_t) {}
#else
inline std::vector<int64_t> Targets() {
  return hwy::SupportedAndGeneratedTargets();
}
// Kernels dispatch to the best of `targets`; 0 means all that are supported.
inline void UseTargets(int64_t targets) {
  hwy::SetSupportedTargetsForTest(targets);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}
#endif

// Usage: EachTarget([] { … CHECK(…) … });
template <class Test>
void EachTarget(const Test& test) {
  struct Restore {
    ~Restore() { UseTargets(0); }
  } restore;
  for (const int64_t target : Targets()) {
    DYNAMIC_SECTION(hwy::TargetName(target)) {
      UseTargets(target);
      test();
    }
  }
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_EACH_TARGET_H_
