#include "core/decode/write_rows.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/decode/generation.h"
#include "core/decode/model_scorer.h"
#include "tests/support/small_model.h"

namespace clearhead {
namespace {

using test::MakeSmall;
using test::SmallModel;

// What Generation writes of one row.
std::vector<int32_t> Alone(const SmallModel& small,
                           const std::vector<int32_t>& source,
                           const WriteRequest& request, size_t row) {
  DecodeOptions decode;
  decode.prompt = request.prompts[row];
  decode.end_tokens = {request.end_token};
  decode.max_length = static_cast<int>(request.max_length);
  const auto scorer = ModelScorer::Make(small.budget, small, source, 16);
  REQUIRE(scorer);
  Generation generation;
  REQUIRE(generation.Start(small.budget, *scorer.value(), {decode}));
  while (!generation.done()) REQUIRE(generation.Step());
  std::vector<int32_t> tokens = generation.tokens();
  if (tokens.back() == request.end_token) tokens.pop_back();
  return tokens;
}

}  // namespace

TEST_CASE("rows written together are those written alone", "[decode]") {
  for (const char* preset : {"transformer", "t5", "gpt", "recurrent"}) {
    INFO(preset);
    // Drawn weights end early with one seed and never with another.
    for (const uint32_t seed : {1u, 2u, 3u, 4u}) {
      const SmallModel small = MakeSmall(preset,
                                         {{"vocabulary", 5},
                                          {"d_model", 16},
                                          {"d_ff", 20},
                                          {"max_length", 16},
                                          {"buckets", 8}},
                                         seed);
      WriteRequest request;
      request.prompts = {{1, 3}, {1, 4}, {1, 0}, {1, 1}};
      if (small.config.encodes()) {
        request.sources = {{3}, {4, 0, 3, 2, 1}, {2, 2, 2}, {1, 4, 1, 4, 1}};
      }
      request.end_token = 2;
      request.max_length = 9;
      const auto written = WriteRows(small.budget, small, request);
      REQUIRE(written);
      for (size_t row = 0; row < request.prompts.size(); ++row) {
        const std::vector<int32_t> source = small.config.encodes()
                                                ? request.sources[row]
                                                : std::vector<int32_t>();
        CHECK(written.value()[row] == Alone(small, source, request, row));
      }
    }
  }
}

TEST_CASE("requests that do not fit are refused", "[decode]") {
  const SmallModel small =
      MakeSmall("transformer", {{"vocabulary", 5}, {"max_length", 8}});
  const auto error = [&](const WriteRequest& request) {
    const auto written = WriteRows(small.budget, small, request);
    return written ? std::string() : written.error().message;
  };
  CHECK(error({}).find("0 sources and 0 prompts") == 0);
  CHECK(error({{{1}}, {{1}, {1}}}).find("1 sources and 2 prompts") == 0);
  CHECK(error({{{1}, {1}}, {{1}, {1, 2}}}).find("prompts have 1 and 2") == 0);
  CHECK(error({{{1}, {}}, {{1}, {1}}}).find("a source is empty") == 0);
  CHECK(error({{{1}}, {{1}}, 2, 9}).find("9 tokens of prompt and output") == 0);
  CHECK(error({{{9}}, {{1}}, 2, 4}).find("the id at") != std::string::npos);
  for (const int64_t length : {int64_t{0}, int64_t{4097}, INT64_MAX}) {
    CHECK(error({{{1}}, {{1}}, 2, length}).find("max_length is ") == 0);
  }
}

TEST_CASE("sources are for encoders alone", "[decode]") {
  const SmallModel small =
      MakeSmall("gpt", {{"vocabulary", 5}, {"max_length", 8}});
  const auto written =
      WriteRows(small.budget, small, {{{1}, {2}}, {{1}, {1}}, 2, 4});
  REQUIRE(!written);
  CHECK(written.error().message.find("2 sources and 2 prompts") == 0);
  CHECK(written.error().message.find("none where there is not") !=
        std::string::npos);
}

TEST_CASE("logits that are no numbers choose no token", "[decode]") {
  const SmallModel small =
      MakeSmall("gpt", {{"vocabulary", 5}, {"max_length", 8}});
  const int table = small.parameters.Find("embedding.table");
  REQUIRE(table >= 0);
  small.parameters.Cells(table).floats()[0] = NAN;
  const auto written = WriteRows(small.budget, small, {{}, {{1}}, 2, 4});
  REQUIRE(!written);
  CHECK(written.error().message.find("step 1: the logit of token 0 is NaN") ==
        0);
}

}  // namespace clearhead
