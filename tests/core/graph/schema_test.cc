#include "core/graph/schema.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

namespace clearhead {
namespace {

// One attribute of every type, none required.
constexpr Schema kSchema = {
    .name = "all",
    .inputs = {},
    .attributes =
        {{.name = "real", .fallback = 0.5},
         {.name = "flag", .type = AttributeType::kBoolean, .fallback = true},
         {.name = "word",
          .type = AttributeType::kString,
          .fallback_word = "b",
          .words = {"a", "b"}},
         {.name = "sizes", .type = AttributeType::kIntegers, .minimum = 1}},
    .outputs = {}};

TEST_CASE("attributes of every type have a default", "[schema]") {
  const Result<Attributes> attributes = CheckAttributes(
      kSchema, std::vector<std::pair<std::string, Attribute>>());
  REQUIRE(attributes);
  CHECK((*attributes)[0].number == 0.5);
  CHECK((*attributes)[1].flag());
  CHECK((*attributes)[2].text == "b");
  CHECK((*attributes)[3].kind == Attribute::Kind::kIntegers);
  CHECK((*attributes)[3].integers.empty());
}

TEST_CASE("a list of integers is checked one by one", "[schema]") {
  const auto check = [](std::vector<int64_t> sizes) {
    const std::vector<std::pair<std::string, Attribute>> given = {
        {"sizes", std::move(sizes)}};
    const Result<Attributes> attributes = CheckAttributes(kSchema, given);
    return attributes ? "" : attributes.error().message;
  };
  CHECK(check({1, 7}) == "");
  CHECK(check({1, 0}).find("sizes is 0") != std::string::npos);
}

}  // namespace
}  // namespace clearhead
