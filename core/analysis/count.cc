// Exact counts: parameters, bytes of a cache, floating-point operations.
#include <cmath>
#include <limits>

#include "core/analysis/analysis.h"
#include "core/base/function_ref.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

// A formula is a sum of products without spaces in them: a digit is a factor, a
// letter a size, h one half, - makes a term negative; after | come the biases.
// In the order of kNames.
constexpr const char* kFormulas[] = {
    "CF|F",
    "CHD CGD CGD HDC|HD GD GD C",
    "CHD CHR CK CR KHD KHE HEC",
    "CF FC|F C",
    "3CF|2F C",
    "C|C",
    "2CHD 2CGD 2CF 2C|HD 2GD F 4C",
    "4CHD 4CGD 2CF 3C|2HD 4GD F 6C",
    "VC PC 4C 2LCHD 2LCGD 2LCF LHD 2LGD LF 6LC CC C",
    "VC PC 2LCHD 2LCGD 2LCF LHD 2LGD LF 6LC 2C",
    "VC 6LCHD 6LCGD 4LCF 5LC 2C 64H",
    "2BLTGDY",
    "BLTKY BLTRY",
    "2BLTSHD 2BLTSHE",
    "4BLTCHD 4BLTCGD",
    "4BLTCF",
    "CK FK -KK",
    "CK -hKK hK"};
// Where the queries of latent attention are compressed too.
constexpr const char* kCompressedQueries = "CQ QHD QHR CK CR KHD KHE HEC";

constexpr Words kNames = {"linear",
                          "attention",
                          "latent_attention",
                          "feed_forward",
                          "gated_feed_forward",
                          "norm",
                          "encoder_layer",
                          "decoder_layer",
                          "bert",
                          "gpt2",
                          "t5",
                          "key_value_cache",
                          "latent_cache",
                          "attention_operations",
                          "projection_operations",
                          "feed_forward_operations",
                          "rank_freedom",
                          "symmetric_rank_freedom"};

enum AttributeNumber { kKind, kBias, kFirstSize };
// The sizes in the order of the attributes, and how a term names them.
constexpr char kLetters[] = "CHGDEFLVPBTSYKRQ";
constexpr const char* kSymbols[] = {"C",     "H",   "G",      "D",  "D_v", "F",
                                    "L",     "V",   "P",      "B",  "T",   "S",
                                    "bytes", "d_c", "d_rope", "d_q"};

// NaN where it is neither given nor follows from others.
double SizeOf(const Attributes& attributes, char letter) {
  int place = 0;
  while (kLetters[place] != letter) ++place;
  const double given =
      attributes[static_cast<size_t>(kFirstSize + place)].number;
  if (!std::isnan(given)) return given;
  const auto other = [&](char size) { return SizeOf(attributes, size); };
  switch (letter) {
    case 'G':
      return other('H');
    case 'D':
      return other('C') / other('H');
    case 'E':
      return other('D');
    case 'S':
      return other('T');
    case 'L':
    case 'B':
    case 'T':
    case 'Y':
      return 1;
    default:
      return given;
  }
}

const char* FormulaOf(const Attributes& attributes) {
  size_t i = 0;
  while (attributes[kKind].text != Item(kNames, i)) ++i;
  const bool compressed = attributes[kKind].text == "latent_attention" &&
                          !std::isnan(SizeOf(attributes, 'Q'));
  return compressed ? kCompressedQueries : kFormulas[i];
}

// Calls visit(value, name) for every factor of the formula, and visit(0, null)
// after each of its terms.
void ForEachFactor(const Attributes& attributes,
                   FunctionRef<void(double value, const char* name)> visit) {
  for (const char* at = FormulaOf(attributes);; ++at) {
    if (*at == '\0' || *at == ' ' || *at == '|') visit(0, nullptr);
    if (*at == '\0' || (*at == '|' && !attributes[kBias].flag())) return;
    if (*at == '-') visit(-1, "");
    if (*at == 'h') visit(0.5, "");
    if (*at >= '0' && *at <= '9') {
      double number = 0;
      for (; *at >= '0' && *at <= '9'; ++at) number = 10 * number + *at - '0';
      --at;
      visit(number, "");
    }
    if (*at < 'A' || *at > 'Z') continue;
    int place = 0;
    while (kLetters[place] != *at) ++place;
    visit(SizeOf(attributes, *at), kSymbols[place]);
  }
}

double Total(const Attributes& attributes) {
  double sum = 0, product = 1;
  ForEachFactor(attributes, [&](double value, const char* name) {
    if (name != nullptr) {
      product *= value;
    } else {
      sum += product;
      product = 1;
    }
  });
  return sum;
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>&,
                                      const Attributes& attributes) {
  const char* wrong = nullptr;
  double size = 0;
  ForEachFactor(attributes, [&](double value, const char* name) {
    if (name == nullptr || *name == 0 || value == std::trunc(value)) return;
    wrong = name;
    size = value;
  });
  if (wrong != nullptr) {
    return Fail(ErrorCode::kArgument, "count: % needs a whole size %; it is %",
                attributes[kKind].text, wrong,
                std::isnan(size) ? "not given" : ToString(size));
  }
  constexpr double kExact = 0x1p53;
  const double total = Total(attributes);
  if (!(total >= 0 && total <= kExact && total == std::trunc(total))) {
    return Fail(ErrorCode::kRange,
                "count: % is %; give sizes whose count is a whole number of at "
                "most 2^53",
                attributes[kKind].text, total);
  }
  return std::vector<OutputSpec>{{{}}, {{}, DataType::kInt32}};
}

// The sum, and what float32 loses of it, below 2^28.
void Forward(const Call& call) {
  const double total = Total(call.attributes);
  float& rounded = *call.outputs[0].floats();
  rounded = static_cast<float>(total);
  *call.outputs[1].as<int32_t>() = static_cast<int32_t>(total - rounded);
}

void Explain(const Call& call, int output, const Index&,
             Expression* expression) {
  std::vector<int> terms;
  int product = -1;
  ForEachFactor(call.attributes, [&](double value, const char* name) {
    if (name == nullptr) {
      terms.push_back(product);
      product = -1;
      return;
    }
    const int factor = expression->Constant(value, name);
    product = product < 0 ? factor : expression->Product(product, factor);
  });
  const int sum = expression->Sum(terms);
  if (output == 0) return;
  expression->Difference(
      sum, expression->Constant(*call.outputs[0].floats(), "float32"));
}

constexpr AttributeSchema Size(const char* name, Note summary) {
  return {.name = name,
          .type = AttributeType::kInteger,
          .summary = summary,
          .fallback = std::numeric_limits<double>::quiet_NaN(),
          .minimum = 1,
          .maximum = 1e12};
}

}  // namespace

const Operation& CountOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "count",
           .summary = "Exact counts of parameters (with bias or without), of "
                      "bytes of a cache, of floating-point operations, of "
                      "degrees of freedom of a [C, F] matrix of rank d_c: the "
                      "number is output + remainder, up to 2^53.",
           .source = "Vaswani et al. 2017, table 1; Shazeer 2019; Ainslie et "
                     "al. 2023; DeepSeek-V2 report 2024, table 1",
           .inputs = {},
           .attributes = {{.name = "kind",
                           .type = AttributeType::kString,
                           .summary = "What is counted.",
                           .required = true,
                           .words = kNames},
                          {.name = "bias",
                           .type = AttributeType::kBoolean,
                           .summary = "Biases count too; always in bert and "
                                      "gpt2."},
                          Size("width", "C, of the model."),
                          Size("heads", "H, query heads."),
                          Size("groups", "G, key and value heads; H."),
                          Size("head_width", "D; C/H."),
                          Size("value_width", "D_v; D."),
                          Size("hidden", "F, of the feed-forward layer."),
                          Size("layers", "L, of each stack; 1."),
                          Size("vocabulary", "V, tokens."),
                          Size("positions", "P, rows."),
                          Size("batch", "B; 1."),
                          Size("length", "T, tokens; 1."),
                          Size("keys", "S; T."),
                          Size("bytes", "Of a number; 1."),
                          Size("latent", "d_c, also the rank."),
                          Size("rotary", "d_rope."),
                          Size("query_latent",
                               "d_q; queries are not "
                               "compressed.")},
           .outputs = {{.name = "output", .axes = ""},
                       {.name = "remainder",
                        .axes = "",
                        .type = DataType::kInt32}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = NoReach};
  return operation;
}

}  // namespace clearhead
