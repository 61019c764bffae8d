// ∂out_i/∂x_j of one self-attention layer, one head at a time, in closed form:
// what the chain rule gives, without a backward pass.
//
// With s = 1/√d_k or 1, and a_il the weights as softmax computed them,
//   ∂out_i/∂x_j = w_ij W_Vᵀ + b_ij (W_K q_i)ᵀ + [i = j] Σ_l b_il (W_Q k_l)ᵀ
//   b_ij        = s a_ij (v_j − Σ_l a_il v_l)
// An intervention inside the layer lets a factor F of the gradient through, 0
// where a cell was set; each stands beside the tensor it was made to:
//   ∂out_i/∂x_j = F_o,i ∘ [w_ij F_v,j ∘ W_Vᵀ + b_ij (W_K (F_k,j ∘ q_i))ᵀ
//                          + [i = j] Σ_l b_il (W_Q (F_q,i ∘ k_l))ᵀ]
//   b_ij        = s F_s,ij a_ij (F_w,ij v_j − Σ_l F_w,il a_il v_l)
// Derived from Vaswani et al. 2017, equation 1.
#ifndef CLEARHEAD_CORE_ANALYSIS_ATTENTION_JACOBIAN_H_
#define CLEARHEAD_CORE_ANALYSIS_ATTENTION_JACOBIAN_H_

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace clearhead {

// Vectors of one head, one a row.
struct Rows {
  int64_t width = 0;
  std::vector<float> cells;

  int64_t size() const { return static_cast<int64_t>(cells.size()) / width; }
  const float* operator[](int64_t row) const {
    return cells.data() + row * width;
  }
  float* operator[](int64_t row) { return cells.data() + row * width; }
};

class HeadJacobian {
 public:
  // A head of a graph that CheckStages accepts and that outlives it.
  HeadJacobian(const Graph& graph, int64_t head);

  // The output position of the blocks that follow.
  void At(int64_t i);
  // ∂out_i/∂x_j: [features of the head, C].
  Result<Rows> Block(int64_t j) const;
  // Its squared Frobenius norm. Forms no block where i ≠ j.
  Result<double> Square(int64_t j) const;

 private:
  // g = W_K (F_k,j ∘ q_i) with ‖g‖² and its products with the rows of W_Vᵀ.
  struct Pull {
    std::vector<float> g;
    std::vector<double> values;
    double square = 0;
  };
  Pull PullOf(const float* passes_k) const;
  Status AddQueries(Rows* block) const;

  const Graph& graph_;
  double scale_;
  Rows q_, k_, v_, weights_;
  Rows computed_;                        // a
  Rows passes_q_, passes_k_, passes_v_;  // F of each tensor
  Rows passes_scores_, passes_weights_, passes_output_;
  Rows value_;                            // W_Vᵀ: [features, C]
  TensorView query_weight_, key_weight_;  // [C, D]
  std::vector<double> value_squares_;     // ‖row of W_Vᵀ‖²
  int64_t i_ = 0;
  Rows b_;
  Pull untouched_;  // where F_k,j is 1
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ANALYSIS_ATTENTION_JACOBIAN_H_
