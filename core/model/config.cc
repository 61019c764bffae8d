#include "core/model/config.h"

#include <utility>

#include "core/attention/multi_head.h"
#include "core/model/presets.h"
#include "core/model/settings.h"
#include "core/ops/activation.h"
#include "core/ops/patterns.h"
#include "core/positions/rotary.h"

namespace clearhead {
namespace {

constexpr Words kKinds = {"encoder_decoder", "encoder", "decoder", "recurrent"};
constexpr Words kHeadKinds = {"multi_head", "latent"};
constexpr Words kPositionKinds = {"none",   "sinusoidal", "learned",
                                  "rotary", "alibi",      "relative"};
constexpr Words kMasks = {"none", "causal", "prefix", "window"};
constexpr MaskKind kMaskKinds[] = {MaskKind::kNone, MaskKind::kCausal,
                                   MaskKind::kPrefix, MaskKind::kWindow};
constexpr Words kNorms = {"layer", "rms"};
constexpr Words kOrders = {"pre", "post"};
constexpr Words kFinalNorms = {"after_pre", "always", "never"};

constexpr double kMaxWidth = 4096;
constexpr double kMaxLayers = 64;

// All settings in the order of the schema: the one list to read and to write
// them by.
template <typename Visitor>
void Walk(ModelConfig& c, Visitor& visit) {
  visit.Word(&c.kind, kKinds);
  for (int64_t* size : {&c.vocabulary, &c.outputs, &c.d_model, &c.d_ff,
                        &c.encoder_layers, &c.decoder_layers}) {
    visit.Number(size);
  }
  visit.Word(&c.attention, kHeadKinds);
  for (int64_t* size : {&c.heads, &c.kv_heads, &c.d_k, &c.latent,
                        &c.query_latent, &c.rotary_width}) {
    visit.Number(size);
  }
  visit.Text(&c.share);
  visit.Number(&c.scale);
  visit.Number(&c.softcap);
  visit.Mask(&c.mask);
  visit.Mask(&c.encoder_mask);
  visit.Number(&c.mask_length);
  visit.Word(&c.positions, kPositionKinds);
  visit.Number(&c.max_length);
  visit.Number(&c.rotary_base);
  visit.Text(&c.rotary_layout);
  visit.Number(&c.buckets);
  visit.Number(&c.max_distance);
  visit.Word(&c.norm, kNorms);
  visit.Word(&c.order, kOrders);
  visit.Word(&c.final_norm, kFinalNorms);
  visit.Number(&c.residual);
  visit.Number(&c.epsilon);
  visit.Text(&c.activation);
  for (bool* flag : {&c.gated, &c.bias, &c.tied, &c.scale_embedding}) {
    visit.Number(flag);
  }
  visit.Number(&c.dropout);
  visit.Number(&c.recurrent_radius);
}

class Reader {
 public:
  explicit Reader(const Attributes& attributes) : next_(attributes.data()) {}

  template <typename Value>
  void Number(Value* value) {
    *value = static_cast<Value>(next_++->number);
  }
  void Text(std::string* value) { *value = next_++->text; }
  template <typename Enum>
  void Word(Enum* value, const Words& words) {
    *value = static_cast<Enum>(WordNumber(words, *next_++));
  }
  void Mask(MaskKind* value) {
    *value = kMaskKinds[WordNumber(kMasks, *next_++)];
  }

 private:
  const Attribute* next_;
};

class Writer {
 public:
  template <typename Value>
  void Number(Value* value) {
    Add(static_cast<double>(*value));
  }
  void Text(std::string* value) { Add(*value); }
  template <typename Enum>
  void Word(Enum* value, const Words& words) {
    Add(Item(words, static_cast<size_t>(*value)));
  }
  void Mask(MaskKind* value) { Add(NameOf(*value)); }
  Settings settings;

 private:
  void Add(Attribute value) {
    const char* name = Item(ModelSchema().attributes, settings.size()).name;
    settings.push_back({name, std::move(value)});
  }
};

// Sizes that follow from others.
void Complete(ModelConfig* config) {
  const auto complete = [](int64_t* size, int64_t value) {
    if (*size == 0) *size = value;
  };
  complete(&config->outputs, config->vocabulary);
  complete(&config->d_ff, 4 * config->d_model);
  complete(&config->kv_heads, config->heads);
  if (config->d_model % config->heads == 0) {
    complete(&config->d_k, config->d_model / config->heads);
  }
  const bool latent = config->attention == HeadKind::kLatent;
  complete(&config->rotary_width,
           latent ? config->d_k / 4 * 2 : config->d_k / 2 * 2);
  if (latent) complete(&config->latent, 2 * config->d_k);
  if (!config->encodes()) config->encoder_layers = 0;
  if (!config->decodes()) config->decoder_layers = 0;
}

}  // namespace

const Schema& ModelSchema() {
  static constexpr Schema schema = {
      .name = "model",
      .summary =
          "An encoder, a decoder or both. A recurrent model has neither "
          "attention nor norms: their settings do not apply to it.",
      .source = "Vaswani et al. 2017, section 3",
      .attributes = {
          WordSetting("kind", "encoder_decoder", kKinds,
                      "Which stacks there are."),
          WholeSetting("vocabulary", 32, 1, 65536, "V, tokens."),
          WholeSetting("outputs", 0, 0, 65536,
                       "Classes that the logits score: 0 for the vocabulary."),
          WholeSetting("d_model", 64, 1, kMaxWidth, "C."),
          WholeSetting("d_ff", 0, 0, 4 * kMaxWidth, "F; 0: 4·C."),
          WholeSetting("encoder_layers", 2, 0, kMaxLayers, "Of an encoder."),
          WholeSetting("decoder_layers", 2, 0, kMaxLayers, "Of a decoder."),
          WordSetting("attention", "multi_head", kHeadKinds,
                      "latent: MLA in self-attention."),
          WholeSetting("heads", 4, 1, 256, "H, of queries."),
          WholeSetting(
              "kv_heads", 0, 0, 256,
              "G, of keys and values: 0 as many as heads (MHA), a divisor "
              "(GQA), 1 (MQA)."),
          WholeSetting("d_k", 0, 0, kMaxWidth, "D; 0: C / H."),
          WholeSetting("latent", 0, 0, kMaxWidth, "Of MLA; 0: 2·D."),
          WholeSetting("query_latent", 0, 0, kMaxWidth, "Of MLA; 0: none."),
          WholeSetting("rotary_width", 0, 0, kMaxWidth,
                       "Features of a head that turn; 0: all, of MLA half."),
          WordSetting(
              "share", "none", kMultiHeadShares,
              "Which projections are one, as multi_head_attention has it."),
          NumberSetting("scale", kNotGiven, 1e-6, 1e6,
                        "Of the scores; 1/√D where not given."),
          NumberSetting("softcap", 0, 0, 1e6, "Bounds the scores; 0 does not."),
          WordSetting("mask", "causal", kMasks, "Of the decoder."),
          WordSetting("encoder_mask", "none", kMasks,
                      "Of the encoder; a window looks back only."),
          WholeSetting("mask_length", 0, 0, 65536, "Of a prefix or a window."),
          WordSetting("positions", "sinusoidal", kPositionKinds, "How."),
          WholeSetting("max_length", 512, 1, 65536, "Positions at most."),
          NumberSetting("rotary_base", 10000, 1.5, 1e9, "Of rotary positions."),
          WordSetting("rotary_layout", "half", kRotaryLayouts, "Of the pairs."),
          WholeSetting("buckets", 32, 4, 4096, "Of relative positions."),
          WholeSetting("max_distance", 128, 1, 65536, "Of relative positions."),
          WordSetting("norm", "layer", kNorms, "LayerNorm or RMSNorm."),
          WordSetting("order", "pre", kOrders,
                      "x + f(norm(x)), or norm(x + f(x)) as in 2017."),
          WordSetting("final_norm", "after_pre", kFinalNorms,
                      "A norm after the last layer: where layers norm first, "
                      "always, or never."),
          FlagSetting("residual", true, "Whether x is added to f."),
          NumberSetting("epsilon", 1e-5, 1e-12, 1, "Of the norms."),
          WordSetting("activation", "relu", kActivations,
                      "Of the feed-forward."),
          FlagSetting("gated", false, "A gate beside the activation."),
          FlagSetting("bias", true, "Of projections."),
          FlagSetting("tied", true, "The logits read the embeddings."),
          FlagSetting("scale_embedding", true, "Embeddings times √C."),
          NumberSetting("dropout", 0, 0, 0.9, "Rate while training."),
          NumberSetting("recurrent_radius", 1, 0, 8,
                        "ρ: the state's weights begin as ρ times an orthogonal "
                        "matrix.")}};
  return schema;
}

Result<ModelConfig> MakeConfig(std::string_view preset,
                               const Settings& settings) {
  CH_ASSIGN_OR_RETURN(Settings all, PresetSettings(preset));
  all.insert(all.end(), settings.begin(), settings.end());
  CH_ASSIGN_OR_RETURN(const Attributes attributes,
                      CheckAttributes(ModelSchema(), all));
  ModelConfig config;
  Reader reader(attributes);
  Walk(config, reader);
  Complete(&config);
  CH_RETURN_IF_ERROR(Validate(config));
  return config;
}

Settings SettingsOf(ModelConfig config) {
  Writer writer;
  Walk(config, writer);
  return std::move(writer.settings);
}

}  // namespace clearhead
