#include "core/session/session.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/array.h"
#include "tests/support/evaluate.h"

namespace clearhead {
namespace {

using Words = std::vector<std::string>;

const Words kCatSat = {"The", "cat", "sat"};

SelfAttentionConfig Random(int64_t width = 8, int64_t heads = 2) {
  SelfAttentionConfig config;
  config.weights = WeightKind::kRandom;
  config.d_model = width;
  config.d_k = width / 2;
  config.heads = heads;
  config.positions = true;
  return config;
}

template <typename T>
T Must(Result<T> result) {
  if (!result) FAIL(result.error().message);
  return *std::move(result);
}

test::Array<double> CellsOf(const DenseTensor& tensor) {
  return test::Read({tensor.type, tensor.shape, DenseStrides(tensor.shape),
                     const_cast<std::byte*>(tensor.cells.as<std::byte>())});
}

bool Mentions(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

template <typename T>
std::string ErrorOf(const Result<T>& result) {
  return result ? "" : result.error().message;
}

// A session with one model and one run of the default example.
struct Example {
  explicit Example(const SelfAttentionConfig& config = {},
                   const Words& tokens = kCatSat,
                   std::vector<Intervention> interventions = {},
                   Recording record = Recording::kInspect) {
    model = Must(session.CreateModel(config));
    run = Must(session.Run(model, {tokens, record, std::move(interventions)}));
  }
  Session session;
  int model = 0;
  int run = 0;
};

TEST_CASE("a run opens from an output down to a token", "[session]") {
  const Example example;
  const auto explain = [&](const char* name, const Index& index) {
    return Must(example.session.Explain(example.run, name, index, 64));
  };
  const NamedExplanation output = explain("output", {0, 1, 0});
  CHECK(output.tensor == "head_outputs");
  CHECK(output.operation == "weighted_sum");
  CHECK(output.value == Approx(5));
  const NamedExplanation weight = explain("weights", {0, 0, 1, 2});
  CHECK(weight.operation == "softmax");
  CHECK(weight.value == Approx(4.0 / 7));
  CHECK(explain("masked", {0, 0, 1, 2}).operation == "apply_mask");
  CHECK(explain("scaled", {0, 0, 1, 2}).operation == "scale");
  CHECK(explain("scores", {0, 0, 1, 2}).operation == "scores");
  CHECK(explain("heads.key", {0, 0, 2, 1}).tensor == "key");
  CHECK(explain("key", {0, 2, 1}).operation == "linear");
  const NamedExplanation x = explain("x", {0, 2, 2});
  CHECK(x.tensor == "embeddings");
  CHECK(x.operation == "embedding");
  REQUIRE(x.terms.size() == 2);
  CHECK(x.terms[0].tensor == "tokens");
  CHECK(x.terms[0].term.value == 2);
  CHECK(x.terms[1].tensor == "embedding.table");
  const NamedExplanation entry = explain("embedding.table", {2, 2});
  CHECK(entry.operation == "input");
  CHECK(entry.terms.empty());
  REQUIRE(entry.origin);
  CHECK(entry.origin->kind == Origin::Kind::kConstructed);
  CHECK(entry.origin->word == "sat");
  const NamedExplanation token = explain("tokens", {0, 1});
  REQUIRE(token.origin);
  CHECK(token.origin->kind == Origin::Kind::kToken);
  CHECK(token.origin->word == "cat");
}

TEST_CASE("every cell of a run opens to what is stored", "[session]") {
  SelfAttentionConfig config = Random();
  config.mask = MaskKind::kCombined;
  config.length = 3;
  const Example example(config, {"a", "b", "a", "c"});
  for (const CatalogueEntry& entry :
       Must(example.session.Catalogue(example.run))) {
    const auto cells =
        CellsOf(Must(example.session.TensorOf(example.run, entry.name)));
    REQUIRE(cells.shape == entry.shape);
    test::ForEachIndex(cells.shape, [&](const Index& index) {
      const NamedExplanation cell =
          Must(example.session.Explain(example.run, entry.name, index, 0));
      if (cell.value != cells[index]) FAIL(entry.name);
      if (cell.terms.empty()) {
        if (cell.operation != "input" || !cell.origin) FAIL(entry.name);
        return;
      }
      std::vector<Term> terms;
      for (const NamedTerm& named : cell.terms) terms.push_back(named.term);
      const test::Evaluated worked_out = test::Evaluate(terms);
      if (!test::Agrees(cell.value, worked_out)) {
        FAIL(entry.name << ToString(index));
      }
    });
  }
}

TEST_CASE("every gradient cell opens as its chain rule", "[session]") {
  SelfAttentionConfig config = Random();
  config.mask = MaskKind::kCausal;
  Example example(config, {"a", "b", "a"},
                  {{"scores", Intervention::Action::kSet, {1}, {0.5}},
                   {"weights", Intervention::Action::kScale, {3, 4}, {2}},
                   {"heads.query", Intervention::Action::kAdd, {0}, {1}}});
  for (const GradientRequest& request :
       {GradientRequest{"output", std::nullopt},
        GradientRequest{"output", Index{0, 2, 1}},
        GradientRequest{"weights", Index{0, 1, 2, 0}}}) {
    const int gradients =
        Must(example.session.Differentiate(example.run, request));
    for (const std::string& name :
         Must(example.session.GradientNames(gradients))) {
      const auto cells =
          CellsOf(Must(example.session.GradientOf(gradients, name)));
      test::ForEachIndex(cells.shape, [&](const Index& index) {
        const NamedExplanation cell =
            Must(example.session.ExplainGradient(gradients, name, index, 0));
        std::vector<Term> terms;
        for (const NamedTerm& named : cell.terms) terms.push_back(named.term);
        if (!cell.gradient || cell.operation != "gradient" ||
            cell.value != cells[index] ||
            !test::Agrees(cell.value, test::Evaluate(terms))) {
          FAIL("d" << name << ToString(index));
        }
      });
    }
  }
}

TEST_CASE("the value of the target is its sum", "[session]") {
  Example example;
  const auto output =
      CellsOf(Must(example.session.TensorOf(example.run, "output")));
  double sum = 0;
  for (const double cell : output.cells) sum += cell;
  const int all =
      Must(example.session.Differentiate(example.run, {"output", {}}));
  CHECK(Must(example.session.TargetValue(all)) == Approx(sum));
  const int one = Must(
      example.session.Differentiate(example.run, {"output", Index{0, 1, 1}}));
  CHECK(Must(example.session.TargetValue(one)) == Approx(6));
  CHECK(one != all);
}

TEST_CASE("the catalogue tells what every tensor is", "[session]") {
  SelfAttentionConfig config;
  config.positions = true;
  const Example example(config, {"The", "cat", "cat"});
  const auto catalogue = Must(example.session.Catalogue(example.run));
  const auto entry = [&](const std::string& name) {
    for (const CatalogueEntry& candidate : catalogue) {
      if (candidate.name == name) return candidate;
    }
    FAIL("no " << name);
    return CatalogueEntry();
  };
  CHECK(entry("tokens").operation == "input");
  CHECK(entry("tokens").type == DataType::kInt32);
  CHECK(entry("mask").type == DataType::kUint8);
  CHECK(entry("x").operation == "add");
  CHECK(entry("x").inputs == Words{"embeddings", "positions"});
  CHECK(entry("embedding.table").axes[0].labels == Words{"The", "cat"});
  CHECK(entry("heads.query").operation == "view");
  CHECK(entry("heads.query").base == "query");
  CHECK(entry("output").base == "head_outputs");
  const CatalogueEntry weights = entry("weights");
  CHECK(weights.inputs == Words{"masked"});
  REQUIRE(weights.axes.size() == 4);
  CHECK(weights.axes[1].role == AxisRole::kHead);
  CHECK(weights.axes[1].labels.empty());
  CHECK(weights.axes[2].role == AxisRole::kQuery);
  CHECK(weights.axes[2].labels == Words{"The", "cat", "cat"});
  CHECK(weights.axes[3].role == AxisRole::kKey);
  CHECK(weights.axes[3].labels == Words{"The", "cat", "cat"});
  CHECK(entry("positions").axes[0].labels == Words{"The", "cat", "cat"});
}

TEST_CASE("edits are listed in every reading of their cells", "[session]") {
  const Example example(Random(), {"a", "b"},
                        {{"heads.key", Intervention::Action::kSet, {5}, {9}}});
  for (const CatalogueEntry& entry :
       Must(example.session.Catalogue(example.run))) {
    const bool shows = entry.name == "key" || entry.name == "heads.key";
    REQUIRE(entry.edits.size() == (shows ? 1 : 0));
    if (!shows) continue;
    const auto cells =
        CellsOf(Must(example.session.TensorOf(example.run, entry.name)));
    CHECK(cells.cells[entry.edits[0].offset] == 9);
    if (entry.name == "heads.key") CHECK(entry.edits[0].offset == 5);
  }
}

TEST_CASE("origins say where inputs come from", "[session]") {
  const auto origin = [](const Example& example, const char* name,
                         const Index& index) {
    const auto cell =
        Must(example.session.Explain(example.run, name, index, 0));
    REQUIRE(cell.origin);
    return *cell.origin;
  };
  SelfAttentionConfig config = Random();
  config.seed = 7;
  const Example drawn(config, {"a"});
  CHECK(origin(drawn, "query.weight", {0, 0}).kind == Origin::Kind::kDrawn);
  const Origin word = origin(drawn, "embedding.table", {0, 0});
  CHECK(word.kind == Origin::Kind::kDrawn);
  CHECK(word.word == "a");
  CHECK(word.hash == "0xaf63dc4c8601ec8c");  // FNV-1a of "a"
  CHECK(word.seed == 7);
  config.weights = WeightKind::kSameWord;
  const Example built(config, {"a"});
  CHECK(origin(built, "key.weight", {0, 0}).kind == Origin::Kind::kConstructed);
  CHECK(origin(built, "embedding.table", {0, 0}).kind == Origin::Kind::kDrawn);
  config.mask = MaskKind::kCausal;
  const Example masked(config, {"a", "b"});
  const Origin rule = origin(masked, "mask", {0, 1});
  CHECK(rule.kind == Origin::Kind::kRule);
  CHECK(rule.text == "future");
}

TEST_CASE("at level none only numbers are kept", "[session]") {
  Example example({}, kCatSat, {}, Recording::kNone);
  const Session& session = example.session;
  CHECK(Must(session.TensorOf(example.run, "output")).count() == 6);
  CHECK(Mentions(ErrorOf(session.Explain(example.run, "output", {0, 0, 0}, 0)),
                 "level none"));
  CHECK(Mentions(
      ErrorOf(example.session.Differentiate(example.run, {"output", {}})),
      "level none"));
}

TEST_CASE("at level train gradients are the same", "[session]") {
  Example inspect(Random());
  Example train(Random(), kCatSat, {}, Recording::kTrain);
  CHECK(Mentions(ErrorOf(train.session.TensorOf(train.run, "weights")),
                 "no tensor 'weights'"));
  const int a =
      Must(inspect.session.Differentiate(inspect.run, {"output", {}}));
  const int b = Must(train.session.Differentiate(train.run, {"output", {}}));
  for (const char* name : {"query.weight", "embedding.table", "x"}) {
    const auto left = CellsOf(Must(inspect.session.GradientOf(a, name)));
    const auto right = CellsOf(Must(train.session.GradientOf(b, name)));
    for (int64_t i = 0; i < left.count(); ++i) {
      if (std::abs(left.cells[i] - right.cells[i]) > 2e-6) FAIL(name);
    }
  }
  const auto cell =
      Must(train.session.Explain(train.run, "output", {0, 1, 0}, 0));
  CHECK(cell.operation == "attention");
}

TEST_CASE("the gradient map has a row for every token", "[session]") {
  const Example example;
  const DenseTensor map = Must(example.session.GradientMap(example.run));
  CHECK(map.shape == Shape{3, 3});
  for (const double cell : CellsOf(map).cells) CHECK(cell >= 0);
}

TEST_CASE("the gradient map in parts and at every level is the same",
          "[session]") {
  for (const auto& changes :
       {std::vector<Intervention>{},
        {{"weights", Intervention::Action::kSet, {3}, {0.75}}},
        {{"value", Intervention::Action::kScale, {}, {2}}}}) {
    Example inspect(Random(), kCatSat, changes);
    const auto whole =
        CellsOf(Must(inspect.session.GradientMap(inspect.run))).cells;
    for (const Recording level :
         {Recording::kNone, Recording::kTrain, Recording::kInspect}) {
      const Example run(Random(), kCatSat, changes, level);
      const size_t used = run.session.budget().used();
      std::vector<double> parts;
      for (const int64_t begin : {0, 2}) {
        const auto part =
            CellsOf(Must(run.session.GradientMap(run.run, begin, begin + 2)));
        CHECK(part.shape == Shape{begin == 0 ? 2 : 1, 3});
        parts.insert(parts.end(), part.cells.begin(), part.cells.end());
      }
      CHECK(parts == whole);
      const NamedExplanation cell =
          Must(run.session.Explain(run.run, "gradient_map", {1, 2}, 0));
      CHECK(cell.value == whole[5]);
      CHECK(run.session.budget().used() == used);
    }
  }
}

TEST_CASE("ids are never used twice and unknown ones are answered",
          "[session]") {
  Example example;
  Session& session = example.session;
  const int other = Must(session.CreateModel({}));
  CHECK(other > example.run);
  CHECK(example.run > example.model);
  const std::string gone = "disposed or never made";
  for (const int id : {0, -1, 999}) {
    CHECK(Mentions(ErrorOf(session.Run(id, {kCatSat, Recording::kInspect, {}})),
                   gone));
    CHECK(Mentions(ErrorOf(session.Catalogue(id)), gone));
    CHECK(Mentions(ErrorOf(session.Bytes(id)), gone));
    CHECK(Mentions(ErrorOf(session.TensorOf(id, "x")), gone));
    CHECK(Mentions(ErrorOf(session.Explain(id, "x", {0}, 0)), gone));
    CHECK(Mentions(ErrorOf(session.GradientMap(id)), gone));
    CHECK(Mentions(ErrorOf(session.Differentiate(id, {"x", {}})), gone));
    CHECK(Mentions(ErrorOf(session.TargetValue(id)), gone));
    CHECK(Mentions(ErrorOf(session.GradientNames(id)), gone));
    CHECK(Mentions(ErrorOf(session.GradientOf(id, "x")), gone));
    CHECK(Mentions(ErrorOf(session.ExplainGradient(id, "x", {0}, 0)), gone));
    session.Dispose(id);
  }
  // A model's id is no run's.
  CHECK(!session.Catalogue(example.model));
  CHECK(!session.Run(example.run, {kCatSat, Recording::kInspect, {}}));
}

TEST_CASE("wrong names, cells and words are answered", "[session]") {
  Example example;
  Session& session = example.session;
  const std::string unknown = ErrorOf(session.TensorOf(example.run, "wieghts"));
  CHECK(Mentions(unknown, "wieghts"));
  CHECK(Mentions(unknown, "weights"));
  CHECK(
      Mentions(ErrorOf(session.Explain(example.run, "none", {0}, 0)), "none"));
  for (const Index& index :
       {Index{}, Index{0, 3, 0}, Index{0, 0, -1}, Index{0, 0, 0, 0}}) {
    CHECK(Mentions(ErrorOf(session.Explain(example.run, "output", index, 0)),
                   "[1, 3, 2]"));
    CHECK(
        Mentions(ErrorOf(session.Differentiate(example.run, {"output", index})),
                 "[1, 3, 2]"));
  }
  CHECK(Mentions(ErrorOf(session.Differentiate(example.run, {"tokens", {}})),
                 "tokens"));
  CHECK(Mentions(ErrorOf(session.Differentiate(example.run, {"nix", {}})),
                 "nix"));
  const int gradients =
      Must(session.Differentiate(example.run, {"output", {}}));
  CHECK(Mentions(ErrorOf(session.GradientOf(gradients, "mask")), "mask"));
  CHECK(!session.ExplainGradient(gradients, "mask", {0, 0}, 0));
  CHECK(!session.ExplainGradient(gradients, "x", {9, 9, 9}, 0));
  CHECK(Mentions(
      ErrorOf(session.Run(example.model, {{}, Recording::kInspect, {}})),
      "1 to 64"));
  CHECK(Mentions(ErrorOf(session.Run(
                     example.model, {Words(65, "a"), Recording::kInspect, {}})),
                 "65"));
  CHECK(Mentions(
      ErrorOf(session.Run(example.model, {{"a", ""}, Recording::kInspect, {}})),
      "token 1 is empty"));
  CHECK(Mentions(ErrorOf(session.Run(
                     example.model,
                     {kCatSat,
                      Recording::kInspect,
                      {{"wieghts", Intervention::Action::kSet, {0}, {1}}}})),
                 "wieghts"));
  SelfAttentionConfig config;
  config.heads = 2;
  CHECK(!session.CreateModel(config));
}

TEST_CASE("runs go with their model, gradients with their run", "[session]") {
  Example example;
  Session& session = example.session;
  const int second =
      Must(session.Run(example.model, {kCatSat, Recording::kInspect, {}}));
  const int a = Must(session.Differentiate(example.run, {"output", {}}));
  const int b = Must(session.Differentiate(second, {"output", {}}));
  session.Dispose(example.run);
  CHECK(!session.TargetValue(a));
  CHECK(session.TargetValue(b));
  CHECK(session.Catalogue(second));
  session.Dispose(b);
  CHECK(!session.TargetValue(b));
  session.Dispose(b);
  const int c = Must(session.Differentiate(second, {"output", {}}));
  session.Dispose(example.model);
  CHECK(!session.Catalogue(second));
  CHECK(!session.TargetValue(c));
  CHECK(session.budget().used() == 0);
  session.Dispose(second);
}

TEST_CASE("memory is flat over many runs", "[session]") {
  Session session;
  const int model = Must(session.CreateModel(Random()));
  size_t used = 0;
  for (int i = 0; i < 2000; ++i) {
    const int run =
        Must(session.Run(model, {{"a", "b", "c"}, Recording::kInspect, {}}));
    const int gradients = Must(session.Differentiate(run, {"output", {}}));
    Must(session.GradientOf(gradients, "x"));
    Must(session.TensorOf(run, "weights"));
    if (i == 0) used = session.budget().used();
    if (session.budget().used() != used) FAIL("grows at run " << i);
    if (i % 2 == 0) session.Dispose(gradients);
    session.Dispose(run);
  }
  CHECK(session.budget().used() == 0);
}

TEST_CASE("a run above the budget is refused with what would fit",
          "[session]") {
  for (const size_t budget : {size_t{1} << 20, size_t{3} << 20}) {
    Session session(budget);
    const int model = Must(session.CreateModel(Random(256, 16)));
    const auto run = [&](int64_t tokens, Recording record) {
      Words words;
      for (int64_t i = 0; i < tokens; ++i) {
        words.push_back(std::to_string(i));
      }
      return session.Run(model, {words, record, {}});
    };
    const auto refused = run(64, Recording::kInspect);
    REQUIRE(!refused);
    CHECK(refused.error().code == ErrorCode::kMemory);
    CHECK(session.budget().used() == 0);
    // What it says fits does fit.
    const std::string& message = refused.error().message;
    const size_t at = message.find(" tokens fit");
    REQUIRE(at != std::string::npos);
    const size_t start = message.rfind(' ', at - 1) + 1;
    const int64_t fitting = std::stoll(message.substr(start, at - start));
    CHECK(fitting < 64);
    if (fitting > 0) {
      const int fits = Must(run(fitting, Recording::kInspect));
      CHECK(Must(session.Bytes(fits)) == session.budget().used());
      session.Dispose(fits);
    }
    CHECK(!run(64, Recording::kTrain));
    CHECK(session.budget().used() == 0);
  }
}

TEST_CASE("gradients above the budget are refused, the run stays",
          "[session]") {
  Session session(size_t{1} << 20);
  const int model = Must(session.CreateModel({}));
  const int run = Must(session.Run(model, {kCatSat, Recording::kInspect, {}}));
  std::vector<int> all;
  for (;;) {
    const Result<int> gradients = session.Differentiate(run, {"output", {}});
    if (!gradients) {
      CHECK(gradients.error().code == ErrorCode::kMemory);
      break;
    }
    all.push_back(*gradients);
  }
  CHECK(!all.empty());
  for (const int gradients : all) session.Dispose(gradients);
  CHECK(session.Differentiate(run, {"output", {}}));
}

TEST_CASE("tensors for arguments are checked", "[session]") {
  const Session session(size_t{1} << 20);
  CHECK(session.NewTensor(DataType::kFloat32, {})->count() == 1);
  CHECK(session.NewTensor(DataType::kFloat32, {3, 0})->count() == 0);
  CHECK(!session.NewTensor(DataType::kFloat32, {-1}));
  CHECK(!session.NewTensor(DataType::kFloat32, {int64_t{1} << 40, 1 << 30}));
  CHECK(!session.NewTensor(DataType::kUint8, {int64_t{1} << 31}));
  const auto large = session.NewTensor(DataType::kFloat32, {1 << 20});
  REQUIRE(!large);
  CHECK(large.error().code == ErrorCode::kMemory);
  CHECK(session.budget().used() == 0);
}

TEST_CASE("a cell of the gradient map opens", "[session]") {
  Session session;
  const int model = Must(session.CreateModel({}));
  const int run = Must(session.Run(model, {kCatSat, Recording::kInspect, {}}));
  const DenseTensor map = Must(session.GradientMap(run));
  const NamedExplanation cell =
      Must(session.Explain(run, "gradient_map", {1, 2}, 0));
  CHECK(cell.tensor == "gradient_map");
  CHECK(cell.operation == "gradient_map");
  CHECK(cell.value == map.cells.as<float>()[1 * map.shape[1] + 2]);
  const NamedTerm& first = cell.terms.front();
  CHECK(first.tensor == "x");
  CHECK(first.term.gradient);
  CHECK(first.term.index == Index{0, 2, 0});
  CHECK(first.term.of == Index{0, 1, 0});
  CHECK(!session.Explain(run, "gradient_map", {0, map.shape[1]}, 0));
  CHECK(!session.Explain(run, "gradient_map", {0}, 0));
}

TEST_CASE("text becomes at most 64 tokens", "[session]") {
  const Session session;
  CHECK(session.Tokenize("The cat sat").tokens.size() == 3);
  std::string text;
  for (int i = 0; i < 65; ++i) text += "a ";
  CHECK(session.Tokenize(text).tokens.size() == 64);
  CHECK(session.Tokenize(text).truncated);
}

TEST_CASE("a limit keeps the largest terms", "[session]") {
  const Example example(Random(64));
  const auto whole =
      Must(example.session.Explain(example.run, "query", {0, 0, 0}, 0));
  const auto brief =
      Must(example.session.Explain(example.run, "query", {0, 0, 0}, 5));
  CHECK(whole.terms.back().term.children.size() == 64);
  CHECK(brief.terms.back().term.children.size() == 5);
  CHECK(brief.terms.back().term.omitted_count == 59);
  CHECK(brief.terms.back().term.value == whole.terms.back().term.value);
  CHECK(brief.value == whole.value);
}

}  // namespace
}  // namespace clearhead
