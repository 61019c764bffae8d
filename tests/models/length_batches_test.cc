#include "scripts/models/length_batches.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "core/base/random.h"
#include "scripts/models/recipe.h"

namespace clearhead::models {
namespace {

constexpr int64_t kBatch = 8, kSteps = LengthBatches::kBatchesOfPool;

// As many as two pools hold, each with a number of its own as its first token.
std::vector<Example> Examples() {
  Random random(3);
  std::vector<Example> examples(2 * kBatch * kSteps);
  for (size_t i = 0; i < examples.size(); ++i) {
    examples[i].target.resize(1 + random.Integer(12), 0);
    examples[i].target[0] = static_cast<int32_t>(i);
  }
  return examples;
}

size_t Longest(const std::vector<Example>& batch) {
  size_t longest = 0;
  for (const Example& one : batch) {
    longest = std::max(longest, one.target.size());
  }
  return longest;
}

TEST_CASE("batches by length hold every example once", "[length_batches]") {
  const std::vector<Example> examples = Examples();
  auto batches = LengthBatches::Create(examples, kBatch, 1);
  REQUIRE(batches);
  std::map<int32_t, int> seen;
  size_t cells = 0, tokens = 0;
  std::vector<size_t> lengths;
  for (int64_t step = 0; step < 2 * kSteps; ++step) {
    const std::vector<Example> batch = batches->At(step);
    CHECK(batch.size() == kBatch);
    lengths.push_back(Longest(batch));
    cells += kBatch * lengths.back();
    for (const Example& one : batch) {
      tokens += one.target.size();
      ++seen[one.target[0]];
    }
  }
  CHECK(seen.size() == examples.size());
  CHECK(cells < tokens * 11 / 10);
  CHECK(!std::is_sorted(lengths.begin(), lengths.begin() + kSteps));
}

TEST_CASE("a batch follows from seed and step", "[length_batches]") {
  const std::vector<Example> examples = Examples();
  auto forth = LengthBatches::Create(examples, kBatch, 1);
  auto back = LengthBatches::Create(examples, kBatch, 1);
  auto other = LengthBatches::Create(examples, kBatch, 2);
  const auto first = [](const std::vector<Example>& batch) {
    return batch.at(0).target.at(0);
  };
  const int32_t late = first(back->At(kSteps + 5)), early = first(back->At(5));
  CHECK(first(forth->At(5)) == early);
  CHECK(first(forth->At(kSteps + 5)) == late);
  CHECK((first(other->At(5)) != early ||
         first(other->At(6)) != first(forth->At(6))));
}

TEST_CASE("recipes give defaults to options that there are", "[recipe]") {
  for (const Recipe* recipe : Recipes()) {
    const std::vector<Option> table = OptionsOf(*recipe);
    const auto options = Options::Parse(table, {});
    REQUIRE(options);
    for (const Recipe::Default& its : recipe->defaults) {
      CHECK(options->Text(its.option) == its.value);
    }
  }
}

}  // namespace
}  // namespace clearhead::models
