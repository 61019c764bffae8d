// Floats between canaries, starting `misalign` floats after an aligned address:
// a kernel that writes outside is found by Intact(), one that reads outside
// gets NaN, and either is stopped at once under the address sanitizer.
#ifndef CLEARHEAD_TESTS_SUPPORT_GUARDED_H_
#define CLEARHEAD_TESTS_SUPPORT_GUARDED_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/base/random.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) static_cast<void>(0)
#define ASAN_UNPOISON_MEMORY_REGION(address, size) static_cast<void>(0)
#endif

namespace clearhead::test {

class Guarded {
 public:
  // n floats of `value`.
  Guarded(size_t n, size_t misalign, float value = 0)
      : block_(kAlignment + kGuard + misalign + n + kGuard, Canary()),
        start_(AlignedOffset() + kGuard + misalign),
        size_(n) {
    for (float& element : span()) element = value;
    Poison();
  }
  // A copy of `values`.
  Guarded(std::span<const double> values, size_t misalign)
      : Guarded(values.size(), misalign) {
    for (size_t i = 0; i < size_; ++i)
      data()[i] = static_cast<float>(values[i]);
  }
  Guarded(const Guarded&) = delete;
  ~Guarded() { Unpoison(); }

  float* data() { return block_.data() + start_; }
  size_t size() const { return size_; }
  std::span<float> span() { return {data(), size_}; }
  float& operator[](size_t i) { return data()[i]; }
  // The elements as the reference sees them.
  std::vector<double> doubles() { return {data(), data() + size_}; }

  // True when nothing outside the n floats was written.
  bool Intact() {
    Unpoison();
    const float canary = Canary();
    bool intact = true;
    for (size_t i = 0; i < block_.size(); ++i) {
      if (i >= start_ && i < start_ + size_) continue;
      intact &= std::memcmp(&block_[i], &canary, sizeof(float)) == 0;
    }
    Poison();
    return intact;
  }

 private:
  static constexpr size_t kGuard = 32;      // floats: two of the widest vectors
  static constexpr size_t kAlignment = 16;  // floats: 64 bytes

  static float Canary() { return std::nanf("0x1234"); }
  size_t AlignedOffset() const {
    const auto address = reinterpret_cast<uintptr_t>(block_.data());
    return (-address & (kAlignment * sizeof(float) - 1)) / sizeof(float);
  }
  void Poison() {
    ASAN_POISON_MEMORY_REGION(block_.data(), start_ * sizeof(float));
    ASAN_POISON_MEMORY_REGION(data() + size_,
                              (block_.size() - start_ - size_) * sizeof(float));
  }
  void Unpoison() {
    ASAN_UNPOISON_MEMORY_REGION(block_.data(), block_.size() * sizeof(float));
  }

  std::vector<float> block_;
  size_t start_;
  size_t size_;
};

// n values uniform in [low, high), the same for the same seed.
inline std::vector<double> RandomValues(size_t n, double low, double high,
                                        uint64_t seed = 1) {
  Random random(seed);
  std::vector<double> values(n);
  for (double& value : values) {
    value = static_cast<float>(low + (high - low) * random.Uniform());
  }
  return values;
}

// 0…2N+1 for N lanes of the widest vector, then larger and odd ones.
inline std::vector<size_t> Sizes() {
  std::vector<size_t> sizes;
  for (size_t n = 0; n <= 33; ++n) sizes.push_back(n);
  for (const size_t n : {47, 63, 64, 65, 127, 129, 255, 1001}) {
    sizes.push_back(n);
  }
  return sizes;
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_GUARDED_H_
