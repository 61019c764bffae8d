// Twins of what is measured: rows, angles, bits.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_MEASURES_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_MEASURES_H_

#include <cmath>
#include <cstdint>

#include "tests/support/twins/base.h"

namespace clearhead::test::twins {

template <typename Number>
Array<Number> Mean(Call<Number> call) {
  const Array<Number>& x = call["x"];
  Array<Number> out(Leading(x, 1));
  ForEachIndex(x.shape, [&](const Index& index) {
    Index row = index;
    row.pop_back();
    out[row] += x[index] / static_cast<double>(x.shape.back());
  });
  return out;
}

template <typename Number>
Array<Number> Cosine(Call<Number> call) {
  const Array<Number>&queries = call["queries"], &keys = call["keys"];
  Shape shape = Leading(queries, 1);
  shape.push_back(keys.shape.FromBack(1));
  Array<Number> out(shape);
  ForEachIndex(shape, [&](const Index& index) {
    Index lead = index;
    lead.pop_back();
    lead.pop_back();
    const Index shared = Narrow(Leading(keys, 2), lead);
    Number product = 0, query = 0, key = 0;
    for (int64_t d = 0; d < queries.shape.back(); ++d) {
      const Number q = queries[At(lead, index.FromBack(1), d)];
      const Number k = keys[At(shared, index.back(), d)];
      product += q * k;
      query += q * q;
      key += k * k;
    }
    out[index] = product / std::sqrt(query * key);
  });
  return out;
}

// The length of the matrix itself, cell by cell.
template <typename Number>
Array<Number> SoftmaxJacobian(Call<Number> call) {
  const Array<Number>& weights = call["weights"];
  Array<Number> out(Leading(weights, 1));
  ForEachIndex(out.shape, [&](const Index& row) {
    Number squares = 0;
    for (int64_t i = 0; i < weights.shape.back(); ++i) {
      for (int64_t j = 0; j < weights.shape.back(); ++j) {
        const Number p = weights[Followed(row, i)];
        const Number cell =
            p * ((i == j ? 1.0 : 0.0) - weights[Followed(row, j)]);
        squares += cell * cell;
      }
    }
    out[row] = std::sqrt(squares);
  });
  return out;
}

template <typename Number>
double UnitOf(Call<Number> call) {
  return call.Get("unit").text == "bits" ? std::log(2.0) : 1;
}

template <typename Number>
Array<Number> Entropy(Call<Number> call) {
  const Array<Number>& p = call["p"];
  Array<Number> out(Leading(p, 1));
  ForEachIndex(p.shape, [&](const Index& index) {
    Index row = index;
    row.pop_back();
    out[row] -= p[index] * std::log(p[index]) / UnitOf(call);
  });
  return out;
}

// Σ p·(log p − log p(x) − log p(y)), whatever p sums to.
template <typename Number>
Array<Number> Information(Call<Number> call) {
  const Array<Number>& p = call["p"];
  Array<Number> out(Leading(p, 2));
  ForEachIndex(p.shape, [&](const Index& index) {
    Index matrix = index;
    matrix.pop_back();
    matrix.pop_back();
    Number x = 0, y = 0;
    for (int64_t j = 0; j < p.shape.back(); ++j) {
      x += p[At(matrix, index.FromBack(1), j)];
    }
    for (int64_t i = 0; i < p.shape.FromBack(1); ++i) {
      y += p[At(matrix, i, index.back())];
    }
    out[matrix] += p[index] * (std::log(p[index]) - std::log(x) - std::log(y)) /
                   UnitOf(call);
  });
  return out;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_MEASURES_H_
