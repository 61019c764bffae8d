#include "core/base/random.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/check.h"
#include "core/base/math.h"

namespace clearhead {

namespace {
constexpr uint64_t kMultiplier = 6364136223846793005u;
constexpr uint64_t kBranchStream = 0x6272'616e'6368;  // no caller's own
}  // namespace

Random::Random(uint64_t seed, uint64_t stream) : increment_(stream << 1 | 1) {
  Next();
  state_ += seed;
  Next();
}

Random Random::Branch() const {
  Random next = *this;
  const uint64_t high = next.Next();
  return Random(high << 32 | next.Next(), kBranchStream);
}

uint32_t Random::Next() {
  const uint64_t old = state_;
  state_ = old * kMultiplier + increment_;
  const auto xorshifted = static_cast<uint32_t>(((old >> 18) ^ old) >> 27);
  const auto rotation = static_cast<uint32_t>(old >> 59);
  return xorshifted >> rotation | xorshifted << (-rotation & 31);
}

double Random::Uniform() { return Next() * 0x1p-32; }

uint32_t Random::Integer(uint32_t bound) {
  CH_CHECK(bound > 0, "the bound of a random integer is at least 1");
  // Draws below 2^32 mod bound would favour small results: draw again.
  const uint32_t threshold = -bound % bound;
  uint32_t draw = Next();
  while (draw < threshold) draw = Next();
  return draw % bound;
}

float Random::Normal() {
  if (std::exchange(has_spare_, false)) return spare_;
  // 1 - u is in (0, 1], so its logarithm is finite.
  const double radius = std::sqrt(-2 * Log(1 - Uniform()));
  const double angle = 2 * std::numbers::pi * Uniform();
  spare_ = static_cast<float>(radius * Sin(angle));
  has_spare_ = true;
  return static_cast<float>(radius * Cos(angle));
}

void Random::Choose(double probability, std::span<uint8_t> bits) {
  const auto threshold = static_cast<uint64_t>(probability * 0x1p32 + 0.5);
  Random random = *this;  // in registers: bytes may alias anything
  for (uint8_t& bit : bits) bit = random.Next() < threshold;
  *this = random;
}

void Random::Shuffle(std::span<int32_t> items) {
  for (size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[Integer(static_cast<uint32_t>(left))]);
  }
}

}  // namespace clearhead
