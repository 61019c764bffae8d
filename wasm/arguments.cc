#include "wasm/arguments.h"

#include "core/base/text.h"

namespace clearhead::js {
namespace {

const char* WeightName(int i) { return NameOf(static_cast<WeightKind>(i)); }
const char* MaskName(int i) { return NameOf(static_cast<MaskKind>(i)); }
const char* RecordName(int i) {
  static constexpr const char* kNames[] = {"none", "train", "inspect"};
  return kNames[i];
}
const char* ActionName(int i) {
  static constexpr const char* kNames[] = {"set", "replace", "add", "scale"};
  return kNames[i];
}

Intervention ToIntervention(size_t i, Reader& reader) {
  Intervention intervention;
  reader.List();
  intervention.tensor = reader.Text();
  intervention.action = static_cast<Intervention::Action>(
      reader.Choice(Text("interventions[%].action", i), 4, ActionName));
  intervention.indices = reader.Integers();
  intervention.values = reader.Numbers();
  return intervention;
}

}  // namespace

ApplyRequest ToApplyRequest(Reader& reader) {
  ApplyRequest request;
  request.operation = reader.Text();
  request.stages = reader.Flag();
  for (size_t left = reader.Map(); left > 0; --left) {
    std::string name = reader.Text();
    request.attributes.emplace_back(std::move(name), reader.Setting());
  }
  for (size_t left = reader.Map(); left > 0; --left) {
    std::string name = reader.Text();
    request.inputs.emplace_back(std::move(name), reader.Tensor());
  }
  if (!reader.Nil()) request.output_gradient = reader.Tensor();
  return request;
}

SelfAttentionConfig ToConfig(Reader& reader) {
  SelfAttentionConfig config;
  config.d_model = reader.Integer();
  config.d_k = reader.Integer();
  config.heads = reader.Integer();
  config.seed = static_cast<uint32_t>(reader.Integer());
  config.weights =
      static_cast<WeightKind>(reader.Choice("config.weights", 5, WeightName));
  config.mask =
      static_cast<MaskKind>(reader.Choice("config.mask", 4, MaskName));
  config.length = reader.Integer();
  config.scaling = reader.Flag();
  config.positions = reader.Flag();
  return config;
}

RunRequest ToRunRequest(Reader& reader) {
  RunRequest request;
  request.tokens = reader.Words();
  request.record =
      static_cast<Recording>(reader.Choice("record", 3, RecordName));
  const size_t count = reader.List();
  for (size_t i = 0; i < count; ++i) {
    request.interventions.push_back(ToIntervention(i, reader));
  }
  return request;
}

GradientRequest ToGradientRequest(Reader& reader) {
  GradientRequest request;
  request.tensor = reader.Text();
  if (!reader.Nil()) request.index = reader.Sizes();
  return request;
}

}  // namespace clearhead::js
