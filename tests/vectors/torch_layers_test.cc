// PyTorch's encoder and decoder layers and its whole Transformer, with the
// gradients of every weight.
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/gradients.h"
#include "core/model/transformer.h"
#include "tests/support/array.h"
#include "tests/support/family.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kValue{1e-5, 1e-4};
constexpr Tolerance kGradient{1e-4, 1e-3};

using Names = std::vector<std::pair<std::string, std::string>>;

// A parameter of ours: the rows first … first + columns − 1 of theirs, which
// holds matrices transposed.
struct Source {
  std::string tensor;
  int64_t first;
};

// What their layer calls its norms, in the order of the sublayers.
Names NormsOf(bool decoder) {
  if (decoder) {
    return {{"self_attention_norm", "norm1"},
            {"cross_attention_norm", "norm2"},
            {"feed_forward_norm", "norm3"}};
  }
  return {{"self_attention_norm", "norm1"}, {"feed_forward_norm", "norm2"}};
}

// Where the parameter `name`, "self_attention.query.weight", of a layer of
// width C lies in theirs.
Source SourceOf(const std::string& name, bool decoder, int64_t width) {
  const std::string kind = name.substr(name.rfind('.') + 1);
  for (const auto& [ours, theirs] : NormsOf(decoder)) {
    if (name.rfind(ours, 0) == 0) return {theirs + "." + kind, 0};
  }
  if (name.rfind("feed_forward.in", 0) == 0) return {"linear1." + kind, 0};
  if (name.rfind("feed_forward.out", 0) == 0) return {"linear2." + kind, 0};
  const std::string attention =
      name.rfind("self", 0) == 0 ? "self_attn." : "multihead_attn.";
  const std::string part = name.substr(name.find('.') + 1);
  if (part.rfind("output", 0) == 0) return {attention + "out_proj." + kind, 0};
  const int64_t number = part.rfind("query", 0) == 0 ? 0
                         : part.rfind("key", 0) == 0 ? 1
                                                     : 2;
  return {attention + "in_proj_" + kind, number * width};
}

// The same for "decoder.1.…" and "encoder.norm.…" of a whole model; a layer
// alone has no such beginning in their names.
Source SourceInModel(const std::string& name, bool alone, int64_t width) {
  const size_t dot = name.find('.');
  const std::string stack = name.substr(0, dot);
  const std::string rest = name.substr(dot + 1);
  if (rest.rfind("norm.", 0) == 0) return {stack + "." + rest, 0};
  const size_t end = rest.find('.');
  Source source = SourceOf(rest.substr(end + 1), stack == "decoder", width);
  if (!alone) {
    source.tensor =
        stack + ".layers." + rest.substr(0, end) + "." + source.tensor;
  }
  return source;
}

// The cell of theirs that is our cell `flat` of `shape`.
double CellOf(const VectorTensor& theirs, const Source& source,
              const Shape& shape, int64_t flat) {
  if (shape.size() == 1) return theirs.values[source.first + flat];
  const int64_t row = flat / shape[1], column = flat % shape[1];
  return theirs.values[(source.first + column) * shape[0] + row];
}

Tensor StreamOf(Graph& graph, const VectorCase& test, const char* name) {
  const VectorTensor& stream = test.inputs.at(std::string("in.") + name);
  return graph.Input(name, DataType::kFloat32, stream.shape,
                     {AxisRole::kBatch, AxisRole::kPosition, AxisRole::kModel},
                     [&](const TensorView& cells) {
                       for (size_t i = 0; i < stream.values.size(); ++i) {
                         cells.floats()[i] =
                             static_cast<float>(stream.values[i]);
                       }
                     });
}

// [B, 1, 1, S] of their mask, in which 1 is padding.
Tensor VisibleOf(Graph& graph, const VectorCase& test, const char* name) {
  const std::string key = std::string("in.") + name;
  if (!test.Has(key)) return {};
  const VectorTensor& padding = test.inputs.at(key);
  return graph.Input(
      name, DataType::kUint8, {padding.shape[0], 1, 1, padding.shape[1]},
      {AxisRole::kBatch, AxisRole::kHead, AxisRole::kQuery, AxisRole::kKey},
      [&](const TensorView& cells) {
        for (size_t i = 0; i < padding.values.size(); ++i) {
          cells.as<uint8_t>()[i] = padding.values[i] == 0;
        }
      });
}

ModelConfig ConfigOf(const VectorCase& test) {
  const std::string kind = test.family == "layer" ? test.words.at("kind") : "";
  Settings settings = {
      {"vocabulary", 1},
      {"d_model", test.Number("d_model", 0)},
      {"heads", test.Number("nhead", 0)},
      {"d_ff", test.Number("ff", 0)},
      {"epsilon", test.Number("eps", 0)},
      {"activation", test.words.at("activation")},
      {"final_norm", kind.empty() ? "always" : "never"},
      {"encoder_layers", test.Number("enc_layers", kind != "dec")},
      {"decoder_layers", test.Number("dec_layers", 1)},
      {"order", test.Number("norm_first", 0) != 0 ? "pre" : "post"},
      {"mask", test.Has("in.tgt_mask") ? "causal" : "none"}};
  if (kind == "enc") settings.push_back({"kind", "encoder"});
  const Result<ModelConfig> config = MakeConfig("", settings);
  REQUIRE(config);
  return config.value();
}

struct Recorded {
  Tensor x, memory;  // the inputs
  Tensor encoded, y;
};

Recorded Record(Graph& graph, Transformer& model, const VectorCase& test) {
  Recorded run;
  if (test.Has("in.src")) {
    run.memory = StreamOf(graph, test, "src");
    const Tensor visible = VisibleOf(graph, test, "src_key_padding_mask");
    run.encoded = model.EncoderStack(run.memory, visible);
    run.x = StreamOf(graph, test, "tgt");
    run.y = model.DecoderStack(run.x,
                               VisibleOf(graph, test, "tgt_key_padding_mask"),
                               run.encoded, visible);
    return run;
  }
  run.x = StreamOf(graph, test, "x");
  if (!test.Has("in.memory")) {
    run.y = model.EncoderStack(run.x,
                               VisibleOf(graph, test, "src_key_padding_mask"));
    return run;
  }
  run.memory = StreamOf(graph, test, "memory");
  run.y = model.DecoderStack(
      run.x, VisibleOf(graph, test, "tgt_key_padding_mask"), run.memory,
      VisibleOf(graph, test, "memory_key_padding_mask"));
  return run;
}

VectorTensor CellsOf(const TensorView& view) {
  return {"f32", view.shape, Read(view).cells};
}

std::string Check(const VectorCase& test, Recording recording) {
  const auto budget = std::make_shared<Budget>();
  const ModelConfig config = ConfigOf(test);
  const auto any = [](const Parameter&) { return Status(); };
  const auto declared = ParametersOf(config, budget, any);
  if (!declared) return declared.error().message;
  Result<Parameters> made = Parameters::Make(budget, declared.value());
  if (!made) return made.error().message;
  Parameters parameters = *std::move(made);
  const bool alone = test.family == "layer";
  const auto each = [&](const auto& visit) {
    for (size_t i = 0; i < parameters.list().size(); ++i) {
      const Parameter& parameter = parameters.list()[i];
      if (parameter.name.rfind("embedding", 0) == 0) continue;
      visit(parameter, parameters.Cells(static_cast<int>(i)),
            SourceInModel(parameter.name, alone, config.d_model));
    }
  };
  each([&](const Parameter& parameter, const TensorView& cells,
           const Source& source) {
    const VectorTensor& theirs = test.inputs.at("w." + source.tensor);
    for (int64_t i = 0; i < parameter.count(); ++i) {
      cells.floats()[i] =
          static_cast<float>(CellOf(theirs, source, parameter.shape, i));
    }
  });

  Graph graph(budget, recording);
  Transformer model(graph, config, parameters);
  const Recorded run = Record(graph, model, test);
  if (!graph.status()) return graph.status().error().message;
  std::string difference = Compare("y", CellsOf(graph.Cells(run.y)),
                                   test.inputs.at("out.y"), kValue);
  if (run.encoded.valid()) {
    difference += Compare("memory", CellsOf(graph.Cells(run.encoded)),
                          test.inputs.at("out.memory"), kValue);
  }

  const VectorTensor& up = test.inputs.at("up.y");
  std::vector<float> weights(up.values.begin(), up.values.end());
  Gradients gradients(budget);
  const Status computed = gradients.Compute(
      graph, {.tensor = run.y,
              .weights = {DataType::kFloat32, up.shape, DenseStrides(up.shape),
                          weights.data()}});
  if (!computed) return computed.error().message;
  const auto compare = [&](const std::string& name, Tensor tensor) {
    if (!tensor.valid() || !test.Has("grad.in." + name)) return;
    difference += Compare("d" + name, CellsOf(gradients.Of(graph, tensor)),
                          test.inputs.at("grad.in." + name), kGradient);
  };
  compare(test.Has("in.src") ? "tgt" : "x", run.x);
  compare(test.Has("in.src") ? "src" : "memory", run.memory);
  each(
      [&](const Parameter& parameter, const TensorView&, const Source& source) {
        const VectorTensor& theirs = test.inputs.at("grad.w." + source.tensor);
        VectorTensor wanted{"f32", parameter.shape, {}};
        for (int64_t i = 0; i < parameter.count(); ++i) {
          wanted.values.push_back(CellOf(theirs, source, parameter.shape, i));
        }
        difference +=
            Compare("d" + parameter.name,
                    CellsOf(gradients.Of(graph, graph.Find(parameter.name))),
                    wanted, kGradient);
      });
  return difference;
}

void Gate(const char* family, const std::vector<std::string>& prefixes) {
  if (VectorsFolder().empty()) return Family::Absent(family, "of vectors");
  Family report(family);
  for (const VectorCase& test : ReadTorch(prefixes)) {
    // Fused attention and its stages.
    report.Report(test.name, Check(test, Recording::kTrain));
    report.Report(test.name + " by stages", Check(test, Recording::kInspect));
  }
  CHECK(report.Close() == "");
}

}  // namespace

TEST_CASE("PyTorch encoder layers", "[vectors]") {
  Gate("torch_encoder_layer", {"enc_"});
}
TEST_CASE("PyTorch decoder layers", "[vectors]") {
  Gate("torch_decoder_layer", {"dec_"});
}
TEST_CASE("PyTorch Transformer", "[vectors]") {
  Gate("torch_transformer", {"transformer_"});
}

}  // namespace clearhead::test
