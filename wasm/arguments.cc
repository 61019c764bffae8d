#include "wasm/arguments.h"

#include <algorithm>

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

NamedViews ToTensors(Reader& reader) {
  NamedViews tensors;
  for (size_t left = reader.Map(); left > 0; --left) {
    std::string name = reader.Text();
    tensors.emplace_back(std::move(name), reader.Tensor());
  }
  return tensors;
}

}  // namespace

std::vector<int32_t> ToIds(Reader& reader) {
  std::vector<int32_t> ids;
  for (const int64_t id : reader.Integers()) {
    ids.push_back(
        static_cast<int32_t>(std::clamp<int64_t>(id, INT32_MIN, INT32_MAX)));
  }
  return ids;
}

std::vector<Intervention> ToInterventions(Reader& reader) {
  std::vector<Intervention> interventions;
  const size_t count = reader.List();
  for (size_t i = 0; i < count; ++i) {
    interventions.push_back(ToIntervention(i, reader));
  }
  return interventions;
}

Recording ToRecording(Reader& reader) {
  return static_cast<Recording>(reader.Choice("record", 3, RecordName));
}

std::vector<std::pair<std::string, Attribute>> ToSettings(Reader& reader) {
  std::vector<std::pair<std::string, Attribute>> settings;
  for (size_t left = reader.Map(); left > 0; --left) {
    std::string name = reader.Text();
    settings.emplace_back(std::move(name), reader.Setting());
  }
  return settings;
}

ApplyRequest ToApplyRequest(Reader& reader) {
  ApplyRequest request;
  request.operation = reader.Text();
  request.stages = reader.Flag();
  request.attributes = ToSettings(reader);
  request.inputs = ToTensors(reader);
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
  config.mask = static_cast<MaskKind>(
      reader.Choice("config.mask", kScalarKinds, MaskName));
  config.length = reader.Integer();
  config.scaling = reader.Flag();
  config.positions = reader.Flag();
  return config;
}

RunRequest ToRunRequest(Reader& reader) {
  RunRequest request;
  request.tokens = reader.Words();
  request.record = ToRecording(reader);
  request.interventions = ToInterventions(reader);
  return request;
}

ComputeRequest ToComputeRequest(Reader& reader) {
  ComputeRequest request;
  request.inputs = ToTensors(reader);
  for (size_t left = reader.List(); left > 0; --left) {
    reader.List();
    Step step;
    step.name = reader.Text();
    step.operation = reader.Text();
    for (size_t inputs = reader.Map(); inputs > 0; --inputs) {
      std::string slot = reader.Text();
      step.inputs.emplace_back(std::move(slot), reader.Text());
    }
    step.attributes = ToSettings(reader);
    request.steps.push_back(std::move(step));
  }
  request.record = ToRecording(reader);
  request.interventions = ToInterventions(reader);
  return request;
}

GradientRequest ToGradientRequest(Reader& reader) {
  GradientRequest request;
  request.tensor = reader.Text();
  if (!reader.Nil()) request.index = reader.Sizes();
  return request;
}

}  // namespace clearhead::js
