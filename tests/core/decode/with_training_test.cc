// Who trains and then lets the model write has both in one file.
#include <catch2/catch.hpp>
#include <vector>

#include "core/decode/beam.h"
#include "core/decode/generation.h"
#include "core/decode/sample.h"
#include "core/decode/write_rows.h"
#include "core/train/task.h"

namespace clearhead {
namespace {

TEST_CASE("examples and tokens are drawn side by side", "[decode]") {
  Random random(5);
  const Example example = Draw(*MakeTask("copy"), &random);
  const TokenDraw token = DrawFrom(std::vector<double>{0, 0}, &random);
  CHECK(example.target == example.source);
  CHECK((token.token == 0 || token.token == 1));
}

}  // namespace
}  // namespace clearhead
