// What a model is made of. One table of settings gives the ranges, the error
// texts, the defaults and what the interface accepts.
#ifndef CLEARHEAD_CORE_MODEL_CONFIG_H_
#define CLEARHEAD_CORE_MODEL_CONFIG_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/graph/schema.h"
#include "core/masks/mask.h"
#include "core/model/settings.h"

namespace clearhead {

// Which stacks there are. recurrent: a decoder whose layers are recurrent
// instead of attention and feed-forward, for comparison.
enum class ModelKind : uint8_t {
  kEncoderDecoder,
  kEncoder,
  kDecoder,
  kRecurrent
};

enum class HeadKind : uint8_t { kMultiHead, kLatent };

enum class PositionKind : uint8_t {
  kNone,
  kSinusoidal,
  kLearned,
  kRotary,
  kAlibi,
  kRelative
};

enum class NormKind : uint8_t { kLayerNorm, kRmsNorm };

// x + f(norm(x)), or norm(x + f(x)).
enum class NormOrder : uint8_t { kPre, kPost };

// Whether a norm follows the last layer of a stack: where layers norm first,
// always (as torch.nn.Transformer), or never.
enum class FinalNorm : uint8_t { kAfterPre, kAlways, kNever };

// Whether a query may see keys that come later.
inline bool LooksAhead(MaskKind mask) {
  return mask == MaskKind::kNone || mask == MaskKind::kPrefix;
}

// The settings of a model, checked. Names and ranges are those of
// ModelSchema(); sizes that follow from others (0 there) are filled in.
struct ModelConfig {
  bool encodes() const { return kind <= ModelKind::kEncoder; }
  bool decodes() const { return kind != ModelKind::kEncoder; }
  bool crosses() const { return kind == ModelKind::kEncoderDecoder; }
  bool norms_last() const {
    return final_norm == FinalNorm::kAlways ||
           (final_norm == FinalNorm::kAfterPre && order == NormOrder::kPre);
  }

  ModelKind kind;
  int64_t vocabulary;  // V
  int64_t outputs;     // classes that the logits score: V, or fewer
  int64_t d_model;     // C
  int64_t d_ff;        // F
  int64_t encoder_layers, decoder_layers;
  HeadKind attention;
  int64_t heads, kv_heads, d_k;  // H, G, D
  int64_t latent, query_latent, rotary_width;
  std::string share;
  double scale;  // of the scores; NaN: 1/√D
  double softcap;
  MaskKind mask, encoder_mask;
  int64_t mask_length;
  PositionKind positions;
  int64_t max_length;
  double rotary_base;
  std::string rotary_layout;
  int64_t buckets, max_distance;  // of relative positions
  NormKind norm;
  NormOrder order;
  FinalNorm final_norm;
  bool residual;
  double epsilon;
  std::string activation;
  bool gated;
  bool bias, tied, scale_embedding;
  double dropout;
  double recurrent_radius;  // ρ
};

// "model": attributes alone, in the order of their meaning.
const Schema& ModelSchema();

// Whether settings that are each in range fit together; the error names one of
// them, what it was and what to give.
Status Validate(const ModelConfig& config);

// The settings on top of those of a preset ("" for none; presets.h), checked
// one by one and together.
Result<ModelConfig> MakeConfig(std::string_view preset,
                               const Settings& settings);

// All settings of a model: MakeConfig makes the same of them.
Settings SettingsOf(ModelConfig config);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MODEL_CONFIG_H_
