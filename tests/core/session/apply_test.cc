// One member for every operation: named tensors and attributes in, copies out,
// and for every call that makes no sense an error that says what would.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/session/session.h"
#include "core/session/table.h"
#include "tests/support/close.h"
#include "tests/support/composite_cases.h"
#include "tests/support/operation_run.h"
#include "tests/support/owned_request.h"

namespace clearhead::test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

DenseTensor Copy(const Session& session, DataType type,
                 const Array<double>& cells) {
  Result<DenseTensor> tensor = session.NewTensor(type, cells.shape);
  REQUIRE(tensor);
  const TensorView view{type, cells.shape, DenseStrides(cells.shape),
                        tensor->cells.as<std::byte>()};
  ForEachIndex(cells.shape, [&](const Index& index) {
    WriteCell(view, index, cells[index]);
  });
  return *std::move(tensor);
}

DenseTensor Filled(const Session& session, DataType type, const Shape& shape,
                   double value) {
  Array<double> cells(shape);
  for (double& cell : cells.cells) cell = value;
  return Copy(session, type, cells);
}

DenseTensor Floats(const Session& session, const Shape& shape) {
  return Filled(session, DataType::kFloat32, shape, 0.5);
}

Array<double> CellsOf(const DenseTensor& tensor) {
  return Read({tensor.type, tensor.shape, DenseStrides(tensor.shape),
               const_cast<std::byte*>(tensor.cells.as<std::byte>())});
}

OwnedRequest RequestOf(const Session& session, const OperationCase& call) {
  OwnedRequest request;
  request.operation = call.operation->schema.name;
  for (size_t slot = 0; slot < call.inputs.size(); ++slot) {
    const InputSchema& input = Item(call.operation->schema.inputs, slot);
    if (!call.inputs[slot].present) continue;
    request.Add(input.name, Copy(session, input.type, call.inputs[slot]));
  }
  for (size_t i = 0; i < call.attributes.size(); ++i) {
    request.attributes.emplace_back(
        Item(call.operation->schema.attributes, i).name, call.attributes[i]);
  }
  return request;
}

std::string ErrorOf(const Result<ApplyResult>& result) {
  return result ? "" : result.error().message;
}

bool Mentions(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

TEST_CASE("apply gives the output and its gradients by name", "[session]") {
  const Session session;
  for (const Operation* operation : Operations()) {
    INFO(operation->schema.name);
    const OperationCase call = CasesOf(*operation).front();
    OperationRun run(call);
    OwnedRequest request = RequestOf(session, call);
    const Array<double> output = run.Cells(run.output);
    const bool differentiable =
        Item(operation->schema.outputs, 0).type == DataType::kFloat32;
    if (differentiable) {
      request.SetOutputGradient(Floats(session, output.shape));
    }
    const Result<ApplyResult> result = session.Apply(request);
    REQUIRE(ErrorOf(result) == "");
    // present_key and present_value come with past ones alone.
    const bool past = InputNumber(operation->schema, "past_key") >= 0;
    REQUIRE(result->tensors.size() ==
            operation->schema.outputs.size() - (past ? 2 : 0));
    for (size_t i = 0; i < result->tensors.size(); ++i) {
      CHECK(result->tensors[i].first ==
            Item(operation->schema.outputs, i).name);
    }
    CHECK(CellsOf(result->tensors[0].second).cells == output.cells);
    if (!differentiable) continue;
    const std::vector<float> seed(output.cells.size(), 0.5f);
    REQUIRE(run.gradients.Compute(run.graph,
                                  Weighted(run.graph, run.output, seed)));
    for (const auto& [name, gradient] : result->gradients) {
      const int slot = InputNumber(operation->schema, name);
      REQUIRE(slot >= 0);
      CHECK(CellsOf(gradient).cells == run.Gradient(run.inputs[slot]).cells);
    }
  }
}

// Every broadcast shape gives what the mask written out gives.
TEST_CASE("a mask may be given per key, sentence, head or query", "[session]") {
  const Session session;
  const int64_t B = 2, H = 2, T = 2, S = 3, D = 2;
  const Shape full = {B, H, T, S};
  for (const Shape& shape : {Shape{S}, Shape{T, S}, Shape{1, 1, T, S},
                             Shape{B, 1, 1, S}, Shape{1, H, 1, S}, full}) {
    INFO(ToString(shape));
    Array<double> bits(shape);
    for (size_t i = 0; i < bits.cells.size(); ++i) bits.cells[i] = i % 3 != 1;
    Array<double> written(full);
    ForEachIndex(full, [&](const Index& index) {
      written[index] = bits[Narrow(shape, index)];
    });
    const auto attend = [&](const Array<double>& mask, bool stages) {
      OwnedRequest request;
      request.operation = "attention";
      request.stages = stages;
      int step = 0;
      for (const auto& [name, rows] : {std::pair{"q", T}, {"k", S}, {"v", S}}) {
        Array<double> cells({B, H, rows, D});
        for (double& cell : cells.cells) cell = std::sin(++step);
        request.Add(name, Copy(session, DataType::kFloat32, cells));
      }
      request.Add("mask", Copy(session, DataType::kUint8, mask));
      request.SetOutputGradient(Floats(session, {B, H, T, D}));
      Result<ApplyResult> result = session.Apply(request);
      REQUIRE(ErrorOf(result) == "");
      return *std::move(result);
    };
    for (const bool stages : {false, true}) {
      const ApplyResult given = attend(bits, stages);
      const ApplyResult expected = attend(written, stages);
      CHECK(CellsOf(given.tensors[0].second).cells ==
            CellsOf(expected.tensors[0].second).cells);
      for (size_t i = 0; i < given.gradients.size(); ++i) {
        CHECK(CellsOf(given.gradients[i].second).cells ==
              CellsOf(expected.gradients[i].second).cells);
      }
    }
    OwnedRequest hide;
    hide.operation = "apply_mask";
    hide.Add("a", Floats(session, full));
    hide.Add("visible", Copy(session, DataType::kUint8, bits));
    const Result<ApplyResult> hidden = session.Apply(hide);
    REQUIRE(ErrorOf(hidden) == "");
    const Array<double> cells = CellsOf(hidden->tensors[0].second);
    ForEachIndex(full, [&](const Index& index) {
      CHECK(cells[index] == (written[index] != 0 ? 0.5 : -HUGE_VAL));
    });
  }
}

TEST_CASE("a very large shape is refused, also where it holds nothing",
          "[session]") {
  const Session session;
  float nothing = 0;
  for (const Shape& shape :
       {Shape{0, int64_t{1} << 40}, Shape{int64_t{1} << 40, 0},
        Shape{int64_t{1} << 31, int64_t{1} << 33, 0}}) {
    ApplyRequest request;
    request.operation = "softmax";
    request.inputs.emplace_back("a", TensorView{DataType::kFloat32, shape,
                                                DenseStrides(shape), &nothing});
    const Result<ApplyResult> refused = session.Apply(request);
    REQUIRE(!refused);
    CHECK(refused.error().code == ErrorCode::kMemory);
    CHECK(refused.error().message ==
          "a has the shape " + ToString(shape) +
              "; its sizes may multiply to at most 67108864");
    request.inputs[0].second = {DataType::kFloat32, {0}, {1}, &nothing};
    request.output_gradient =
        TensorView{DataType::kFloat32, shape, {}, &nothing};
    CHECK(ErrorOf(session.Apply(request)) ==
          "outputGradient has the shape " + ToString(shape) +
              "; its sizes may multiply to at most 67108864");
  }
  OwnedRequest small;
  small.operation = "softmax";
  small.Add("a", Floats(session, {0, 5}));
  CHECK(ErrorOf(session.Apply(small)) == "");
}

TEST_CASE("apply leaves no memory behind", "[session]") {
  const Session session;
  for (int round = 0; round < 50; ++round) {
    for (const Operation* operation : Operations()) {
      OwnedRequest request = RequestOf(session, CasesOf(*operation).front());
      CHECK(session.Apply(request));
    }
    CHECK(session.budget().used() == 0);
  }
}

TEST_CASE("attention by stages gives what its fused twin gives", "[session]") {
  const Session session;
  for (const OperationCase& call : CasesOf(*FindOperation("attention"))) {
    OwnedRequest request = RequestOf(session, call);
    const Result<ApplyResult> fused = session.Apply(request);
    request.stages = true;
    const Result<ApplyResult> staged = session.Apply(request);
    REQUIRE(ErrorOf(fused) == "");
    REQUIRE(ErrorOf(staged) == "");
    for (size_t i = 0; i < fused->tensors.size(); ++i) {
      CHECK(staged->tensors[i].first == fused->tensors[i].first);
      const std::vector<double> a = CellsOf(staged->tensors[i].second).cells;
      const std::vector<double> b = CellsOf(fused->tensors[i].second).cells;
      REQUIRE(a.size() == b.size());
      for (size_t cell = 0; cell < a.size(); ++cell) {
        if (!Close(a[cell], b[cell])) FAIL(call.what);
      }
    }
  }
}

// Arguments and results share the budget, and no more than these are needed:
// nothing is copied into the answer.
TEST_CASE("apply needs no memory beyond arguments, gradients and results",
          "[session]") {
  constexpr int64_t kCells = int64_t{1} << 20;
  constexpr size_t kBytes = kCells * sizeof(float);
  const auto largest = [](bool gradient, size_t tensors) {
    const Session session(tensors * kBytes + (size_t{1} << 18));
    OwnedRequest request;
    request.operation = "scale";
    request.attributes.emplace_back("divisor", 2.0);
    request.Add("a", *session.NewTensor(DataType::kFloat32, {kCells}));
    if (gradient) {
      request.SetOutputGradient(
          *session.NewTensor(DataType::kFloat32, {kCells}));
    }
    const Result<ApplyResult> result = session.Apply(request);
    if (!result) return result.error().message;
    // What was handed over is counted until the caller lets go of it.
    CHECK(session.budget().used() >= (gradient ? 4 : 2) * kBytes);
    return std::string();
  };
  CHECK(largest(false, 2) == "");
  CHECK(largest(false, 1) != "");
  // a and its gradient, the output, its gradient and the one given for it.
  CHECK(largest(true, 5) == "");
  CHECK(largest(true, 4) != "");
}

TEST_CASE("apply says what was given and what is allowed", "[session]") {
  const Session session;
  OwnedRequest request;
  SECTION("an unknown operation") {
    request.operation = "sofmax";
    const std::string error = ErrorOf(session.Apply(request));
    CHECK(Mentions(error, "sofmax"));
    CHECK(Mentions(error, "softmax"));
  }
  SECTION("an unknown input") {
    request.operation = "scores";
    request.Add("query", Floats(session, {1, 1, 1, 1}));
    const std::string error = ErrorOf(session.Apply(request));
    CHECK(Mentions(error, "query"));
    CHECK(Mentions(error, "q, k"));
  }
  SECTION("an unknown attribute") {
    request.operation = "scale";
    request.Add("a", Floats(session, {2}));
    request.attributes.emplace_back("factor", 2.0);
    const std::string error = ErrorOf(session.Apply(request));
    CHECK(Mentions(error, "factor"));
    CHECK(Mentions(error, "divisor"));
  }
  SECTION("a missing attribute") {
    request.operation = "scale";
    request.Add("a", Floats(session, {2}));
    CHECK(Mentions(ErrorOf(session.Apply(request)), "divisor is missing"));
  }
  SECTION("a divisor of 0, too small or infinite") {
    for (const double divisor : {0.0, 1e-300, HUGE_VAL, -HUGE_VAL, kNaN}) {
      OwnedRequest scale;
      scale.operation = "scale";
      scale.Add("a", Floats(session, {2}));
      scale.attributes.emplace_back("divisor", divisor);
      INFO(divisor);
      CHECK(Mentions(ErrorOf(session.Apply(scale)), "divisor is"));
    }
  }
  SECTION("an attribute of another type") {
    request.operation = "softmax";
    request.Add("a", Floats(session, {2, 2}));
    request.attributes.emplace_back("axis", "rows");
    CHECK(Mentions(ErrorOf(session.Apply(request)), "axis is 'rows'"));
  }
  SECTION("a word for a rule that does not exist") {
    request.operation = "mask";
    request.attributes = {{"kind", "diagonal"}, {"queries", 2}, {"keys", 2}};
    const std::string error = ErrorOf(session.Apply(request));
    CHECK(Mentions(error, "diagonal"));
    CHECK(Mentions(error, "none, causal, padding, combined"));
  }
  SECTION("a length of padding that is missing or beyond the keys") {
    for (const char* kind : {"padding", "combined"}) {
      ApplyRequest mask;
      mask.operation = "mask";
      mask.attributes = {{"kind", kind}, {"queries", 2}, {"keys", 3}};
      CHECK(Mentions(ErrorOf(session.Apply(mask)), "length is missing"));
      for (const double length : {4.0, 99.0, -1.0, 0.5}) {
        mask.attributes.resize(3);
        mask.attributes.emplace_back("length", length);
        INFO(length);
        CHECK(Mentions(ErrorOf(session.Apply(mask)), "length is "));
      }
      for (const int length : {0, 3}) {
        mask.attributes.back() = {"length", length};
        CHECK(ErrorOf(session.Apply(mask)) == "");
      }
    }
    for (const char* kind : {"none", "causal"}) {
      ApplyRequest mask;
      mask.operation = "mask";
      mask.attributes = {{"kind", kind}, {"queries", 2}, {"keys", 3}};
      CHECK(ErrorOf(session.Apply(mask)) == "");
    }
    ApplyRequest mask;
    mask.operation = "mask";
    mask.attributes = {{"kind", "window"}, {"queries", 2}, {"keys", 3}};
    CHECK(Mentions(ErrorOf(session.Apply(mask)), "length is missing"));
    mask.attributes.emplace_back("length", 99);
    CHECK(ErrorOf(session.Apply(mask)) == "");
    mask.attributes[0].second = "prefix";
    CHECK(Mentions(ErrorOf(session.Apply(mask)), "length is 99; prefix"));
  }
  SECTION("a mask without its size or its list") {
    request.operation = "mask";
    request.attributes = {{"kind", "causal"}, {"queries", 2}};
    CHECK(Mentions(ErrorOf(session.Apply(request)), "keys is missing"));
    request.attributes = {{"kind", "block"}, {"keys", 3}};
    CHECK(Mentions(ErrorOf(session.Apply(request)),
                   "documents has 0 numbers; block needs one a key, 3"));
    request.Add("order", *session.NewTensor(DataType::kInt32, {2}));
    request.attributes[0].second = "permutation";
    CHECK(Mentions(ErrorOf(session.Apply(request)),
                   "order has 2 numbers; permutation needs one a key, 3"));
    request.attributes.pop_back();
    CHECK(ErrorOf(session.Apply(request)) == "");
  }
  SECTION("masks that cannot be combined") {
    request.operation = "combine_masks";
    request.Add("a", *session.NewTensor(DataType::kUint8, {2, 3}));
    request.attributes = {{"kind", "and"}};
    CHECK(Mentions(ErrorOf(session.Apply(request)),
                   "b is missing; and takes a and b"));
    request.Add("b", *session.NewTensor(DataType::kUint8, {2, 2}));
    CHECK(Mentions(ErrorOf(session.Apply(request)), "combine_masks: b"));
    request.attributes = {{"kind", "not"}};
    CHECK(Mentions(ErrorOf(session.Apply(request)),
                   "b is given; not takes a alone"));
  }
  SECTION("a base below 1, whose angles would leave the range of the sine") {
    request.operation = "sinusoidal";
    request.attributes = {{"length", 9}, {"width", 4}, {"base", 1e-3}};
    CHECK(Mentions(ErrorOf(session.Apply(request)), "base is 0.001"));
  }
  SECTION("an axis that is not there") {
    for (const Shape& shape : {Shape{}, Shape{2}}) {
      OwnedRequest softmax;
      softmax.operation = "softmax";
      softmax.Add("a", Floats(session, shape));
      softmax.attributes.emplace_back("axis", 3);
      const std::string error = ErrorOf(session.Apply(softmax));
      CHECK(Mentions(error, "axis is 3"));
      CHECK(Mentions(error, shape.empty() ? "no axes" : "from -1 to 0"));
    }
  }
  SECTION("a missing tensor") {
    request.operation = "linear";
    request.Add("x", Floats(session, {2, 3}));
    CHECK(Mentions(ErrorOf(session.Apply(request)), "weight is missing"));
  }
  SECTION("a tensor of the wrong type") {
    request.operation = "embedding";
    request.Add("table", Floats(session, {4, 2}));
    request.Add("ids", Floats(session, {3}));
    CHECK(Mentions(ErrorOf(session.Apply(request)), "ids is float32"));
  }
  SECTION("an id outside the table") {
    request.operation = "embedding";
    request.Add("table", Floats(session, {4, 2}));
    request.Add("ids", Filled(session, DataType::kInt32, {1, 3}, 4));
    const std::string error = ErrorOf(session.Apply(request));
    CHECK(Mentions(error, "is 4"));
    CHECK(Mentions(error, "0 to 3"));
  }
  SECTION("heads that do not share evenly") {
    request.operation = "scores";
    request.Add("q", Floats(session, {1, 4, 2, 3}));
    request.Add("k", Floats(session, {1, 3, 2, 3}));
    CHECK(Mentions(ErrorOf(session.Apply(request)), "multiple"));
  }
  SECTION("sizes that do not meet") {
    request.operation = "scores";
    request.Add("q", Floats(session, {1, 1, 2, 3}));
    request.Add("k", Floats(session, {1, 1, 2, 4}));
    const std::string error = ErrorOf(session.Apply(request));
    CHECK(Mentions(error, "D = 4"));
    CHECK(Mentions(error, "D = 3"));
  }
  SECTION("a table larger than the budget") {
    request.operation = "sinusoidal";
    request.attributes = {{"length", 1048576}, {"width", 65536}};
    const Result<ApplyResult> result = session.Apply(request);
    REQUIRE(!result);
    CHECK(result.error().code == ErrorCode::kMemory);
  }
  SECTION("an output gradient of another shape") {
    request.operation = "scale";
    request.Add("a", Floats(session, {2, 2}));
    request.attributes.emplace_back("divisor", 2.0);
    request.SetOutputGradient(Floats(session, {4}));
    const std::string error = ErrorOf(session.Apply(request));
    CHECK(Mentions(error, "[4]"));
    CHECK(Mentions(error, "[2, 2]"));
  }
  SECTION("attention without width") {
    request.operation = "attention";
    request.Add("q", Floats(session, {1, 1, 2, 0}));
    request.Add("k", Floats(session, {1, 1, 2, 0}));
    request.Add("v", Floats(session, {1, 1, 2, 1}));
    for (const bool stages : {false, true}) {
      request.stages = stages;
      CHECK(Mentions(ErrorOf(session.Apply(request)), "width 0"));
    }
  }
}

// Draws a call that is often almost right: shapes from the letters with some
// axes changed, sometimes another type, a missing or an unknown name.
class Fuzzer {
 public:
  Fuzzer(const Session& session, uint64_t seed)
      : session_(session), random_(seed) {}

  OwnedRequest Draw() {
    const Operation& operation = *Operations()[random_.Integer(
        static_cast<uint32_t>(Operations().size()))];
    OwnedRequest request;
    request.operation = Chance(100) ? "nonesuch" : operation.schema.name;
    for (const auto& letter :
         {"B", "H", "G", "T", "S", "D", "E", "F", "C", "V", "K",
          "N", "M", "P", "J", "L", "Q", "R", "U", "W", "Z", "I"}) {
      sizes_[letter] = Size();
    }
    if (!Chance(3)) sizes_["H"] = sizes_["G"] * Size();
    if (!Chance(3)) sizes_["P"] = sizes_["K"];
    if (!Chance(3)) sizes_["F"] = sizes_["D"] / 2;
    for (const InputSchema& input : operation.schema.inputs) {
      if (input.optional ? Chance(2) : Chance(40)) continue;
      const DataType type =
          Chance(40) ? static_cast<DataType>(random_.Integer(3)) : input.type;
      request.Add(Chance(100) ? "other" : input.name,
                  Cells(type, ShapeFor(input)));
    }
    for (const AttributeSchema& attribute : operation.schema.attributes) {
      if (attribute.required ? Chance(30) : Chance(2)) continue;
      request.attributes.emplace_back(Chance(100) ? "other" : attribute.name,
                                      Value(attribute));
    }
    request.stages = Chance(2);
    if (!Chance(2)) return request;
    std::optional<DenseTensor> gradient = Gradient(request);
    if (gradient) request.SetOutputGradient(*std::move(gradient));
    return request;
  }

 private:
  bool Chance(uint32_t n) { return random_.Integer(n) == 0; }
  int64_t Size() {
    return std::vector<int64_t>{0, 1, 1, 2, 3, 4, 5, 8}[random_.Integer(8)];
  }
  Shape ShapeFor(const InputSchema& input) {
    Shape open;
    for (uint32_t i = random_.Integer(3); i > 0; --i) open.push_back(Size());
    if (open_.size() == 0 || Chance(4)) open_ = open;
    Shape shape = ShapeOf(input.axes, sizes_, open_);
    if (input.broadcast && Chance(2)) {
      shape = Repeated(shape, static_cast<Repeat>(random_.Integer(4)));
    }
    if (Chance(10) && !shape.empty()) {
      shape[random_.Integer(static_cast<uint32_t>(shape.size()))] = Size();
    }
    if (Chance(30) && !shape.empty()) shape.pop_back();
    if (Chance(30) && shape.size() < kMaxRank) shape.push_back(Size());
    return shape;
  }
  DenseTensor Cells(DataType type, const Shape& shape) {
    Array<double> cells(shape);
    for (double& cell : cells.cells) {
      cell = type == DataType::kInt32 ? static_cast<int>(random_.Integer(5)) - 1
             : type == DataType::kUint8 ? random_.Integer(3)
             : Chance(50)               ? Odd()
                                        : 4 * random_.Uniform() - 2;
    }
    return Copy(session_, type, cells);
  }
  double Odd() {
    return std::vector<double>{
        kNaN, HUGE_VAL, -HUGE_VAL, 3e38, -3e38, 1e-40, 0}[random_.Integer(7)];
  }
  Attribute Value(const AttributeSchema& attribute) {
    if (Chance(20)) return Attribute(Odd());
    if (Chance(20)) return Attribute("word");
    if (Chance(20)) return Attribute(std::vector<int64_t>{1, 2});
    switch (attribute.type) {
      case AttributeType::kString:
        if (attribute.words.size() == 0) return Attribute("√d_k");
        return Item(
            attribute.words,
            random_.Integer(static_cast<uint32_t>(attribute.words.size())));
      case AttributeType::kBoolean:
        return Attribute(Chance(2));
      case AttributeType::kInteger:
        return Attribute(Chance(8)
                             ? 1e9 * (random_.Uniform() - 0.5)
                             : static_cast<double>(random_.Integer(9)) - 2);
      default:
        return Attribute(Chance(4) ? std::pow(10, 80 * random_.Uniform() - 40)
                                   : 4 * random_.Uniform() - 1);
    }
  }
  // Mostly of the right shape: what the call without it gives.
  std::optional<DenseTensor> Gradient(const OwnedRequest& request) {
    if (Chance(10)) return Cells(DataType::kFloat32, {Size(), Size()});
    const Result<ApplyResult> result = session_.Apply(request);
    if (!result) return std::nullopt;
    const DenseTensor& output = result->tensors.front().second;
    return Cells(output.type, output.shape);
  }

  const Session& session_;
  Random random_;
  Sizes sizes_;
  Shape open_;
};

TEST_CASE("no call can break the engine", "[session][fuzz]") {
  const Session session(size_t{16} << 20);
  int answered = 0, refused = 0;
  for (uint64_t seed = 0; seed < 6000; ++seed) {
    Fuzzer fuzzer(session, seed);
    const OwnedRequest request = fuzzer.Draw();
    const Result<ApplyResult> result = session.Apply(request);
    if (result) {
      ++answered;
      if (result->tensors.front().first != "output") FAIL(request.operation);
      continue;
    }
    ++refused;
    // Says which operation, what was given, and what would do.
    const std::string& message = result.error().message;
    INFO("seed " << seed << " " << request.operation << ": " << message);
    if (message.size() < 20) FAIL("too short");
    const bool names = Mentions(message, request.operation) ||
                       Mentions(message, "outputGradient") ||
                       Mentions(message, "asked for") ||
                       Mentions(message, "output has no gradient") ||
                       Mentions(message, "output holds no float32");
    if (!names) FAIL("does not name the operation");
  }
  CHECK(answered > 1000);
  CHECK(refused > 1000);
  CHECK(session.budget().used() == 0);
}

}  // namespace
}  // namespace clearhead::test
