#include "core/base/buffer.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

namespace clearhead {
namespace {

constexpr size_t kMax = std::numeric_limits<size_t>::max();

TEST_CASE("a buffer is aligned, zeroed and counted", "[buffer]") {
  const auto budget = std::make_shared<Budget>(4096);
  {
    auto buffer = Buffer::Allocate(budget, 33, sizeof(float));
    REQUIRE(buffer);
    const auto address = reinterpret_cast<uintptr_t>(buffer->as<float>());
    CHECK(address % kBufferAlignment == 0);
    for (size_t i = 0; i < 33; ++i) CHECK(buffer->as<float>()[i] == 0.0f);
    CHECK(buffer->bytes() == 192);
    CHECK(budget->used() == 192);
  }
  CHECK(budget->used() == 0);
  CHECK(budget->peak() == 192);
}

TEST_CASE("an empty buffer still has an address", "[buffer]") {
  const auto budget = std::make_shared<Budget>();
  const auto buffer = Buffer::Allocate(budget, 0, sizeof(float));
  REQUIRE(buffer);
  CHECK(buffer->as<float>() != nullptr);
}

TEST_CASE("the budget is used to its last byte and not beyond", "[buffer]") {
  const auto budget = std::make_shared<Budget>(256);
  auto first = Buffer::Allocate(budget, 32, sizeof(float));
  REQUIRE(first);
  auto second = Buffer::Allocate(budget, 33, sizeof(float));
  REQUIRE_FALSE(second);
  CHECK(second.error().code == ErrorCode::kMemory);
  // What was asked for, what is free, what is allowed.
  for (const char* part : {"33", "128 of 256"}) {
    CHECK(second.error().message.find(part) != std::string::npos);
  }
  CHECK(budget->used() == 128);
  auto third = Buffer::Allocate(budget, 32, sizeof(float));
  REQUIRE(third);
  CHECK(budget->used() == 256);
  *first = Buffer();
  CHECK(budget->used() == 128);
}

TEST_CASE("sizes that overflow are refused", "[buffer]") {
  const auto budget = std::make_shared<Budget>(kMax);
  for (const size_t count : {kMax, kMax / 4, kMax / 4 + 2, kMax / 8 + 9}) {
    INFO(count);
    const auto buffer = Buffer::Allocate(budget, count, 8);
    REQUIRE_FALSE(buffer);
    CHECK(buffer.error().code == ErrorCode::kMemory);
    CHECK(budget->used() == 0);
  }
}

TEST_CASE("moving a buffer moves its memory and its account", "[buffer]") {
  const auto budget = std::make_shared<Budget>(1024);
  auto a = Buffer::Allocate(budget, 16, sizeof(float));
  auto b = Buffer::Allocate(budget, 32, sizeof(float));
  REQUIRE((a && b));
  a->as<float>()[3] = 5;
  const float* address = a->as<float>();
  Buffer c = std::move(*a);
  CHECK(c.as<float>() == address);
  CHECK(budget->used() == 64 + 128);
  c = std::move(*b);
  CHECK(c.bytes() == 128);
  *b = Buffer();
  CHECK(budget->used() == 128);
}

TEST_CASE("a buffer keeps its budget alive", "[buffer]") {
  auto budget = std::make_shared<Budget>(1024);
  const std::weak_ptr<Budget> watch = budget;
  {
    const auto buffer = Buffer::Allocate(std::move(budget), 1, 4);
    REQUIRE(buffer);
    CHECK_FALSE(watch.expired());
  }
  CHECK(watch.expired());
}

}  // namespace
}  // namespace clearhead
