#include "core/base/random.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string_view>
#include <vector>

#include "core/base/hash.h"

namespace clearhead {
namespace {

// The bytes of `values`, little-endian here and in wasm alike, as one number.
template <class T>
uint64_t HashOf(const std::vector<T>& values) {
  return Hash({reinterpret_cast<const char*>(values.data()),
               values.size() * sizeof(T)});
}

template <class T, class Draw>
std::vector<T> Draws(size_t n, const Draw& draw) {
  std::vector<T> values(n);
  for (T& value : values) value = draw();
  return values;
}

TEST_CASE("the stream is the published PCG32", "[random]") {
  // First outputs of the reference implementation for seed 42, stream 54.
  Random random(42, 54);
  for (const uint32_t expected : {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u,
                                  0x83d2f293u, 0xbfa4784bu, 0xcbed606eu}) {
    CHECK(random.Next() == expected);
  }
}

TEST_CASE("draws are the same bits natively and in wasm", "[random]") {
  const size_t n = 100000;
  Random random(1);
  CHECK(HashOf(Draws<uint32_t>(n, [&] { return random.Next(); })) ==
        0x83986b779fa24565u);
  CHECK(HashOf(Draws<double>(n, [&] { return random.Uniform(); })) ==
        0xb7e6d06d63cc4fb9u);
  CHECK(HashOf(Draws<uint32_t>(n, [&] { return random.Integer(1000); })) ==
        0xadd9cafb6c081a5du);
  CHECK(HashOf(Draws<float>(n, [&] { return random.Normal(); })) ==
        0x2768a295ad3aed36u);
  std::vector<int32_t> order(1000);
  std::iota(order.begin(), order.end(), 0);
  random.Shuffle(order);
  CHECK(HashOf(order) == 0x3fe4c2c38319c281u);
  std::vector<uint8_t> bits(n);
  random.Choose(0.9, bits);
  CHECK(HashOf(bits) == 0x61b5b415a60d8dc8u);
}

TEST_CASE("a branch is decided by its generator, which goes on the same",
          "[random]") {
  Random left(1), right(1);
  Random branch = left.Branch();
  const uint32_t first = branch.Next();
  for (int i = 0; i < 5; ++i) branch.Next();
  CHECK(right.Branch().Next() == first);
  const uint32_t next = left.Next();
  CHECK(next == right.Next());
  CHECK(first != next);
  CHECK(left.Branch().Next() != first);
}

TEST_CASE("seeds and streams differ, equal ones agree", "[random]") {
  const auto first = [](uint64_t seed, uint64_t stream) {
    Random random(seed, stream);
    return Draws<uint32_t>(8, [&] { return random.Next(); });
  };
  CHECK(first(1, 0) == first(1, 0));
  CHECK(first(1, 0) != first(2, 0));
  CHECK(first(1, 0) != first(1, 1));
}

TEST_CASE("uniform draws fill [0, 1) evenly", "[random]") {
  Random random(3);
  std::vector<int> counts(10);
  for (int i = 0; i < 100000; ++i) {
    const double u = random.Uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    ++counts[static_cast<int>(u * 10)];
  }
  // Standard deviation of a count: about 95.
  for (const int count : counts) CHECK(std::abs(count - 10000) < 500);
}

TEST_CASE("bits are chosen with their probability, a draw each", "[random]") {
  for (const double probability : {0.0, 0.1, 0.5, 0.9, 1.0}) {
    CAPTURE(probability);
    Random random(6), draws(6);
    std::vector<uint8_t> bits(100000);
    random.Choose(probability, bits);
    int count = 0;
    for (const uint8_t bit : bits) {
      REQUIRE(bit == (draws.Uniform() < probability ? 1 : 0));
      count += bit;
    }
    // Standard deviation of the count: at most 158.
    CHECK(std::abs(count - probability * 100000) < 800);
    CHECK(random.Next() == draws.Next());
  }
}

TEST_CASE("integers stay below their bound, every one as likely", "[random]") {
  Random random(4);
  for (const uint32_t bound : {1u, 2u, 3u, 10u}) {
    std::vector<int> counts(bound);
    for (int i = 0; i < 30000; ++i) {
      const uint32_t draw = random.Integer(bound);
      REQUIRE(draw < bound);
      ++counts[draw];
    }
    for (const int count : counts) {
      CHECK(std::abs(count - 30000.0 / bound) < 500);
    }
  }
  // A remainder alone would fall below 2^30 twice as often as above.
  const uint32_t bound = 3u << 30;
  int low = 0;
  for (int i = 0; i < 30000; ++i) low += random.Integer(bound) < (1u << 30);
  CHECK(std::abs(low - 10000) < 500);
}

TEST_CASE("normal draws have the moments of the normal", "[random]") {
  Random random(5);
  const int n = 100000;
  double sums[5] = {};
  for (int i = 0; i < n; ++i) {
    const double x = random.Normal();
    REQUIRE(std::isfinite(x));
    for (int power = 1; power <= 4; ++power) sums[power] += std::pow(x, power);
  }
  CHECK(std::abs(sums[1] / n) < 0.02);
  CHECK(std::abs(sums[2] / n - 1) < 0.03);
  CHECK(std::abs(sums[3] / n) < 0.05);
  CHECK(std::abs(sums[4] / n - 3) < 0.2);
}

TEST_CASE("a shuffle is a permutation, every order as likely", "[random]") {
  Random random(6);
  std::vector<int> counts(27);
  for (int i = 0; i < 60000; ++i) {
    std::vector<int32_t> items = {0, 1, 2};
    random.Shuffle(items);
    ++counts[items[0] * 9 + items[1] * 3 + items[2]];
  }
  int orders = 0;
  for (const int count : counts) {
    if (count == 0) continue;
    ++orders;
    CHECK(std::abs(count - 10000) < 500);
  }
  CHECK(orders == 6);
  std::vector<int32_t> none;
  random.Shuffle(none);
  CHECK(none.empty());
}

TEST_CASE("FNV-1a gives its published values", "[hash]") {
  CHECK(Hash("") == 0xcbf29ce484222325u);
  CHECK(Hash("a") == 0xaf63dc4c8601ec8cu);
  CHECK(Hash("foobar") == 0x85944171f73967e8u);
  CHECK(Hash(std::string_view("\xff\0", 2)) != Hash("\xff"));
}

}  // namespace
}  // namespace clearhead
