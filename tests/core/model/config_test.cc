#include "core/model/config.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "core/model/presets.h"

namespace clearhead {
namespace {

std::string ErrorOf(const Settings& settings, std::string_view preset = "") {
  const Result<ModelConfig> config = MakeConfig(preset, settings);
  return config ? "" : config.error().message;
}

}  // namespace

TEST_CASE("every preset is valid and sizes follow", "[model]") {
  for (const std::string& name : Presets()) {
    INFO(name);
    CHECK(ErrorOf({}, name) == "");
  }
  const Result<ModelConfig> config =
      MakeConfig("llama", {{"d_model", 48}, {"heads", 6}, {"vocabulary", 9}});
  REQUIRE(config);
  CHECK(config->d_k == 8);
  CHECK(config->kv_heads == 6);
  CHECK(config->d_ff == 192);
  CHECK(config->outputs == 9);
  CHECK(config->rotary_width == 8);
  CHECK(config->encoder_layers == 0);
  CHECK(config->norm == NormKind::kRmsNorm);
  CHECK(config->order == NormOrder::kPre);
}

TEST_CASE("settings come back as they were", "[model]") {
  for (const std::string& name : Presets()) {
    const Settings settings =
        SettingsOf(*MakeConfig(name, {{"dropout", 0.1}, {"kv_heads", 2}}));
    CHECK(settings.size() == ModelSchema().attributes.size());
    const Settings again = SettingsOf(*MakeConfig("", settings));
    REQUIRE(again.size() == settings.size());
    for (size_t i = 0; i < settings.size(); ++i) {
      INFO(name << " " << settings[i].first);
      CHECK(again[i].first == settings[i].first);
      CHECK(again[i].second.text == settings[i].second.text);
      const double was = settings[i].second.number;
      CHECK((std::isnan(was) || again[i].second.number == was));
    }
  }
}

TEST_CASE("what is wrong is named with what is allowed", "[model]") {
  CHECK(ErrorOf({{"d_modle", 8}}).find("no input or attribute 'd_modle'") !=
        std::string::npos);
  CHECK(ErrorOf({{"d_model", 0}}) ==
        "model: d_model is 0; it may be from 1 to 4096");
  CHECK(ErrorOf({{"positions", "circular"}}) ==
        "model: positions is 'circular'; it may be none, sinusoidal, learned, "
        "rotary, alibi, relative");
  CHECK(ErrorOf({}, "bort").find("no preset 'bort'; there are transformer") !=
        std::string::npos);
}

TEST_CASE("settings that contradict one another are refused", "[model]") {
  CHECK(ErrorOf({{"d_model", 10}, {"heads", 4}}) ==
        "model: d_model is 10 and heads is 4; give heads that divide d_model, "
        "or d_k");
  CHECK(ErrorOf({{"kind", "recurrent"}, {"positions", "rotary"}})
            .find("choose 'none', 'sinusoidal' or 'learned'") !=
        std::string::npos);
  CHECK(ErrorOf({{"d_model", 2048}}, "recurrent").find("at most 1024") !=
        std::string::npos);
  CHECK(ErrorOf({{"buckets", 64}, {"max_distance", 4}}, "t5")
            .find("above half of the buckets") != std::string::npos);
  CHECK(ErrorOf({{"scale", 0}}).find("scale is 0") != std::string::npos);
  CHECK(ErrorOf({{"heads", 4}, {"kv_heads", 3}}).find("kv_heads is 3") !=
        std::string::npos);
  CHECK(ErrorOf({{"positions", "rotary"}, {"d_k", 1}}).find("d_k is 1") !=
        std::string::npos);
  CHECK(ErrorOf({{"rotary_width", 3}}).find("rotary_width is 3") !=
        std::string::npos);
  CHECK(ErrorOf({{"attention", "latent"}}).find("choose 'rotary'") !=
        std::string::npos);
  CHECK(
      ErrorOf({{"rotary_width", 16}}, "deepseek").find("rotary_width is 16") !=
      std::string::npos);
  CHECK(ErrorOf({{"share", "all"}}, "deepseek").find("share is 'all'") !=
        std::string::npos);
  CHECK(ErrorOf({{"share", "all"}, {"kv_heads", 2}}).find("kv_heads is 2") !=
        std::string::npos);
  CHECK(ErrorOf({{"share", "input"}, {"d_k", 5}}).find("d_k is 5") !=
        std::string::npos);
  CHECK(ErrorOf({{"outputs", 64}, {"vocabulary", 9}}).find("outputs is 64") !=
        std::string::npos);
  CHECK(ErrorOf({{"mask", "window"}}).find("mask_length is 0") !=
        std::string::npos);
  CHECK(ErrorOf({{"encoder_mask", "padding"}})
            .find("encoder_mask is 'padding'") != std::string::npos);
}

}  // namespace clearhead
