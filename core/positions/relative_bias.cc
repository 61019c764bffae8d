#include "core/positions/relative_bias.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/function_ref.h"
#include "core/base/math.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kQueries, kKeys, kMaxDistance, kBidirectional };

RelativeBuckets BucketsOf(const TensorView& table,
                          const Attributes& attributes) {
  return {table.shape[0], attributes[kMaxDistance].integer(),
          attributes[kBidirectional].flag()};
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const TensorView& table = inputs[0];
  const RelativeBuckets buckets = BucketsOf(table, attributes);
  const int64_t least = buckets.bidirectional ? 4 : 2;
  // Distances below this one have a bucket each.
  const int64_t exact = buckets.count / least;
  if (exact == 0 || buckets.max_distance <= exact) {
    return Fail(ErrorCode::kRange,
                "relative_bias: the table has % buckets and max_distance is "
                "%; give at least % buckets and a max_distance above %",
                buckets.count, buckets.max_distance, least, exact);
  }
  return OneOutput({table.shape[1], attributes[kQueries].integer(),
                    attributes[kKeys].integer()});
}

int64_t DistanceAt(const Attributes& attributes, int64_t query, int64_t key) {
  return key - query -
         (attributes[kKeys].integer() - attributes[kQueries].integer());
}

// Calls visit(cell of the table, cell of the bias) for every bias.
void ForEachBias(
    const Call& call,
    FunctionRef<void(const Index& entry, const Index& bias)> visit) {
  const Shape& shape = call.outputs[0].shape;
  const RelativeBuckets buckets = BucketsOf(call.inputs[0], call.attributes);
  Index bias = {0, 0, 0};
  for (bias[1] = 0; bias[1] < shape[1]; ++bias[1]) {
    for (bias[2] = 0; bias[2] < shape[2]; ++bias[2]) {
      const int64_t distance = DistanceAt(call.attributes, bias[1], bias[2]);
      Index entry = {BucketOf(buckets, distance), 0};
      for (bias[0] = 0; bias[0] < shape[0]; ++bias[0]) {
        entry[1] = bias[0];
        visit(entry, bias);
      }
    }
  }
}

float& CellAt(const TensorView& view, const Index& index) {
  return view.floats()[view.Offset(index)];
}

// out[h,t,s] = table[bucket(k − q), h]
void Forward(const Call& call) {
  ForEachBias(call, [&](const Index& entry, const Index& bias) {
    CellAt(call.outputs[0], bias) = CellAt(call.inputs[0], entry);
  });
}

// dtable[bucket(k − q), h] += dout[h,t,s]
void Backward(const BackwardCall& call) {
  ForEachBias(call, [&](const Index& entry, const Index& bias) {
    CellAt(call.dinputs[0], entry) += CellAt(call.doutput, bias);
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const int64_t distance = DistanceAt(call.attributes, index[1], index[2]);
  const int address =
      expression->Constant(static_cast<double>(distance), "k − q");
  const TensorView& table = call.inputs[0];
  const Index cell = {BucketOf(BucketsOf(table, call.attributes), distance),
                      index[0]};
  expression->Operand(0, cell, table.At(cell), {address});
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  std::vector<Index> cells;
  ForEachBias(call, [&](const Index& entry, const Index& bias) {
    if (entry == index) cells.push_back(bias);
  });
  return cells;
}

}  // namespace

int64_t BucketOf(const RelativeBuckets& buckets, int64_t distance) {
  int64_t count = buckets.count;
  int64_t first = 0;
  int64_t size = std::max<int64_t>(-distance, 0);
  if (buckets.bidirectional) {
    count /= 2;
    size = std::abs(distance);
    if (distance > 0) first = count;
  }
  const int64_t exact = count / 2;
  if (size < exact) return first + size;
  const auto log = [exact](int64_t to) {
    const float ratio = static_cast<float>(to) / static_cast<float>(exact);
    return static_cast<float>(Log(ratio));
  };
  const float place =
      log(size) / log(buckets.max_distance) * static_cast<float>(count - exact);
  return first + std::min(exact + static_cast<int64_t>(place), count - 1);
}

const Operation& RelativeBiasOperation() {
  static constexpr Operation operation{
      .schema = {.name = "relative_bias",
                 .summary =
                     "A learned bias for every bucket of distances: "
                     "out[h,t,s] = table[bucket(k − q), h], q = t + S − T, "
                     "k = s. Near distances have a bucket each, far ones "
                     "share them by their logarithm.",
                 .source = "Raffel et al. 2020, section 2.1",
                 .inputs = {{.name = "table", .axes = "N H"}},
                 .attributes =
                     {kQueriesAttribute,
                      kKeysAttribute,
                      {.name = "max_distance",
                       .type = AttributeType::kInteger,
                       .summary = "From here on all distances share a bucket.",
                       .fallback = 128,
                       .minimum = 1,
                       .maximum = 1048576},
                      {.name = "bidirectional",
                       .type = AttributeType::kBoolean,
                       .summary =
                           "Half of the buckets are for keys after the query; "
                           "otherwise such keys count as distance 0.",
                       .fallback = true}},
                 .outputs = {{.name = "output", .axes = "H T S"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

Tensor RelativeBias(Graph& graph, Tensor table, int64_t queries, int64_t keys,
                    int64_t max_distance, bool bidirectional,
                    std::string_view name) {
  return graph.Apply(RelativeBiasOperation(), {table},
                     {static_cast<double>(queries), static_cast<double>(keys),
                      static_cast<double>(max_distance), bidirectional},
                     name);
}

}  // namespace clearhead
