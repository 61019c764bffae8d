#include "core/model/presets.h"

#include "core/base/text.h"

namespace clearhead {
namespace {

struct PresetSetting {
  const char* name;
  double number;
  const char* word = nullptr;
};
struct Preset {
  const char* name;
  List<PresetSetting> settings;
};

constexpr Preset kPresets[] = {
    // Vaswani et al. 2017
    {"transformer", {{"kind", 0, "encoder_decoder"}, {"order", 0, "post"}}},
    // Devlin et al. 2019
    {"bert",
     {{"kind", 0, "encoder"},
      {"order", 0, "post"},
      {"positions", 0, "learned"},
      {"activation", 0, "gelu"},
      {"scale_embedding", 0}}},
    // Radford et al. 2019
    {"gpt",
     {{"kind", 0, "decoder"},
      {"positions", 0, "learned"},
      {"activation", 0, "gelu_tanh"},
      {"scale_embedding", 0}}},
    // Raffel et al. 2020, with the gate of T5 1.1
    {"t5",
     {{"kind", 0, "encoder_decoder"},
      {"positions", 0, "relative"},
      {"norm", 0, "rms"},
      {"activation", 0, "gelu_tanh"},
      {"gated", 1},
      {"bias", 0},
      {"scale", 1},
      {"scale_embedding", 0}}},
    // Touvron et al. 2023
    {"llama",
     {{"kind", 0, "decoder"},
      {"positions", 0, "rotary"},
      {"norm", 0, "rms"},
      {"activation", 0, "silu"},
      {"gated", 1},
      {"bias", 0},
      {"tied", 0},
      {"scale_embedding", 0}}},
    // DeepSeek-AI 2024, section 2.1
    {"deepseek",
     {{"kind", 0, "decoder"},
      {"attention", 0, "latent"},
      {"positions", 0, "rotary"},
      {"norm", 0, "rms"},
      {"activation", 0, "silu"},
      {"gated", 1},
      {"bias", 0},
      {"scale_embedding", 0}}},
    // Elman 1990
    {"recurrent", {{"kind", 0, "recurrent"}, {"positions", 0, "none"}}},
};

}  // namespace

std::vector<std::string> Presets() {
  std::vector<std::string> names;
  for (const Preset& preset : kPresets) names.emplace_back(preset.name);
  return names;
}

Result<Settings> PresetSettings(std::string_view preset) {
  Settings settings;
  if (preset.empty()) return settings;
  for (const Preset& candidate : kPresets) {
    if (preset != candidate.name) continue;
    for (const PresetSetting& setting : candidate.settings) {
      settings.push_back({setting.name, setting.word != nullptr
                                            ? Attribute(setting.word)
                                            : Attribute(setting.number)});
    }
    return settings;
  }
  std::string names;
  for (const std::string& name : Presets()) AppendName(name, &names);
  return Fail(ErrorCode::kUnknown, "model: there is no preset '%'; there are %",
              preset, names);
}

}  // namespace clearhead
