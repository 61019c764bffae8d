// Settings that are each in range and yet contradict one another.
#include "core/model/config.h"

namespace clearhead {
namespace {

Status Wrong(const char* setting, int64_t value, const char* why) {
  return Fail(ErrorCode::kArgument, "model: % is %; %", setting, value, why);
}

Status CheckHeads(const ModelConfig& c) {
  if (c.d_k == 0 || c.d_k * c.heads < c.heads) {
    return Wrong("heads", c.heads,
                 "d_model is smaller: give d_k, or fewer heads");
  }
  if (c.heads % c.kv_heads != 0) {
    return Wrong("kv_heads", c.kv_heads, "give a divisor of heads");
  }
  if (c.rotary_width % 2 != 0 || c.rotary_width > c.d_k) {
    return Wrong("rotary_width", c.rotary_width,
                 "give an even number, at most d_k");
  }
  if (c.positions == PositionKind::kRotary && c.rotary_width == 0) {
    return Wrong("d_k", c.d_k, "rotary positions turn pairs: give 2 or more");
  }
  if (c.share != "none" && c.kv_heads != c.heads && c.share != "key_value") {
    return Wrong("kv_heads", c.kv_heads,
                 "with shared queries and keys give as many as heads");
  }
  if (c.share == "input" && c.d_k * c.heads != c.d_model) {
    return Wrong("d_k", c.d_k,
                 "with share 'input' heads are parts of the stream: give "
                 "d_model / heads");
  }
  return {};
}

Status CheckLatent(const ModelConfig& c) {
  if (c.attention != HeadKind::kLatent) return {};
  if (c.positions != PositionKind::kRotary) {
    return Fail(ErrorCode::kArgument,
                "model: attention is 'latent' and positions is another kind "
                "than 'rotary'; a part of its keys is there to be turned: "
                "choose 'rotary'");
  }
  if (c.rotary_width >= c.d_k) {
    return Wrong("rotary_width", c.rotary_width,
                 "latent attention needs features that do not turn: give less "
                 "than d_k");
  }
  if (c.share != "none") {
    return Fail(ErrorCode::kArgument,
                "model: share is '%'; latent attention has no projections to "
                "share: choose 'none'",
                c.share);
  }
  return {};
}

Status CheckRest(const ModelConfig& c) {
  if (c.outputs > c.vocabulary) {
    return Wrong("outputs", c.outputs, "give at most the vocabulary");
  }
  const auto limited = [](MaskKind kind) {
    return kind == MaskKind::kPrefix || kind == MaskKind::kWindow;
  };
  if ((limited(c.mask) || limited(c.encoder_mask)) && c.mask_length == 0) {
    return Wrong("mask_length", 0,
                 "a prefix or a window has a length: give 1 or more");
  }
  for (const MaskKind kind : {c.mask, c.encoder_mask}) {
    if (kind != MaskKind::kPadding && kind != MaskKind::kCombined) continue;
    return Fail(ErrorCode::kArgument,
                "model: a mask is '%'; padding follows from the lengths that a "
                "run is given: choose none, causal, prefix or window",
                NameOf(kind));
  }
  return {};
}

}  // namespace

Status Validate(const ModelConfig& config) {
  CH_RETURN_IF_ERROR(CheckHeads(config));
  CH_RETURN_IF_ERROR(CheckLatent(config));
  return CheckRest(config);
}

}  // namespace clearhead
