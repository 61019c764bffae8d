// Transformers in a session: what their runs are called, files, training, and
// what goes with what.
#include "core/session/transformer_model.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace clearhead {
namespace {

const Settings kSmall = {{"vocabulary", 14},    {"d_model", 8},
                         {"d_ff", 16},          {"heads", 2},
                         {"encoder_layers", 1}, {"decoder_layers", 1},
                         {"max_length", 32}};

TransformerRequest Request(const char* preset, Settings more = {}) {
  more.insert(more.begin(), kSmall.begin(), kSmall.end());
  return {preset, std::move(more), 3};
}

TransformerModel& AddTo(Session& session, const TransformerRequest& request,
                        int* id) {
  auto made = TransformerModel::Make(session.shared_budget(), request);
  REQUIRE(made);
  *id = session.Add(*std::move(made));
  return **session.Find<TransformerModel>(*id);
}

int RunOf(Session& session, int model, const TextRequest& request) {
  const auto& found = **session.Find<TransformerModel>(model);
  auto graph = found.Record(request);
  REQUIRE(graph);
  return session.AddRun(*std::move(graph), found.LabelsOf(request), model);
}

const CatalogueEntry& EntryOf(const std::vector<CatalogueEntry>& catalogue,
                              const std::string& name) {
  const auto found =
      std::find_if(catalogue.begin(), catalogue.end(),
                   [&](const auto& entry) { return entry.name == name; });
  INFO(name);
  REQUIRE(found != catalogue.end());
  return *found;
}

const float* CellsOf(const DenseTensor& tensor) {
  return tensor.cells.as<float>();
}

using Labels = std::vector<std::string>;

}  // namespace

TEST_CASE("axes of an encoder with a decoder carry their tokens",
          "[session][transformer]") {
  Session session;
  int id = 0;
  AddTo(session, Request("transformer"), &id);
  const int run = RunOf(session, id, {{{{4, 5, 6}, {7}}}});
  const auto catalogue = *session.Catalogue(run);
  const Labels source = {"4", "5", "6"}, target = {"1", "7"};
  const auto labels = [&](const char* name, size_t axis) {
    return EntryOf(catalogue, name).axes[axis].labels;
  };
  CHECK(labels("source", 1) == source);
  CHECK(labels("target", 1) == target);
  CHECK(labels("encoder.0.self_attention.weights", 2) == source);
  CHECK(labels("encoder.0.self_attention.weights", 3) == source);
  CHECK(labels("decoder.0.self_attention.weights", 3) == target);
  CHECK(labels("decoder.0.cross_attention.weights", 2) == target);
  CHECK(labels("decoder.0.cross_attention.weights", 3) == source);
  CHECK(labels("logits", 1) == target);
  CHECK(EntryOf(catalogue, "logits").axes[2].role == AxisRole::kVocabulary);
  CHECK(labels("losses", 1) == target);
}

TEST_CASE("a decoder reads the source before its text, an encoder labels",
          "[session][transformer]") {
  Session session;
  int id = 0;
  AddTo(session, Request("gpt"), &id);
  auto catalogue = *session.Catalogue(RunOf(session, id, {{{{4, 5}, {7}}}}));
  CHECK(EntryOf(catalogue, "target").axes[1].labels ==
        Labels{"4", "5", "1", "7"});
  AddTo(session, Request("bert"), &id);
  catalogue = *session.Catalogue(RunOf(session, id, {{{{4, 5}, {}}}}));
  CHECK(EntryOf(catalogue, "logits").axes[1].labels == Labels{"4", "5"});
  AddTo(session, Request("recurrent"), &id);
  catalogue = *session.Catalogue(RunOf(session, id, {{{{}, {7}}}}));
  CHECK(EntryOf(catalogue, "target").axes[1].labels == Labels{"1", "7"});
}

TEST_CASE("texts of a batch run as each alone, and are called by their own",
          "[session][transformer]") {
  Session session;
  int id = 0;
  for (const char* preset : {"transformer", "gpt", "bert"}) {
    INFO(preset);
    const bool labels = preset == std::string("bert");
    const SourceAndTarget longer = {{4, 5, 6}, {}}, shorter = {{7, 8}, {}};
    const auto answered = [&](SourceAndTarget text) {
      if (!labels) text.target = {9, 10};
      return text;
    };
    AddTo(session, Request(preset), &id);
    const auto both =
        RunOf(session, id, {{answered(longer), answered(shorter)}});
    for (int64_t row = 0; row < 2; ++row) {
      const SourceAndTarget& text = row == 0 ? longer : shorter;
      const auto alone = RunOf(session, id, {{answered(text)}});
      const auto single = *session.TensorOf(alone, "logits");
      const auto batch = *session.TensorOf(both, "logits");
      const int64_t cells = single.shape[1] * single.shape[2];
      const int64_t from = row * batch.shape[1] * batch.shape[2];
      for (int64_t cell = 0; cell < cells; ++cell) {
        CHECK(CellsOf(batch)[from + cell] ==
              Approx(CellsOf(single)[cell]).margin(1e-5));
      }
    }
    const char* read = preset == std::string("gpt") ? "target" : "source";
    const auto token = session.Explain(both, read, {1, 1}, 64);
    REQUIRE(token->origin);
    CHECK(token->origin->word == "8");
    const auto weight = session.Explain(both, "embedding.table", {8, 1}, 64);
    CHECK(weight->origin->kind == Origin::Kind::kGiven);
    CHECK(EntryOf(*session.Catalogue(both), read).axes[1].labels.empty());
    if (labels) {
      CHECK(session.Explain(both, "source", {1, 2}, 64)->origin->word == "0");
    }
    const auto alike =
        RunOf(session, id, {{answered(longer), answered(longer)}});
    CHECK(EntryOf(*session.Catalogue(alike), read).axes[1].labels[1] == "5");
  }
}

TEST_CASE("a run of a Transformer opens, changes and is differentiated",
          "[session][transformer]") {
  Session session;
  int id = 0;
  AddTo(session, Request("transformer"), &id);
  const int run = RunOf(session, id, {{{{4, 5, 6}, {7}}}});
  const auto token = session.Explain(run, "source", {0, 1}, 64);
  REQUIRE(token);
  REQUIRE(token->origin);
  CHECK(token->origin->kind == Origin::Kind::kToken);
  CHECK(token->origin->word == "5");
  const auto weight = session.Explain(run, "decoder.0.cross_attention.weights",
                                      {0, 0, 1, 2}, 64);
  REQUIRE(weight);
  CHECK(weight->operation == "softmax");
  const auto gradients = session.Differentiate(run, {"loss", std::nullopt});
  REQUIRE(gradients);
  CHECK(session.ExplainGradient(*gradients, "embedding.table", {5, 0}, 64));
  const auto changed =
      (*session.Find<TransformerModel>(id))
          ->Record({{{{4, 5, 6}, {7}}},
                    Recording::kInspect,
                    {{"encoder.x", Intervention::Action::kScale, {}, {0.0}}}});
  REQUIRE(changed);
  const auto refused =
      (*session.Find<TransformerModel>(id))
          ->Record(
              {{{{4}, {7}}},
               Recording::kInspect,
               {{"encoder.7.x", Intervention::Action::kScale, {}, {0.0}}}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.find("encoder.7.x") != std::string::npos);
}

TEST_CASE("a model refuses what it cannot read", "[session][transformer]") {
  Session session;
  int id = 0;
  const TransformerModel& model = AddTo(session, Request("transformer"), &id);
  const auto refused = [&](const TextRequest& request, const char* word) {
    const auto graph = model.Record(request);
    REQUIRE_FALSE(graph);
    CHECK(graph.error().message.find(word) != std::string::npos);
  };
  refused({}, "size is 0");
  refused({{{{}, {7}}}}, "source");
  refused({{{{4, 14}, {7}}}}, "14");
  refused({{{{4, -1}, {7}}}}, "-1");
  refused({{{{4}, {99}}}}, "99");
  CHECK(model.Encode("a", 8).error().message.find("vocabulary") !=
        std::string::npos);
}

TEST_CASE("a file holds a model with its vocabulary",
          "[session][transformer]") {
  auto budget = std::make_shared<Budget>();
  Session session;
  int id = 0;
  TransformerModel& model = AddTo(session, Request("transformer"), &id);
  const auto file = model.Write(false);
  REQUIRE(file);
  const auto again = TransformerModel::Read(budget, file->bytes());
  REQUIRE(again);
  const auto extent = static_cast<size_t>(model.model().parameters.extent());
  CHECK(std::equal(model.model().parameters.data(),
                   model.model().parameters.data() + extent,
                   (*again)->model().parameters.data()));
  const auto half = model.Write(true);
  REQUIRE(half);
  CHECK(half->size < file->size);
  CHECK(TransformerModel::Read(budget, half->bytes()));
  CHECK_FALSE(TransformerModel::Read(budget, file->bytes().first(100)));
}

TEST_CASE("a model is trained in its session and tells symbols of the task",
          "[session][transformer]") {
  Session session;
  int id = 0;
  TransformerModel& model = AddTo(session, Request("transformer"), &id);
  CHECK(model.training().error().message.find("train") != std::string::npos);
  REQUIRE(model.Train({"copy", {}, {{"batch", 4}}}));
  const auto training = model.training();
  REQUIRE(training);
  REQUIRE((*training)->Step());
  CHECK((*training)->steps() == 1);
  CHECK(model.NameOf(4) == "a");
  CHECK(model.NameOf(99) == "99");
  CHECK_FALSE(model.Train({"juggle", {}, {}}));
}

TEST_CASE("a run that is kept stays as it was while its model is trained",
          "[session][transformer]") {
  Session session;
  int id = 0;
  TransformerModel& model = AddTo(session, Request("transformer"), &id);
  const int run = RunOf(session, id, {{{{4, 5}, {6}}}});
  const auto catalogue = session.Catalogue(run);
  REQUIRE(catalogue);
  const auto cells = [&] {
    std::vector<float> all;
    for (const CatalogueEntry& entry : *catalogue) {
      if (entry.type != DataType::kFloat32) continue;
      const auto tensor = session.TensorOf(run, entry.name);
      REQUIRE(tensor);
      const auto* first = tensor->cells.as<float>();
      all.insert(all.end(), first, first + CountOf(tensor->shape));
    }
    return all;
  };
  const std::vector<float> before = cells();
  REQUIRE(model.Train({"copy", {}, {{"batch", 4}, {"warmup", 0}}}));
  for (int i = 0; i < 3; ++i) REQUIRE((*model.training())->Step());
  CHECK(cells() == before);
}

TEST_CASE("a run of training gives way only to one that begins",
          "[session][transformer]") {
  Session session;
  int id = 0;
  TransformerModel& model = AddTo(session, Request("transformer"), &id);
  const TrainingRequest request = {"copy", {}, {{"batch", 4}}};
  REQUIRE(model.Train(request));
  for (int i = 0; i < 3; ++i) REQUIRE((*model.training())->Step());
  const auto file = (*model.training())->Save();
  REQUIRE(file);
  CHECK_FALSE(model.Train({"copy", {}, {{"batch", 8}}}, file->bytes()));
  CHECK_FALSE(model.Train(request, file->bytes().first(100)));
  CHECK((*model.training())->steps() == 3);
  REQUIRE(model.Train(request, file->bytes()));
  CHECK((*model.training())->steps() == 3);
}

TEST_CASE("what belongs to a model goes with it", "[session][transformer]") {
  Session session;
  int id = 0;
  AddTo(session, Request("gpt"), &id);
  const int run = RunOf(session, id, {{{{}, {7}}}});
  REQUIRE(session.Differentiate(run, {"loss", std::nullopt}));
  session.Dispose(id);
  CHECK(session.budget().used() == 0);
  CHECK_FALSE(session.Catalogue(run));
  const auto gone = session.Find<TransformerModel>(id);
  REQUIRE_FALSE(gone);
  CHECK(gone.error().code == ErrorCode::kUnknown);
}

}  // namespace clearhead
