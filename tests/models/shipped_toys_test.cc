// What the two small shipped models can do with what they never saw.
#include <catch2/catch.hpp>

#include "scripts/models/check.h"
#include "scripts/models/recipe.h"
#include "tests/models/shipped.h"

namespace clearhead::models {
namespace {

void CheckHeldOut(const Recipe& recipe) {
  const Shipped& shipped = TheShipped(recipe.name);
  CHECK(shipped.bytes < 200000);
  // With room for every word the vocabulary is the one that was trained with.
  const auto data = recipe.make_data(kMaxPieces);
  REQUIRE(data);
  REQUIRE(data->pieces.size() == shipped.pieces.size());
  for (const auto& [name, examples] : data->held_out) {
    CAPTURE(name);
    CHECK(examples.size() > 60);
    const auto share =
        ShareRight(shipped.budget, shipped.model, recipe.asked, examples);
    REQUIRE(share);
    CHECK(*share >= 0.99);
  }
}

TEST_CASE("the language model agrees and refers back", "[shipped]") {
  CheckHeldOut(*Item(Recipes(), 1));
}

TEST_CASE("the classifier tells the senses of bank", "[shipped]") {
  CheckHeldOut(*Item(Recipes(), 2));
}

}  // namespace
}  // namespace clearhead::models
