#include "core/base/status.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/progress.h"

namespace clearhead {
namespace {

Result<std::unique_ptr<int>> Make(int value) {
  if (value < 0) return Fail(ErrorCode::kRange, "given -1; allowed is 0");
  return std::make_unique<int>(value);
}

// Twice the value, through both macros.
Result<int> Twice(int value, Status before) {
  CH_RETURN_IF_ERROR(before);
  CH_ASSIGN_OR_RETURN(const std::unique_ptr<int> made, Make(value));
  CH_ASSIGN_OR_RETURN(const std::unique_ptr<int> again, Make(value));
  return *made + *again;
}

TEST_CASE("errors travel up unchanged, values arrive", "[status]") {
  CHECK(Twice(21, {}).value() == 42);
  const auto made = Twice(-1, {});
  REQUIRE_FALSE(made);
  CHECK(made.error().code == ErrorCode::kRange);
  CHECK(made.error().message == "given -1; allowed is 0");
  const auto before = Twice(21, Fail(ErrorCode::kShape, "first"));
  REQUIRE_FALSE(before);
  CHECK(before.error().code == ErrorCode::kShape);
  CHECK(before.error().message == "first");
}

TEST_CASE("an error's copy is its own", "[status]") {
  Status copy;
  {
    const Status first = Fail(ErrorCode::kShape, "first");
    copy = first;
    CHECK(first.error().message == "first");
  }
  REQUIRE_FALSE(copy);
  CHECK(copy.error().message == "first");
  copy = Status();
  CHECK(copy);
}

TEST_CASE("a sentence takes words, numbers and lists", "[text]") {
  const struct {
    const int64_t cells[2] = {2, 3};
    const int64_t* begin() const { return cells; }
    const int64_t* end() const { return cells + 2; }
  } list;
  CHECK(Text("plain") == "plain");
  CHECK(Text("% is %, not %; % %", std::string("a"), -2, 0.5, list,
             std::string_view("end", 2)) == "a is -2, not 0.5; [2, 3] en");
  CHECK(
      Fail(ErrorCode::kRange, "give % to %", 1, uint64_t{4}).error().message ==
      "give 1 to 4");
}

TEST_CASE("progress reports and stops on request", "[progress]") {
  CHECK(Progress().At(0.5));
  std::vector<double> seen;
  const Progress progress([&](double fraction) {
    seen.push_back(fraction);
    return fraction < 0.5;
  });
  CHECK(progress.At(0.25));
  const Status stopped = progress.At(0.75);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::kCancelled);
  CHECK(seen == std::vector<double>{0.25, 0.75});
}

}  // namespace
}  // namespace clearhead
