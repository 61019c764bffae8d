#include "core/base/arena.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace clearhead {
namespace {

bool Zeroed(const void* data, size_t bytes) {
  const auto* begin = static_cast<const uint8_t*>(data);
  return std::all_of(begin, begin + bytes,
                     [](uint8_t byte) { return byte == 0; });
}

TEST_CASE("an arena hands out zeroed, aligned memory that does not overlap",
          "[arena]") {
  const auto budget = std::make_shared<Budget>();
  Arena arena(budget);
  for (int round = 0; round < 3; ++round) {
    const std::byte* last = nullptr;
    for (const int64_t count : {0, 1, 7, 1000, 40000, 100, 3}) {
      const Result<void*> data = arena.Allocate(count, 4);
      REQUIRE(data);
      CHECK(reinterpret_cast<uintptr_t>(*data) % kBufferAlignment == 0);
      CHECK(Zeroed(*data, static_cast<size_t>(count) * 4));
      if (count == 0) continue;
      CHECK(*data != last);
      last = static_cast<std::byte*>(*data);
      std::memset(*data, 0xFF, static_cast<size_t>(count) * 4);
    }
    CHECK(arena.bytes() == budget->used());
    arena.Reset();
  }
}

TEST_CASE("a step that repeats takes no more memory", "[arena]") {
  const auto budget = std::make_shared<Budget>();
  Arena arena(budget);
  size_t held = 0;
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 20; ++i) REQUIRE(arena.Allocate(5000, 4));
    if (round == 0) held = arena.bytes();
    CHECK(arena.bytes() == held);
    arena.Reset();
  }
}

TEST_CASE("steps that grow hold no more than the largest", "[arena]") {
  const auto budget = std::make_shared<Budget>();
  Arena arena(budget);
  size_t largest = 0;
  for (int64_t step = 0; step < 200; ++step) {
    largest = 0;
    const std::vector<int64_t> counts = {
        100, 20000 + 16 * step, 300, 20032 + 16 * step, 50000 - 16 * step, 0};
    for (const int64_t count : counts) {
      const Result<void*> data = arena.Allocate(count, 4);
      REQUIRE(data);
      CHECK(Zeroed(*data, static_cast<size_t>(count) * 4));
      std::memset(*data, 0xFF, static_cast<size_t>(count) * 4);
      largest += static_cast<size_t>(count) * 4;
    }
    CHECK(arena.bytes() == budget->used());
    arena.Reset();
  }
  // The small ones have blocks of 64 KiB.
  CHECK(budget->used() <= largest + (size_t{4} << 16));
  CHECK(budget->peak() <= largest + (size_t{5} << 16));
}

TEST_CASE("a step that memory does not hold leaves the arena usable",
          "[arena]") {
  const auto budget = std::make_shared<Budget>(size_t{1} << 20);
  Arena arena(budget);
  REQUIRE(arena.Allocate(100000, 4));
  arena.Reset();
  CHECK(!arena.Allocate(1000000, 4));
  CHECK(arena.bytes() == budget->used());
  CHECK(arena.Allocate(200000, 4));
}

TEST_CASE("counts that no memory holds are refused", "[arena]") {
  Arena arena(std::make_shared<Budget>());
  for (const int64_t count :
       {int64_t{-1}, std::numeric_limits<int64_t>::max(), int64_t{1} << 40}) {
    const Result<void*> data = arena.Allocate(count, 4);
    REQUIRE(!data);
    CHECK(data.error().code == ErrorCode::kMemory);
  }
  CHECK(arena.Allocate(1, 4));
}

TEST_CASE("a large tensor may leave the arena with its memory", "[arena]") {
  const auto budget = std::make_shared<Budget>();
  Buffer taken;
  {
    Arena arena(budget);
    void* small = *arena.Allocate(10, 4);
    void* large = *arena.Allocate(100000, 4);
    static_cast<float*>(large)[99999] = 7;
    CHECK(arena.Take(small).bytes() == 0);
    CHECK(arena.Take(static_cast<float*>(large) + 16).bytes() == 0);
    taken = arena.Take(large);
    CHECK(taken.as<float>() == large);
    CHECK(arena.Take(large).bytes() == 0);
    arena.Reset();
    REQUIRE(arena.Allocate(100000, 4));
  }
  CHECK(budget->used() == taken.bytes());
  CHECK(taken.as<float>()[99999] == 7);
}

// After a reset a block may hold several tensors: it belongs to none of them.
TEST_CASE("a shared block stays in the arena", "[arena]") {
  Arena arena(std::make_shared<Budget>());
  REQUIRE(arena.Allocate(100000, 4));
  arena.Reset();
  void* first = *arena.Allocate(10, 4);
  REQUIRE(arena.Allocate(10, 4));
  CHECK(arena.Take(first).bytes() == 0);
}

}  // namespace
}  // namespace clearhead
