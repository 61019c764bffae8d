#include "core/model/parameters.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "core/model/model.h"

namespace clearhead {

TEST_CASE("orthogonal rows are drawn within the budget", "[model]") {
  constexpr int64_t n = 24;
  const auto draw = [](const std::shared_ptr<Budget>& budget,
                       Parameters* parameters) {
    std::vector<Parameter> list = {{.name = "w",
                                    .shape = {n, n},
                                    .roles = {},
                                    .initial = Initial::kOrthogonal,
                                    .size = 0.5}};
    *parameters = *Parameters::Make(budget, std::move(list));
    return parameters->Draw(budget, 7);
  };
  const auto budget = std::make_shared<Budget>();
  Parameters parameters;
  REQUIRE(draw(budget, &parameters));
  CHECK(budget->used() == n * n * sizeof(float));
  CHECK(budget->peak() == n * n * (sizeof(float) + sizeof(double)));
  const float* w = parameters.data();
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      double dot = 0;
      for (int64_t c = 0; c < n; ++c)
        dot += double{w[i * n + c]} * w[j * n + c];
      CHECK(std::abs(dot - (i == j ? 0.25 : 0)) < 1e-6);
    }
  }
  Parameters other;
  const Status status =
      draw(std::make_shared<Budget>(n * n * (sizeof(float) + 4)), &other);
  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::kMemory);
}

}  // namespace clearhead
