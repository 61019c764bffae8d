// Ranks, symmetry, entropies and counts where the table test does not look: at
// zeros, at large matrices, at what is not finite, at wrong sizes.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/guarded.h"
#include "tests/support/program_calls.h"

namespace clearhead::test {
namespace {

VectorTensor Cells(const Shape& shape, std::vector<double> values) {
  return {"f32", shape, std::move(values)};
}

Applied Measure(const std::string& operation, const char* input,
                const VectorTensor& cells, Settings settings = {}) {
  const Session session;
  Applied run = Run(session, {operation, {{input, cells}}, settings});
  INFO(run.error);
  REQUIRE(run.error.empty());
  return run;
}

double Only(const Applied& run, const char* name) {
  const VectorTensor& tensor = run.tensors.at(name);
  REQUIRE(tensor.values.size() == 1);
  return tensor.values[0];
}

TEST_CASE("rank and effective rank", "[analysis]") {
  const VectorTensor diagonal = Cells({3, 3}, {4, 0, 0, 0, 2, 0, 0, 0, 1e-3});
  CHECK(Only(Measure("singular_values", "a", diagonal), "rank") == 3);
  CHECK(Only(Measure("singular_values", "a", diagonal, {{"threshold", 0.01}}),
             "rank") == 2);
  const VectorTensor zero = Cells({2, 3}, std::vector<double>(6, 0));
  CHECK(Only(Measure("singular_values", "a", zero), "rank") == 0);
  CHECK(Only(Measure("singular_values", "a", zero), "effective_rank") == 0);
  const VectorTensor equal = Cells({2, 2}, {0, 3, -3, 0});
  CHECK(Only(Measure("singular_values", "a", equal), "effective_rank") ==
        Approx(2));
  const VectorTensor row = Cells({1, 4}, {1, 2, 3, 4});
  CHECK(Only(Measure("singular_values", "a", row), "output") ==
        Approx(std::sqrt(30.0)));
  CHECK(Only(Measure("singular_values", "a", row), "effective_rank") == 1);
  const Applied nan =
      Measure("singular_values", "a", Cells({2, 2}, {1, NAN, 0, 1}));
  for (const auto& [name, tensor] : nan.tensors) {
    for (const double value : tensor.values) CHECK(std::isnan(value));
  }
  const VectorTensor empty = Cells({0, 3}, {});
  CHECK(Only(Measure("singular_values", "a", empty), "rank") == 0);
  CHECK(Only(Measure("singular_values", "a", empty), "effective_rank") == 0);
  // Several matrices at once.
  const VectorTensor two = Cells({2, 2, 2}, {1, 0, 0, 1, 1, 1, 1, 1});
  CHECK(Measure("singular_values", "a", two).tensors.at("rank").values ==
        std::vector<double>{2, 1});
}

TEST_CASE("a product of the parts is the matrix", "[analysis]") {
  const VectorTensor a = Cells({6, 4}, RandomValues(24, -1, 1, 3));
  const Applied run = Measure("singular_values", "a", a);
  const Applied product =
      RunProgram({{"u", run.tensors.at("left")},
                  {"s", run.tensors.at("output")},
                  {"v", run.tensors.at("right")}},
                 {{"us", "multiply", {{"a", "u"}, {"b", "s"}}, {}},
                  {"usv", "matmul", {{"a", "us"}, {"b", "v"}}, {}}});
  const VectorTensor& same = product.tensors.at("usv");
  for (size_t i = 0; i < 24; ++i) {
    CHECK(same.values[i] == Approx(a.values[i]).margin(1e-6));
  }
}

// Too many cells to be written out: the largest products and their number.
TEST_CASE("a large matrix opens abbreviated, and its gradient whole",
          "[analysis]") {
  Session session;
  OwnedRequest owned;
  owned.Add("a", ToDense(session, Cells({96, 64}, RandomValues(6144, -1, 1))));
  const Result<int> run = session.Compute(
      {owned.inputs, {{"s", "singular_values", {{"a", "a"}}, {}}}});
  REQUIRE(run);
  const auto opened = session.Explain(*run, "s", {5}, 0);
  REQUIRE(opened);
  const Term& sum = opened->terms.back().term;
  CHECK(sum.children.size() == 4096);
  CHECK(sum.omitted_count == 2048);
  double whole = sum.omitted_value;
  for (const int child : sum.children) whole += opened->terms[child].term.value;
  CHECK(whole == Approx(opened->value).epsilon(1e-5));
  const Result<int> gradients = session.Differentiate(*run, {"s", {}});
  REQUIRE(gradients);
  const auto slope = session.ExplainGradient(*gradients, "a", {90, 60}, 0);
  REQUIRE(slope);
  CHECK(slope->terms.back().term.value == Approx(slope->value).margin(1e-6));
}

TEST_CASE("symmetry and definiteness", "[analysis]") {
  const Applied swap = Measure("symmetry", "a", Cells({2, 2}, {0, 1, 1, 0}));
  CHECK(Only(swap, "output") == Approx(-1));
  CHECK(Only(swap, "asymmetry") == 0);
  const Applied turn = Measure("symmetry", "a", Cells({2, 2}, {0, 1, -1, 0}));
  CHECK(Only(turn, "output") == 0);
  CHECK(Only(turn, "asymmetry") == 2);
  CHECK(Only(Measure("symmetry", "a", Cells({1, 1}, {-3})), "output") == -3);
  const Applied nan = Measure("symmetry", "a", Cells({2, 2}, {0, NAN, 1, 0}));
  CHECK(std::isnan(Only(nan, "output")));
  CHECK(std::isnan(Only(nan, "asymmetry")));
  // W·Wᵀ of rank 2 has no negative eigenvalue but two zeros.
  const Applied gram = RunProgram(
      {{"w", Cells({4, 2}, RandomValues(8, -1, 1))}},
      {{"g", "matmul", {{"a", "w"}, {"b", "w"}}, {{"transpose_b", true}}},
       {"s", "symmetry", {{"a", "g"}}, {}}});
  CHECK(gram.tensors.at("s").values[0] == Approx(0).margin(1e-6));
}

TEST_CASE("entropies at their ends", "[analysis]") {
  const VectorTensor p =
      Cells({3, 4}, {0.25, 0.25, 0.25, 0.25, 0, 1, 0, 0, 0.5, 0, 0, 0.5});
  const Applied bits = Measure("entropy", "p", p);
  CHECK(bits.tensors.at("output").values == std::vector<double>{2, 0, 1});
  const std::vector<double>& effective =
      bits.tensors.at("effective_number").values;
  CHECK(effective[0] == Approx(4));
  CHECK(effective[1] == 1);
  const Applied nats = Measure("entropy", "p", p, {{"unit", "nats"}});
  CHECK(nats.tensors.at("output").values[2] == Approx(std::log(2.0)));
  const Applied slopes =
      RunProgram({{"p", p}}, {{"h", "entropy", {{"p", "p"}}, {}}}, "h");
  CHECK(slopes.gradients.at("p").values[4] == 0);
  CHECK(slopes.gradients.at("p").values[5] == Approx(-1 / std::log(2.0)));
  CHECK(std::isnan(Measure("entropy", "p", Cells({2}, {-0.5, 1.5}))
                       .tensors.at("output")
                       .values[0]));
}

TEST_CASE("information of independent and equal variables", "[analysis]") {
  const Applied none =
      Measure("information", "p", Cells({2, 2}, {0.1, 0.3, 0.15, 0.45}));
  CHECK(Only(none, "output") == Approx(0).margin(1e-7));
  const Applied all =
      Measure("information", "p", Cells({2, 2}, {0.5, 0, 0, 0.5}));
  CHECK(Only(all, "output") == 1);
  CHECK(Only(all, "x_given_y") == 0);
  // Chain rule, and what both share.
  const Applied some = Measure("information", "p",
                               Cells({2, 3}, {0.1, 0.2, 0, 0.3, 0.15, 0.25}));
  const auto of = [&](const char* name) { return Only(some, name); };
  CHECK(of("joint_entropy") == Approx(of("entropy_x") + of("y_given_x")));
  CHECK(of("joint_entropy") == Approx(of("entropy_y") + of("x_given_y")));
  CHECK(of("output") == Approx(of("entropy_x") - of("x_given_y")));
}

std::string CountError(Settings settings) {
  return Run(Session(), {"count", {}, std::move(settings)}).error;
}

TEST_CASE("counts are exact beyond float32, and say their terms",
          "[analysis]") {
  Session session;
  const Settings sizes = {{"kind", "attention"}, {"width", 4097}, {"heads", 1}};
  const double exact = 4.0 * 4097 * 4097;
  const Applied run = Run(session, {"count", {}, sizes});
  REQUIRE(run.error.empty());
  CHECK(run.tensors.at("output").values[0] != exact);
  CHECK(run.tensors.at("output").values[0] +
            run.tensors.at("remainder").values[0] ==
        exact);
  const Result<int> kept = session.Compute({{}, {{"n", "count", {}, sizes}}});
  REQUIRE(kept);
  const auto opened = session.Explain(*kept, "n", {}, 64);
  REQUIRE(opened);
  CHECK(opened->terms.back().term.value == exact);
  CHECK(opened->terms.back().term.children.size() == 4);
  const double largest = 0x1p53 / 4;
  const Applied most = Run(session, {"count",
                                     {},
                                     {{"kind", "rank_freedom"},
                                      {"width", largest / 1024 / 1024 - 1},
                                      {"hidden", 1},
                                      {"latent", 1}}});
  CHECK(most.tensors.at("output").values[0] +
            most.tensors.at("remainder").values[0] ==
        largest / 1024 / 1024 - 1);
}

TEST_CASE("counts that cannot be made say why", "[analysis]") {
  CHECK(CountError({{"kind", "norm"}}) ==
        "count: norm needs a whole size C; it is not given");
  CHECK(CountError({{"kind", "attention"}, {"width", 9}, {"heads", 2}}) ==
        "count: attention needs a whole size D; it is 4.5");
  CHECK(CountError({{"kind", "linear"}, {"width", 1e12}, {"hidden", 1e12}}) !=
        "");
  CHECK(CountError({{"kind", "linear"}, {"width", 0}, {"hidden", 1}}) != "");
  CHECK(CountError({{"kind", "nonesuch"}}) != "");
}

// ‖α_ij·v_j‖ as a program (Kobayashi et al. 2020).
TEST_CASE("weights times lengths of values", "[analysis]") {
  const VectorTensor weights =
      Cells({2, 3}, {0.5, 0.25, 0.25, 0.125, 0.875, 0});
  const VectorTensor v = Cells({3, 2}, {3, 4, 0, 0, -6, 8});
  const Applied one = RunProgram(
      {{"weights", weights}, {"v", v}},
      {{"length", "norm", {{"x", "v"}}, {}},
       {"added", "multiply", {{"a", "weights"}, {"b", "length"}}, {}}});
  REQUIRE(one.error.empty());
  CHECK(one.tensors.at("added").values ==
        std::vector<double>{2.5, 0, 2.5, 0.625, 0, 0});
  // With heads: lengths [H, S, 1] repeated to [H, T, S] by a product with ones.
  const Tensors heads = {
      {"weights", Cells({2, 2, 3}, RandomValues(12, 0, 1, 1))},
      {"v", Cells({2, 3, 2}, RandomValues(12, -1, 1, 2))},
      {"ones", Cells({2, 2, 1}, {1, 1, 1, 1})}};
  const Applied many = RunProgram(
      heads, {{"length", "norm", {{"x", "v"}}, {{"keep_axis", true}}},
              {"rows",
               "matmul",
               {{"a", "ones"}, {"b", "length"}},
               {{"transpose_b", true}}},
              {"added", "multiply", {{"a", "weights"}, {"b", "rows"}}, {}}});
  REQUIRE(many.error.empty());
  const auto& cells = heads.at("v").values;
  for (size_t i = 0; i < 12; ++i) {
    const size_t key = i / 6 * 3 + i % 3;
    CHECK(many.tensors.at("added").values[i] ==
          Approx(heads.at("weights").values[i] *
                 std::hypot(cells[2 * key], cells[2 * key + 1])));
  }
}

// x·(W_Q·W_Kᵀ)·xᵀ = q·kᵀ and (x·W_V)·W_O = x·(W_V·W_O); the rank of a circuit
// is the width of the head (Elhage et al. 2021).
TEST_CASE("circuits of a head", "[analysis]") {
  const auto random = [](const Shape& shape, uint64_t seed) {
    const auto count = static_cast<size_t>(CountOf(shape));
    return Cells(shape, RandomValues(count, -1, 1, seed));
  };
  const auto product = [](const char* name, const char* a, const char* b,
                          bool turned) -> Step {
    return {name, "matmul", {{"a", a}, {"b", b}}, {{"transpose_b", turned}}};
  };
  const Applied run =
      RunProgram({{"x", random({4, 6}, 3)},
                  {"wq", random({6, 2}, 4)},
                  {"wk", random({6, 2}, 5)},
                  {"wv", random({6, 2}, 6)},
                  {"wo", random({2, 6}, 7)}},
                 {product("q", "x", "wq", false),
                  product("k", "x", "wk", false),
                  product("scores", "q", "k", true),
                  product("qk", "wq", "wk", true),
                  product("xqk", "x", "qk", false),
                  product("same_scores", "xqk", "x", true),
                  product("v", "x", "wv", false),
                  product("written", "v", "wo", false),
                  product("ov", "wv", "wo", false),
                  product("same_written", "x", "ov", false),
                  {"qk_values", "singular_values", {{"a", "qk"}}, {}},
                  {"ov_values", "singular_values", {{"a", "ov"}}, {}}});
  REQUIRE(run.error.empty());
  for (const auto& [one, other] :
       {std::pair{"scores", "same_scores"}, {"written", "same_written"}}) {
    const std::vector<double>& expected = run.tensors.at(one).values;
    for (size_t i = 0; i < expected.size(); ++i) {
      CHECK(run.tensors.at(other).values[i] ==
            Approx(expected[i]).margin(1e-6));
    }
  }
  for (const char* values : {"qk_values", "ov_values"}) {
    CHECK(run.tensors.at(values).values[1] > 0.01);
    CHECK(run.tensors.at(values).values[2] < 1e-6);
  }
}

}  // namespace
}  // namespace clearhead::test
