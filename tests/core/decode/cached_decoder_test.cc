#include "core/decode/cached_decoder.h"

#include <catch2/catch.hpp>
#include <vector>

#include "tests/support/small_model.h"

namespace clearhead {
namespace {

using test::MakeSmall;
using test::SmallModel;
using Ids = std::vector<int32_t>;

SmallModel Writer(const char* preset) {
  return MakeSmall(preset, {{"vocabulary", 9},
                            {"d_model", 16},
                            {"d_ff", 20},
                            {"max_length", 16},
                            {"buckets", 8}});
}

std::unique_ptr<CachedDecoder> Made(const SmallModel& small,
                                    const TokenRows& sources) {
  auto made = CachedDecoder::Make(small.budget, small, sources, 8);
  REQUIRE(made);
  return *std::move(made);
}

// That row `row` has the logits of `tokens` decoded alone after `source`.
void CheckRow(const SmallModel& small, const CachedDecoder& decoder,
              int64_t row, const TokenRows& source, const Ids& tokens) {
  const auto alone = Made(small, source);
  REQUIRE(alone->Start(1, tokens));
  for (size_t token = 0; token < 9; ++token) {
    CHECK(decoder.Logits(row)[token] ==
          Approx(alone->Logits(0)[token]).margin(2e-5));
  }
}

}  // namespace

TEST_CASE("rows keep their own sources when they are reordered", "[decode]") {
  for (const char* preset : {"transformer", "t5"}) {
    INFO(preset);
    const SmallModel small = Writer(preset);
    const Ids one = {3}, four = {4, 0, 8, 2}, two = {5, 5};
    const auto decoder = Made(small, {one, four, two});
    // Twice: a start forgets what became of the rows before.
    for (int pass = 0; pass < 2; ++pass) {
      REQUIRE(decoder->Start(3, Ids{1, 7, 1, 6, 1, 5}));
      CheckRow(small, *decoder, 1, {four}, {1, 6});
      CheckRow(small, *decoder, 2, {two}, {1, 5});
      REQUIRE(decoder->Advance(Ids{2, 0, 1, 1}, Ids{3, 2, 4, 8}));
      CheckRow(small, *decoder, 0, {two}, {1, 5, 3});
      CheckRow(small, *decoder, 1, {one}, {1, 7, 2});
      CheckRow(small, *decoder, 3, {four}, {1, 6, 8});
      REQUIRE(decoder->Advance(Ids{1}, Ids{0}));
      CheckRow(small, *decoder, 0, {one}, {1, 7, 2, 0});
    }
  }
}

TEST_CASE("rows that stay in their places are not copied", "[decode]") {
  const SmallModel small = MakeSmall(
      "gpt", {{"vocabulary", 9}, {"d_model", 64}, {"max_length", 512}});
  const auto made = CachedDecoder::Make(small.budget, small, {}, 512);
  REQUIRE(made);
  CachedDecoder& decoder = *made.value();
  REQUIRE(decoder.Start(2, Ids{1, 2}));
  const size_t keys = 2 * 512 * 64 * sizeof(float);  // of a layer
  const size_t before = small.budget->used();
  REQUIRE(decoder.Advance(Ids{0, 1}, Ids{3, 4}));
  CHECK(small.budget->peak() < before + keys);
  REQUIRE(decoder.Advance(Ids{1, 0}, Ids{3, 4}));
  CHECK(small.budget->peak() >= before + keys);
}

}  // namespace clearhead
