#include <algorithm>
#include <utility>

#include "core/session/transformer_model.h"
#include "core/session/writing.h"
#include "wasm/arguments.h"
#include "wasm/model_calls.h"

namespace clearhead::js {
namespace {

int ToInt(Reader& reader) {
  return static_cast<int>(
      std::clamp<int64_t>(reader.Integer(), INT32_MIN, INT32_MAX));
}

const char* StoppingName(int i) {
  static constexpr const char* kNames[] = {"at_once", "when_better", "never"};
  return kNames[i];
}
const char* PenaltyName(int i) {
  static constexpr const char* kNames[] = {"power", "wu"};
  return kNames[i];
}
const char* NameOf(Fate fate) {
  static constexpr const char* kNames[] = {
      "live",      "ended",     "longest", "outranked",
      "ended_low", "no_choice", "stopped"};
  return kNames[static_cast<int>(fate)];
}

// [kind, value, keep, [[tokens, bias], …]]
Result<Processor> ToProcessor(Reader& reader) {
  reader.List();
  const std::string kind = reader.Text();
  Processor processor;
  processor.value = reader.Number();
  processor.keep = ToInt(reader);
  for (size_t left = reader.List(); left > 0; --left) {
    reader.List();
    Phrase phrase;
    phrase.tokens = ToIds(reader);
    phrase.bias = reader.Number();
    processor.phrases.push_back(std::move(phrase));
  }
  CH_ASSIGN_OR_RETURN(processor.kind, ProcessorNamed(kind));
  return processor;
}

Result<DecodeOptions> ToDecodeOptions(Reader& reader) {
  DecodeOptions options;
  options.prompt = ToIds(reader);
  options.forced = ToIds(reader);
  options.end_tokens = ToIds(reader);
  options.max_length = ToInt(reader);
  for (size_t left = reader.List(); left > 0; --left) {
    CH_ASSIGN_OR_RETURN(Processor processor, ToProcessor(reader));
    options.processors.push_back(std::move(processor));
  }
  return options;
}

LengthPenalty ToPenalty(Reader& reader) {
  LengthPenalty penalty;
  penalty.form = static_cast<LengthPenalty::Form>(
      reader.Choice("penalty", 2, PenaltyName));
  penalty.exponent = reader.Number();
  return penalty;
}

void WriteChoices(const std::vector<NextToken>& choices,
                  const std::vector<Processor>& processors, Writer& writer) {
  writer.List(choices.size());
  for (const NextToken& choice : choices) {
    writer.Map(4);
    writer.Set("token", choice.token);
    writer.Set("log_probability", choice.log_probability);
    writer.Set("score", choice.score);
    writer.Text("removed_by");
    if (choice.removed_by == kKept) {
      writer.Nil();
    } else if (choice.removed_by == kForced) {
      writer.Text("forced");
    } else if (choice.removed_by == kImpossible) {
      writer.Text("impossible");
    } else {
      writer.Text(clearhead::NameOf(
          processors[static_cast<size_t>(choice.removed_by)].kind));
    }
  }
}

Status WriteGeneration(const Writing& text, size_t most, Writer& writer) {
  const Generation& generation = *text.generation();
  const std::vector<int32_t>& tokens = generation.tokens();
  CH_ASSIGN_OR_RETURN(const std::vector<NextToken>& choices,
                      text.Choices(0, most, tokens.back()));
  writer.Map(5);
  writer.SetFlag("done", generation.done());
  writer.Set("tokens", tokens);
  writer.Set("log_probability", generation.log_probability());
  writer.Text("choices");
  WriteChoices(choices, generation.options().processors, writer);
  writer.Text("draw");
  const TokenDraw& draw = generation.draw();
  if (draw.token < 0) {
    writer.Nil();
    return {};
  }
  writer.Map(3);
  writer.Set("uniform", draw.uniform);
  const auto token = static_cast<size_t>(draw.token);
  writer.Set("low", token == 0 ? 0 : draw.cumulative[token - 1]);
  writer.Set("high", draw.cumulative[token]);
  return {};
}

void WriteNode(int32_t number, const BeamNode& node, Writer& writer) {
  writer.Map(7);
  writer.Set("node", number);
  writer.Set("parent", node.parent);
  writer.Set("token", node.token);
  writer.Set("length", node.length);
  writer.Set("fate", NameOf(node.fate));
  writer.Set("log_probability", node.log_probability);
  writer.Set("sum", node.sum);
}

// The whole tree: what was live becomes something else.
Status WriteBeams(const Writing& text, size_t most, Writer& writer) {
  const BeamSearch& beams = *text.beams();
  writer.Map(5);
  writer.SetFlag("done", beams.done());
  writer.Text("nodes");
  writer.List(beams.nodes().size());
  int32_t number = 0;
  for (const BeamNode& node : beams.nodes()) WriteNode(number++, node, writer);
  writer.Set("live", beams.live());
  writer.Set("continued", beams.continued());
  writer.Text("choices");
  writer.List(beams.continued().size());
  for (size_t row = 0; row < beams.continued().size(); ++row) {
    CH_ASSIGN_OR_RETURN(const std::vector<NextToken>& choices,
                        text.Choices(row, most, -1));
    WriteChoices(choices, beams.options().processors, writer);
  }
  return {};
}

}  // namespace

Status Write(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  WritingRequest request;
  request.source = ToIds(reader);
  CH_ASSIGN_OR_RETURN(DecodeOptions decode, ToDecodeOptions(reader));
  if (reader.Nil()) {
    GenerationOptions options;
    options.decode = std::move(decode);
    options.sample = reader.Flag();
    options.seed = static_cast<uint64_t>(reader.Integer());
    request.options = std::move(options);
  } else {
    BeamOptions options;
    options.decode = std::move(decode);
    options.width = ToInt(reader);
    options.penalty = ToPenalty(reader);
    options.stopping =
        static_cast<EarlyStopping>(reader.Choice("stopping", 3, StoppingName));
    request.options = std::move(options);
  }
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const TransformerModel* model,
                      session.Find<TransformerModel>(id));
  CH_ASSIGN_OR_RETURN(std::unique_ptr<Writing> made,
                      Writing::Make(session.shared_budget(), model->model(),
                                    std::move(request)));
  writer.Number(session.Add(std::move(made), id));
  return {};
}

Status WriteStep(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  const auto most = static_cast<size_t>(std::max(ToInt(reader), 0));
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(Writing * text, session.Find<Writing>(id));
  CH_RETURN_IF_ERROR(text->Step());
  return text->beams() != nullptr ? WriteBeams(*text, most, writer)
                                  : WriteGeneration(*text, most, writer);
}

Status RankBeams(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  const LengthPenalty penalty = ToPenalty(reader);
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const Writing* text, session.Find<Writing>(id));
  CH_RETURN_IF_ERROR(CheckLengthPenalty(penalty));
  if (text->beams() == nullptr) {
    return Fail(ErrorCode::kArgument,
                "the text is not written by beams; ask for beams to rank them");
  }
  const std::vector<Hypothesis> ranked = text->beams()->Ranked(penalty);
  writer.List(ranked.size());
  for (const Hypothesis& hypothesis : ranked) {
    writer.Map(3);
    writer.Set("node", hypothesis.node);
    writer.Set("score", hypothesis.score);
    writer.Set("tokens", text->beams()->TokensOf(hypothesis.node));
  }
  return {};
}

}  // namespace clearhead::js
