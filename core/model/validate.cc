// Settings that are each in range and yet contradict one another.
#include "core/model/config.h"

namespace clearhead {
namespace {

Status Wrong(const char* setting, int64_t value, const char* why) {
  return Fail(ErrorCode::kArgument, "model: % is %; %", setting, value, why);
}

Status CheckHeads(const ModelConfig& c) {
  if (c.d_k == 0) {
    return Fail(ErrorCode::kArgument,
                "model: d_model is % and heads is %; give heads that divide "
                "d_model, or d_k",
                c.d_model, c.heads);
  }
  if (c.heads % c.kv_heads != 0) {
    return Fail(ErrorCode::kArgument,
                "model: kv_heads is % and heads is %; give a divisor of heads",
                c.kv_heads, c.heads);
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
  return {};
}

// What only attention can do, and sizes that would take minutes to draw.
Status CheckRecurrent(const ModelConfig& c) {
  if (c.kind != ModelKind::kRecurrent) return {};
  if (c.positions > PositionKind::kLearned) {
    return Fail(ErrorCode::kArgument,
                "model: kind is 'recurrent' and positions are of a kind that "
                "attention reads; choose 'none', 'sinusoidal' or 'learned'");
  }
  if (c.d_model > 1024) {
    return Wrong("d_model", c.d_model, "a recurrent model takes at most 1024");
  }
  return {};
}

// Distances below buckets / 2, or / 4 in both directions, have one each.
Status CheckRelative(const ModelConfig& c) {
  if (c.positions != PositionKind::kRelative) return {};
  if (c.max_distance > c.buckets / 2) return {};
  return Fail(ErrorCode::kArgument,
              "model: max_distance is % and buckets is %; give a max_distance "
              "above half of the buckets",
              c.max_distance, c.buckets);
}

}  // namespace

Status Validate(const ModelConfig& config) {
  CH_RETURN_IF_ERROR(CheckRecurrent(config));
  CH_RETURN_IF_ERROR(CheckRelative(config));
  CH_RETURN_IF_ERROR(CheckHeads(config));
  CH_RETURN_IF_ERROR(CheckLatent(config));
  return CheckRest(config);
}

}  // namespace clearhead
