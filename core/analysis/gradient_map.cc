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
  int64_t tokens;
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
              ScaleOf(graph)};
  layer.tokens = layer.x.shape[1];
  return layer;
}

// Vectors of one head, one a position.
struct Rows {
  int64_t width = 0;
  std::vector<float> cells;

  int64_t size() const { return static_cast<int64_t>(cells.size()) / width; }
  const float* operator[](int64_t row) const {
    return cells.data() + row * width;
  }
};

double Dot(const Rows& a, int64_t i, const Rows& b, int64_t j) {
  return kernels::Dot(static_cast<size_t>(a.width), a[i], b[j]);
}

// One head of [1, H, T, W], whose rows lie side by side.
Rows RowsOf(const TensorView& view, int64_t head) {
  Rows rows{view.shape[3], {}};
  for (int64_t t = 0; t < view.shape[2]; ++t) {
    const float* row = view.floats() + view.Offset({0, head, t, 0});
    rows.cells.insert(rows.cells.end(), row, row + rows.width);
  }
  return rows;
}

// The head's part of a projection [C, H·W], a row a feature of x: [C, W].
Rows WeightOf(const TensorView& weight, int64_t head, int64_t width) {
  Rows rows{width, {}};
  for (int64_t c = 0; c < weight.shape[0]; ++c) {
    const float* row = weight.floats() + weight.Offset({c, head * width});
    rows.cells.insert(rows.cells.end(), row, row + width);
  }
  return rows;
}

Rows Transposed(const Rows& a) {
  Rows rows{a.size(), {}};
  for (int64_t c = 0; c < a.width; ++c) {
    for (int64_t r = 0; r < a.size(); ++r) rows.cells.push_back(a[r][c]);
  }
  return rows;
}

// Every row of `a` times every row of `b`: a·bᵀ.
Rows Products(const Rows& a, const Rows& b) {
  Rows rows{b.size(), {}};
  for (int64_t i = 0; i < a.size(); ++i) {
    for (int64_t j = 0; j < b.size(); ++j) {
      rows.cells.push_back(static_cast<float>(Dot(a, i, b, j)));
    }
  }
  return rows;
}

// The same in double.
std::vector<Doubles> ExactProducts(const Rows& a, const Rows& b) {
  std::vector<Doubles> products(static_cast<size_t>(a.size()));
  for (int64_t i = 0; i < a.size(); ++i) {
    for (int64_t j = 0; j < b.size(); ++j) {
      products[i].push_back(Dot(a, i, b, j));
    }
  }
  return products;
}

// With u_l = v_l − o_i, g_i = W_K q_i and r_l = W_Q k_l the block is
//   w_ij W_Vᵀ + s w_ij u_j g_iᵀ + [i = j] s Σ_l w_il u_l r_lᵀ.
// Its squared norm needs only dot products of these vectors: no block is
// formed.
struct Head {
  Head(const Layer& layer, int64_t head)
      : scale(layer.scale), weights(RowsOf(layer.weights, head)) {
    const Rows v = RowsOf(layer.v, head), o = RowsOf(layer.out, head);
    const Rows wv = Transposed(WeightOf(layer.wv, head, v.width));
    const Rows g = Products(RowsOf(layer.q, head),
                            WeightOf(layer.wk, head, layer.q.shape[3]));
    const Rows r = Products(RowsOf(layer.k, head),
                            WeightOf(layer.wq, head, layer.k.shape[3]));
    const Rows y = Products(g, wv), z = Products(r, wv);
    for (int64_t e = 0; e < wv.size(); ++e) value_norm += Dot(wv, e, wv, e);
    vv = ExactProducts(v, v);
    ov = ExactProducts(o, v);
    rr = ExactProducts(r, r);
    gr = ExactProducts(g, r);
    vy = ExactProducts(v, y);
    oz = ExactProducts(o, z);
    for (int64_t i = 0; i < v.size(); ++i) {
      oo.push_back(Dot(o, i, o, i));
      gg.push_back(Dot(g, i, g, i));
      oy.push_back(Dot(o, i, y, i));
      vz.push_back(Dot(v, i, z, i));
    }
  }

  // u_l·u_m, seen from query i.
  double Pull(int64_t i, int64_t l, int64_t m) const {
    return vv[l][m] - ov[i][l] - ov[i][m] + oo[i];
  }
  // ‖W_Vᵀ + s u_j g_iᵀ‖² = ‖W_V‖² + 2s u_jᵀ(W_Vᵀ g_i) + s²‖u_j‖²‖g_i‖²
  double Direct(int64_t i, int64_t j) const {
    return value_norm + 2 * scale * (vy[j][i] - oy[i]) +
           scale * scale * Pull(i, j, j) * gg[i];
  }
  // What the last sum adds on the diagonal: twice its product with the other
  // two terms, and its own square.
  double Query(int64_t i) const {
    const float* w = weights[i];
    double mixed = 0;
    double square = 0;
    for (int64_t l = 0; l < weights.width; ++l) {
      if (w[l] == 0) continue;
      mixed += w[l] * (vz[l] - oz[i][l] + scale * Pull(i, l, i) * gr[i][l]);
      double row = 0;
      for (int64_t m = 0; m < weights.width; ++m) {
        row += w[m] * Pull(i, l, m) * rr[l][m];
      }
      square += w[l] * row;
    }
    return scale * (2 * w[i] * mixed + scale * square);
  }

  double scale;
  Rows weights;
  double value_norm = 0;
  // Dot products by position: [a][b] of two lists, one index of a pair.
  std::vector<Doubles> vv, ov, rr, gr, vy, oz;
  Doubles oo, gg, oy, vz;
};

void AddHead(const Layer& layer, int64_t index, Doubles* squares) {
  const Head head(layer, index);
  const int64_t tokens = layer.tokens;
  for (int64_t i = 0; i < tokens; ++i) {
    for (int64_t j = 0; j < tokens; ++j) {
      const double weight = head.weights[i][j];
      double& square = (*squares)[i * tokens + j];
      if (weight != 0) square += weight * weight * head.Direct(i, j);
      if (i == j) square += head.Query(i);
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
