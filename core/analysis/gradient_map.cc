#include "core/analysis/gradient_map.h"

#include <algorithm>
#include <cmath>

#include "core/graph/gradients.h"
#include "core/kernels/reduce.h"

namespace clearhead {
namespace {

using Doubles = std::vector<double>;

// The tensors of the layer, as matrices of one head at a time.
struct Layer {
  TensorView x, q, k, v, weights, out, wq, wk, wv;
  int64_t tokens, width, key_width, value_width;
  double scale;
};

// Tensors at which an intervention would cut the path from x to the output.
constexpr const char* kInside[] = {"query",   "key",         "value",
                                   "scores",  "scaled",      "masked",
                                   "weights", "head_outputs"};

bool Untouched(const Graph& graph) {
  for (const char* name : kInside) {
    const Tensor tensor = graph.Find(name);
    if (!tensor.valid()) return false;
    if (!graph.storages()[graph.value(tensor).storage].edits.empty()) {
      return false;
    }
  }
  return true;
}

double ScaleOf(const Graph& graph) {
  const int storage = graph.value(graph.Find("scaled")).storage;
  const Node& node = graph.nodes()[graph.storages()[storage].node];
  return 1 / node.attributes[0].number;
}

Layer LayerOf(const Graph& graph) {
  const auto cells = [&graph](const char* name) {
    return graph.Cells(graph.Find(name));
  };
  Layer layer{cells("x"),
              cells("heads.query"),
              cells("heads.key"),
              cells("heads.value"),
              cells("weights"),
              cells("head_outputs"),
              cells("query.weight"),
              cells("key.weight"),
              cells("value.weight"),
              0,
              0,
              0,
              0,
              ScaleOf(graph)};
  layer.tokens = layer.x.shape[1];
  layer.width = layer.x.shape[2];
  layer.key_width = layer.q.shape[3];
  layer.value_width = layer.v.shape[3];
  return layer;
}

// W[:, head·D … ]·row: a vector of C numbers.
Doubles Back(const TensorView& weight, int64_t head, int64_t width,
             const TensorView& rows, int64_t row) {
  Doubles result(static_cast<size_t>(weight.shape[0]));
  const float* vector = rows.floats() + rows.Offset({0, head, row, 0});
  for (int64_t c = 0; c < weight.shape[0]; ++c) {
    result[c] = kernels::Dot(static_cast<size_t>(width),
                             weight.floats() + weight.Offset({c, head * width}),
                             vector);
  }
  return result;
}

double SquaredNorm(const Doubles& a) {
  double sum = 0;
  for (const double value : a) sum += value * value;
  return sum;
}

// W_V of one head, transposed: [E, C].
Doubles ValueMap(const Layer& layer, int64_t head) {
  Doubles map;
  for (int64_t e = 0; e < layer.value_width; ++e) {
    for (int64_t c = 0; c < layer.width; ++c) {
      map.push_back(layer.wv.At({c, head * layer.value_width + e}));
    }
  }
  return map;
}

Doubles Times(const Doubles& matrix, const Doubles& vector) {
  Doubles result(matrix.size() / vector.size());
  for (size_t row = 0; row < result.size(); ++row) {
    for (size_t c = 0; c < vector.size(); ++c) {
      result[row] += matrix[row * vector.size() + c] * vector[c];
    }
  }
  return result;
}

// Adds factor · a·bᵀ to a matrix.
void AddOuter(double factor, const Doubles& a, const Doubles& b,
              Doubles* matrix) {
  for (size_t row = 0; row < a.size(); ++row) {
    for (size_t c = 0; c < b.size(); ++c) {
      (*matrix)[row * b.size() + c] += factor * a[row] * b[c];
    }
  }
}

// v_j − o_i
Doubles Pull(const Layer& layer, int64_t head, int64_t i, int64_t j) {
  Doubles pull;
  for (int64_t e = 0; e < layer.value_width; ++e) {
    pull.push_back(layer.v.At({0, head, j, e}) - layer.out.At({0, head, i, e}));
  }
  return pull;
}

// ‖w W_Vᵀ + s w u gᵀ‖² = w²(‖W_V‖² + 2s uᵀ(W_Vᵀ g) + s²‖u‖²‖g‖²), u = v_j −
// o_i, g = W_K q_i: no matrix is formed.
double OffDiagonal(const Layer& layer, double weight, const Doubles& pull,
                   double value_norm, const Doubles& value_times_g,
                   double g_norm) {
  double mixed = 0;
  for (size_t e = 0; e < pull.size(); ++e) mixed += pull[e] * value_times_g[e];
  const double s = layer.scale;
  return weight * weight *
         (value_norm + 2 * s * mixed + s * s * SquaredNorm(pull) * g_norm);
}

double Diagonal(const Layer& layer, int64_t head, int64_t i,
                const Doubles& value_map, const Doubles& g,
                const std::vector<Doubles>& queries_of_key) {
  Doubles block(value_map.size());
  const double own = layer.weights.At({0, head, i, i});
  for (size_t c = 0; c < block.size(); ++c) block[c] = own * value_map[c];
  AddOuter(layer.scale * own, Pull(layer, head, i, i), g, &block);
  for (int64_t l = 0; l < layer.tokens; ++l) {
    const double weight = layer.weights.At({0, head, i, l});
    if (weight == 0) continue;
    AddOuter(layer.scale * weight, Pull(layer, head, i, l), queries_of_key[l],
             &block);
  }
  return SquaredNorm(block);
}

void AddHead(const Layer& layer, int64_t head, Doubles* squares) {
  const Doubles value_map = ValueMap(layer, head);
  const double value_norm = SquaredNorm(value_map);
  std::vector<Doubles> queries_of_key;  // W_Q k_l
  for (int64_t l = 0; l < layer.tokens; ++l) {
    queries_of_key.push_back(Back(layer.wq, head, layer.key_width, layer.k, l));
  }
  for (int64_t i = 0; i < layer.tokens; ++i) {
    const Doubles g = Back(layer.wk, head, layer.key_width, layer.q, i);
    const Doubles value_times_g = Times(value_map, g);
    const double g_norm = SquaredNorm(g);
    for (int64_t j = 0; j < layer.tokens; ++j) {
      const double weight = layer.weights.At({0, head, i, j});
      double& square = (*squares)[i * layer.tokens + j];
      if (i == j) {
        square += Diagonal(layer, head, i, value_map, g, queries_of_key);
      } else if (weight != 0) {
        square += OffDiagonal(layer, weight, Pull(layer, head, i, j),
                              value_norm, value_times_g, g_norm);
      }
    }
  }
}

std::vector<float> Roots(const Doubles& squares) {
  std::vector<float> roots;
  for (const double square : squares) {
    roots.push_back(static_cast<float>(std::sqrt(std::max(square, 0.0))));
  }
  return roots;
}

}  // namespace

Result<std::vector<float>> GradientMap(const Graph& graph, Tensor output,
                                       Tensor input, const Progress& progress) {
  const Shape out = graph.Cells(output).shape;
  const Shape in = graph.Cells(input).shape;
  Doubles squares(static_cast<size_t>(out[1] * in[1]));
  Gradients gradients(graph.budget());
  GradientTarget target{output, {}};
  for (int64_t i = 0; i < out[1]; ++i) {
    CH_RETURN_IF_ERROR(
        progress.At(static_cast<double>(i) / static_cast<double>(out[1])));
    for (int64_t e = 0; e < out[2]; ++e) {
      target.weights.assign(static_cast<size_t>(CountOf(out)), 0);
      target.weights[i * out[2] + e] = 1;
      CH_RETURN_IF_ERROR(gradients.Compute(graph, target));
      const TensorView dx = gradients.Of(graph, input);
      for (int64_t j = 0; j < in[1]; ++j) {
        const float* row = dx.floats() + dx.Offset({0, j, 0});
        squares[i * in[1] + j] +=
            kernels::Dot(static_cast<size_t>(in[2]), row, row);
      }
    }
  }
  return Roots(squares);
}

Result<std::vector<float>> SelfAttentionGradientMap(const Graph& graph) {
  if (!Untouched(graph)) {
    return Fail(ErrorCode::kArgument,
                "the closed form needs every stage of the layer, recorded at "
                "level inspect and not changed by hand");
  }
  const Layer layer = LayerOf(graph);
  Doubles squares(static_cast<size_t>(layer.tokens * layer.tokens));
  for (int64_t head = 0; head < layer.q.shape[1]; ++head) {
    AddHead(layer, head, &squares);
  }
  return Roots(squares);
}

Result<std::vector<float>> GradientMapOf(const Graph& graph,
                                         const Progress& progress) {
  if (Untouched(graph)) return SelfAttentionGradientMap(graph);
  return GradientMap(graph, graph.Find("output"), graph.Find("x"), progress);
}

}  // namespace clearhead
