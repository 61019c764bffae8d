// PCG32 (O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient
// Statistically Good Algorithms", XSH RR 64/32) with our own distributions, so
// that a seed gives the same bits natively and in wasm.
#ifndef CLEARHEAD_CORE_BASE_RANDOM_H_
#define CLEARHEAD_CORE_BASE_RANDOM_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace clearhead {

class Random {
 public:
  // Streams with the same seed and different `stream` are independent.
  explicit Random(uint64_t seed, uint64_t stream = 0);

  // Another generator that the state of this one decides. Whatever is drawn
  // from it, this one goes on the same.
  Random Branch() const;

  uint32_t Next();
  // Uniform in [0, 1), a multiple of 2^-32.
  double Uniform();
  // Uniform in [0, bound), without bias. bound ≥ 1.
  uint32_t Integer(uint32_t bound);
  // Normal with mean 0 and variance 1: Box–Muller in double, then rounded.
  float Normal();
  // Sets each to 1 with that probability, 0 … 1, which is rounded to a multiple
  // of 2^-32, and to 0 otherwise; one draw each.
  void Choose(double probability, std::span<uint8_t> bits);
  // Fisher–Yates, every order equally likely.
  void Shuffle(std::span<int32_t> items);

 private:
  uint64_t state_ = 0;
  uint64_t increment_;
  float spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_RANDOM_H_
