#include "core/positions/alibi.h"

#include <cstdlib>

#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kHeads, kQueries, kKeys, kReversed, kSymmetric };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>&,
                                      const Attributes& attributes) {
  const int64_t heads = attributes[kHeads].integer();
  return Outputs(
      {{heads, attributes[kQueries].integer(), attributes[kKeys].integer()},
       {heads}});
}

// m = 2^exponent. Of n heads, n a power of two, head h has −8(h + 1)/n. With
// more heads than n, the largest such power, the others take every second slope
// of 2n heads: −8/2n, −24/2n, −40/2n …
int Slope(int64_t head, int64_t heads, Expression* expression) {
  int64_t n = 1;
  while (2 * n <= heads) n *= 2;
  const int64_t steps = head < n ? 2 * (head + 1) : 2 * (head - n) + 1;
  const double exponent =
      -4 * static_cast<double>(steps) / static_cast<double>(n);
  return expression->Power(expression->Constant(2),
                           expression->Constant(exponent), "m");
}

// k − q, or −|k − q| where symmetric; the other way round where reversed. The
// query stands at t + S − T.
int64_t DistanceAt(const Attributes& attributes, int64_t query, int64_t key) {
  const int64_t last = attributes[kKeys].integer() - 1;
  int64_t distance = key - last + attributes[kQueries].integer() - 1 - query;
  if (attributes[kSymmetric].flag()) distance = -std::abs(distance);
  return attributes[kReversed].flag() ? -distance : distance;
}

// out[h,t,s] = m_h·(k − q)
void Forward(const Call& call) {
  const TensorView& out = call.outputs[0];
  float* cell = out.floats();
  for (int64_t head = 0; head < out.shape[0]; ++head) {
    Expression values(-1, {});
    const double slope = values.value(Slope(head, out.shape[0], &values));
    call.outputs[1].floats()[head] = static_cast<float>(slope);
    for (int64_t query = 0; query < out.shape[1]; ++query) {
      for (int64_t key = 0; key < out.shape[2]; ++key) {
        const int64_t distance = DistanceAt(call.attributes, query, key);
        *cell++ = static_cast<float>(slope * static_cast<double>(distance));
      }
    }
  }
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  const int slope = Slope(index[0], call.outputs[0].shape[0], expression);
  if (output == 1) return;
  const int64_t distance = DistanceAt(call.attributes, index[1], index[2]);
  static constexpr const char* kDistances[] = {"k − q", "q − k", "−|k − q|",
                                               "|k − q|"};
  const int kind = (call.attributes[kReversed].flag() ? 1 : 0) +
                   (call.attributes[kSymmetric].flag() ? 2 : 0);
  expression->Product(slope, expression->Constant(static_cast<double>(distance),
                                                  kDistances[kind]));
}

}  // namespace

const Operation& AlibiOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "alibi",
           .summary = "A bias that grows with the distance: out[h,t,s] = "
                      "−m·(q − k), q = t + S − T, k = s. The slopes m of H = "
                      "2^n heads are 2^(−8/H), 2^(−16/H) …; other numbers of "
                      "heads take more from twice as many.",
           .source = "Press et al. 2022, section 3",
           .inputs = {},
           .attributes = {{.name = "heads",
                           .type = AttributeType::kInteger,
                           .summary = "H, slopes.",
                           .required = true,
                           .minimum = 1,
                           .maximum = 1024},
                          kQueriesAttribute,
                          kKeysAttribute,
                          {.name = "reversed",
                           .type = AttributeType::kBoolean,
                           .summary = "+m·(q − k): distance is rewarded."},
                          {.name = "symmetric",
                           .type = AttributeType::kBoolean,
                           .summary = "−m·|q − k|: for an encoder, where keys "
                                      "stand on both sides of the query."}},
           .outputs = {{.name = "output", .axes = "H T S"},
                       {.name = "slopes", .axes = "H"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = NoReach};
  return operation;
}

Tensor Alibi(Graph& graph, int64_t heads, int64_t queries, int64_t keys,
             bool symmetric, std::string_view name) {
  return graph.Apply(AlibiOperation(), {},
                     {static_cast<double>(heads), static_cast<double>(queries),
                      static_cast<double>(keys), false, symmetric},
                     name);
}

}  // namespace clearhead
