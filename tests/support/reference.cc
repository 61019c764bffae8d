#include "tests/support/reference.h"

#include <complex>
#include <map>
#include <string>

#include "tests/support/twins/attention.h"
#include "tests/support/twins/count.h"
#include "tests/support/twins/draws.h"
#include "tests/support/twins/elementwise.h"
#include "tests/support/twins/heads.h"
#include "tests/support/twins/layers.h"
#include "tests/support/twins/losses.h"
#include "tests/support/twins/masks.h"
#include "tests/support/twins/measures.h"
#include "tests/support/twins/norms.h"
#include "tests/support/twins/positions.h"
#include "tests/support/twins/softmax.h"
#include "tests/support/twins/spectral.h"

namespace clearhead::test {

template <typename Number>
Twin<Number> FindTwin(const std::string& name) {
  static const std::map<std::string, Twin<Number>> all = {
      {"embedding", twins::Embedding<Number>},
      {"normal", twins::Normal<Number>},
      {"uniform", twins::Uniform<Number>},
      {"sinusoidal", twins::Sinusoidal<Number>},
      {"rotary_frequencies", twins::RotaryFrequencies<Number>},
      {"rotary_table", twins::RotaryTable<Number>},
      {"rotary", twins::Rotary<Number>},
      {"alibi", twins::Alibi<Number>},
      {"relative_bias", twins::RelativeBias<Number>},
      {"add", twins::Add<Number>},
      {"difference", twins::Difference<Number>},
      {"multiply", twins::Multiply<Number>},
      {"divide", twins::Divide<Number>},
      {"activation", twins::Activation<Number>},
      {"linear", twins::Linear<Number>},
      {"matmul", twins::MatMul<Number>},
      {"scores", twins::Scores<Number>},
      {"scale", twins::Scale<Number>},
      {"soft_cap", twins::SoftCap<Number>},
      {"mask", twins::Mask<Number>},
      {"combine_masks", twins::CombineMasks<Number>},
      {"visible", twins::Visible<Number>},
      {"triangle", twins::Triangle<Number>},
      {"apply_mask", twins::ApplyMask<Number>},
      {"softmax", twins::Softmax<Number>},
      {"masked_softmax", twins::MaskedSoftmax<Number>},
      {"log_softmax", twins::LogSoftmax<Number>},
      {"weighted_sum", twins::WeightedSum<Number>},
      {"attention", twins::Attention<Number>},
      {"slice", twins::Slice<Number>},
      {"concatenate", twins::Concatenate<Number>},
      {"split_heads", twins::SplitHeads<Number>},
      {"join_heads", twins::JoinHeads<Number>},
      {"pool_heads", twins::PoolHeads<Number>},
      {"multi_head_attention", twins::MultiHead<Number>},
      {"latent_attention", twins::Latent<Number>},
      {"feed_forward", twins::FeedForward<Number>},
      {"recurrent", twins::Recurrent<Number>},
      {"layer_norm", twins::LayerNorm<Number>},
      {"rms_norm", twins::RmsNorm<Number>},
      {"norm", twins::Norm<Number>},
      {"dropout", twins::Dropout<Number>},
      {"token_losses", twins::TokenLosses<Number>},
      {"total_loss", twins::TotalLoss<Number>},
      {"cross_entropy", twins::CrossEntropy<Number>},
      {"singular_values", twins::SingularValues<Number>},
      {"symmetry", twins::Symmetry<Number>},
      {"low_rank", twins::LowRank<Number>},
      {"statistics", twins::Mean<Number>},
      {"cosine", twins::Cosine<Number>},
      {"softmax_jacobian", twins::SoftmaxJacobian<Number>},
      {"entropy", twins::Entropy<Number>},
      {"information", twins::Information<Number>},
      {"count", twins::Counted<Number>}};
  const auto found = all.find(name);
  return found == all.end() ? nullptr : found->second;
}

template Twin<double> FindTwin(const std::string& name);
template Twin<std::complex<double>> FindTwin(const std::string& name);

}  // namespace clearhead::test
