#include "core/model/decoder_cache.h"

#include <catch2/catch.hpp>
#include <vector>

#include "core/model/transformer.h"
#include "tests/support/small_model.h"

namespace clearhead {
namespace {

using test::DrawIds;
using test::IdsIn;
using test::MakeSmall;
using test::SmallModel;

constexpr int64_t kSource = 5;

SmallModel Small(const char* preset) {
  return MakeSmall(preset,
                   {{"vocabulary", 9}, {"d_model", 16}, {"max_length", 16}});
}

// `tokens` in each of the cache's rows.
Status Write(const SmallModel& small, DecoderCache* cache, int64_t tokens) {
  Graph graph(small.budget, Recording::kNone);
  Transformer model(graph, small.config, small.parameters);
  model.ContinueFrom(*cache);
  const int64_t rows = cache->batch();
  Tensor memory;
  if (small.config.encodes() && cache->length() == 0) {
    memory = model.Encode(
        IdsIn(graph, "source", rows, DrawIds(rows * kSource, 9, 1)), {});
  }
  model.Decode(IdsIn(graph, "target", rows, DrawIds(rows * tokens, 9, 2)), {},
               memory, {});
  CH_RETURN_IF_ERROR(graph.status());
  return cache->Keep(graph);
}

const void* Lies(const SmallModel& small, const RowCache& rows) {
  Graph graph(small.budget, Recording::kNone);
  return graph.Cells(rows.In(graph, "rows")).data;
}

TEST_CASE("what does not fit changes nothing", "[model]") {
  for (const char* preset : {"transformer", "gpt", "deepseek", "recurrent"}) {
    INFO(preset);
    const SmallModel small = Small(preset);
    DecoderCache cache =
        *DecoderCache::Make(small.config, small.budget, 2, 4, kSource);
    REQUIRE(Write(small, &cache, 3));
    const int64_t kept = cache.own(0).keys.length();
    const Status status = Write(small, &cache, 2);
    REQUIRE(!status);
    CHECK(status.error().code == ErrorCode::kRange);
    CHECK(status.error().message ==
          "the decoder keeps 3 tokens of at most 4, and 2 more were given; "
          "make a larger cache or give at most 1");
    CHECK(cache.length() == 3);
    CHECK(cache.own(0).keys.length() == kept);
    REQUIRE(Write(small, &cache, 1));
    CHECK(cache.length() == 4);
  }
}

TEST_CASE("a source that does not fit changes nothing", "[model]") {
  const SmallModel small = Small("transformer");
  DecoderCache cache =
      *DecoderCache::Make(small.config, small.budget, 1, 4, kSource - 1);
  const Status status = Write(small, &cache, 1);
  REQUIRE(!status);
  CHECK(status.error().code == ErrorCode::kRange);
  CHECK(cache.length() == 0);
  for (int layer = 0; layer < small.config.decoder_layers; ++layer) {
    CHECK(cache.own(layer).keys.length() == 0);
    CHECK(cache.own(layer).values.length() == 0);
    CHECK(cache.cross(layer).keys.length() == 0);
  }
}

// Beams change places at every step; what they know of the source does not.
TEST_CASE("rows of one source keep what they know of it", "[model]") {
  const SmallModel small = Small("transformer");
  for (const int64_t rows : {1, 2}) {
    DecoderCache cache =
        *DecoderCache::Make(small.config, small.budget, rows, 4, kSource);
    REQUIRE(Write(small, &cache, 1));
    REQUIRE(cache.Select(std::vector<int32_t>{0, 0, 0}));
    CHECK(cache.batch() == 3);
    const void* cross = Lies(small, cache.cross(0).keys);
    const void* own = Lies(small, cache.own(0).keys);
    REQUIRE(cache.Select(std::vector<int32_t>{2, 0, 1}));
    CHECK((Lies(small, cache.cross(0).keys) == cross) == (rows == 1));
    CHECK(Lies(small, cache.own(0).keys) != own);
    CHECK(Write(small, &cache, 1));
  }
}

}  // namespace
}  // namespace clearhead
