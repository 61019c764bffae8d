// The attributes of "activation", which layers that contain one take as well.
#ifndef CLEARHEAD_CORE_OPS_ACTIVATION_H_
#define CLEARHEAD_CORE_OPS_ACTIVATION_H_

#include <limits>

#include "core/graph/schema.h"

namespace clearhead {

inline constexpr Words kActivations = {
    "relu",       "leaky_relu", "elu",  "tanh", "sigmoid",  "silu",
    "quick_gelu", "gelu_tanh",  "gelu", "erf",  "softplus", "mish"};

inline constexpr AttributeSchema kActivationAttribute = {
    .name = "kind",
    .type = AttributeType::kString,
    .summary = "The function.",
    .required = true,
    .words = kActivations};
inline constexpr AttributeSchema kAlphaAttribute = {
    .name = "alpha",
    .summary = "α of leaky_relu (0.01 where not given), elu (1) and silu (1).",
    .fallback = std::numeric_limits<double>::quiet_NaN()};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_ACTIVATION_H_
