// Calls of an operation made from its schema: the letters of its axes get odd
// sizes, open axes several ranks, optional inputs come and go, attributes are
// changed one at a time and then all together.
#ifndef CLEARHEAD_TESTS_SUPPORT_OPERATION_CASES_H_
#define CLEARHEAD_TESTS_SUPPORT_OPERATION_CASES_H_

#include <cmath>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/graph/operation.h"
#include "tests/support/array.h"
#include "tests/support/reference.h"

namespace clearhead::test {

struct OperationCase {
  const Operation* operation;
  Arrays<double> inputs;  // schema order; float cells hold float values
  Attributes attributes;
  std::string what;
};

using Sizes = std::map<std::string, int64_t>;

// T ≠ S and H ≠ G with odd sizes; equal sizes, so that one tensor can stand for
// several inputs; sizes around a vector's width.
inline const std::vector<Sizes>& SizeSets() {
  static const std::vector<Sizes> sets = {{{"B", 2},
                                           {"H", 4},
                                           {"G", 2},
                                           {"T", 3},
                                           {"S", 5},
                                           {"D", 7},
                                           {"E", 6},
                                           {"C", 9},
                                           {"V", 6},
                                           {"K", 5},
                                           {"N", 7},
                                           {"M", 3},
                                           {"F", 2}},
                                          {{"B", 2},
                                           {"H", 4},
                                           {"G", 4},
                                           {"T", 5},
                                           {"S", 5},
                                           {"D", 3},
                                           {"E", 3},
                                           {"C", 4},
                                           {"V", 4},
                                           {"K", 4},
                                           {"N", 4},
                                           {"M", 4},
                                           {"F", 1}},
                                          {{"B", 1},
                                           {"H", 2},
                                           {"G", 1},
                                           {"T", 5},
                                           {"S", 17},
                                           {"D", 9},
                                           {"E", 8},
                                           {"C", 33},
                                           {"V", 5},
                                           {"K", 18},
                                           {"N", 35},
                                           {"M", 5},
                                           {"F", 4}}};
  return sets;
}

inline bool Is(const Operation& operation, const char* name) {
  return operation.schema.name == std::string(name);
}

// Values worth trying of an attribute, the first one usual. An attribute that
// is not listed here is tried at both booleans, at its words, or as a text.
inline std::vector<Attribute> ValuesToTry(const Operation& operation,
                                          const AttributeSchema& attribute) {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  static const std::map<std::string, std::vector<Attribute>> values = {
      {"axis", {-1, 0}},
      {"offset", {0, -2, 1}},
      {"divisor", {2.5}},
      {"cap", {1.5}},
      {"softcap", {0.0, 1.5}},
      {"scale", {kNone, 0.7}},
      {"alpha", {kNone, 0.3}},
      {"epsilon", {1e-5, 0.25}},
      {"label_smoothing", {0.0, 0.1, 1.0}},
      {"ignore", {-100, 1}},
      {"padding", {-1, 2}},
      {"rate", {0.25, 0.0, 0.7}},
      {"threshold", {kNone, 0.3}},
      {"groups", {kNone, 2}},
      {"head_width", {3, 5}},
      {"value_width", {kNone, 6}},
      {"hidden", {10, 6}},
      {"layers", {3, kNone}},
      {"vocabulary", {17, 9}},
      {"positions", {8, 4}},
      {"batch", {kNone, 2}},
      {"bytes", {2, kNone}},
      {"latent", {6, 2}},
      {"rank", {2, 1}},
      {"rotary", {3, 4}},
      {"query_latent", {kNone, 4}},
      {"queries", {3, 7}},
      {"keys", {5, 2}},
      {"start", {0, 1}},
      {"base", {10000.0, 50.0}},
      {"shape", {std::vector<int64_t>{2, 3, 5}, std::vector<int64_t>{}}},
      {"seed", {7, 4294967295.0}},
      {"deviation", {1.0, 2.5}},
      {"heads", {4, 11}},
      {"max_distance", {128, 20}},
      {"factor", {4.0, 1.5}},
      {"trained_length", {4096.0, 32.0}},
      {"low", {kNone, 0.5}},
      {"high", {kNone, 20.0}},
      {"attention_factor", {kNone, 0.8}}};
  static const std::map<std::string, std::vector<Attribute>> own = {
      {"slice.start", {1, 0}},      {"slice.length", {1, 2}},
      {"uniform.low", {0.0, -2.5}}, {"uniform.high", {1.0, 0.0}},
      {"normal.stream", {0, 3}},    {"uniform.stream", {0, 3}},
      {"dropout.stream", {0, 3}},   {"split_heads.heads", {4, 1}},
      {"pool_heads.heads", {4, 6}}, {"pool_heads.kv_heads", {2, 1}},
      {"sinusoidal.start", {0, 37}}};
  const auto special =
      own.find(std::string(operation.schema.name) + "." + attribute.name);
  if (special != own.end()) return special->second;
  const auto found = values.find(attribute.name);
  if (found != values.end()) return found->second;
  const bool speeds = Is(operation, "rotary_frequencies");
  if (attribute.name == std::string("length")) {
    if (speeds) return {9000.0, 16.0};
    return Is(operation, "mask") ? std::vector<Attribute>{2, 0}
                                 : std::vector<Attribute>{5, 1};
  }
  if (attribute.name == std::string("width")) {
    return speeds ? std::vector<Attribute>{16, 8}
                  : std::vector<Attribute>{7, 16};
  }
  if (attribute.type == AttributeType::kBoolean) return {false, true};
  std::vector<Attribute> words;
  for (const auto& word : attribute.words) words.emplace_back(word);
  return words.empty() ? std::vector<Attribute>{"c"} : words;
}

inline std::vector<Attributes> AttributesToTry(const Operation& operation) {
  Attributes usual, last;
  std::vector<Attributes> all;
  for (const AttributeSchema& attribute : operation.schema.attributes) {
    usual.push_back(ValuesToTry(operation, attribute).front());
    last.push_back(ValuesToTry(operation, attribute).back());
  }
  // What a scaling or a kind of mask, of activation or of count leaves unread
  // changes nothing: each is tried with all, as is every fill.
  const bool by_kind = Is(operation, "mask") || Is(operation, "activation") ||
                       Is(operation, "count");
  const bool by_fill = Is(operation, "masked_softmax");
  const int deciding = AttributeNumber(operation.schema, by_kind   ? "kind"
                                                         : by_fill ? "fill"
                                                                   : "scaling");
  std::vector<Attribute> kinds = {"none"};
  if (deciding >= 0) {
    kinds = ValuesToTry(operation, Item(operation.schema.attributes, deciding));
  }
  for (const Attribute& kind : kinds) {
    if (deciding >= 0) usual[deciding] = kind;
    all.push_back(usual);
    for (int i = 0; i < static_cast<int>(usual.size()); ++i) {
      if (i == deciding) continue;
      const std::vector<Attribute> values =
          ValuesToTry(operation, Item(operation.schema.attributes, i));
      for (size_t j = 1; j < values.size(); ++j) {
        all.push_back(usual);
        all.back()[i] = values[j];
      }
    }
  }
  // Aᵀ·Bᵀ is refused.
  if (usual.size() > 1 && !Is(operation, "matmul")) {
    all.push_back(last);
  }
  return all;
}

inline Shape ShapeOf(const std::string& axes, const Sizes& sizes,
                     const Shape& open) {
  std::istringstream letters(axes);
  Shape shape;
  std::string letter;
  while (letters >> letter) {
    if (letter == "...") {
      for (const int64_t size : open) shape.push_back(size);
    } else {
      shape.push_back(sizes.at(letter));
    }
  }
  return shape;
}

// How a broadcast operand is given: whole, without its first axis, once for
// all but the last axis, once for everything.
enum class Repeat { kWhole, kMissing, kRow, kCell };

inline Shape Repeated(const Shape& shape, Repeat repeat) {
  if (shape.empty() || repeat == Repeat::kWhole) return shape;
  Shape result;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis == 0 && repeat == Repeat::kMissing && shape.size() > 1) continue;
    const bool one = repeat == Repeat::kCell ||
                     (repeat == Repeat::kRow && axis + 1 < shape.size());
    result.push_back(one ? 1 : shape[axis]);
  }
  return result;
}

// Random cells. Ids lie in the table; masks hide about a third, and the whole
// second row, and pad the last batch.
inline Array<double> RandomCells(const InputSchema& input, const Shape& shape,
                                 const Sizes& sizes, Random* random) {
  Array<double> array(shape);
  const int64_t row = shape.empty() ? 1 : shape.back();
  for (int64_t i = 0; i < array.count(); ++i) {
    double& cell = array.cells[i];
    if (input.type == DataType::kInt32) {
      cell = random->Integer(static_cast<uint32_t>(sizes.at("V")));
    } else if (input.type == DataType::kUint8) {
      const bool padding = i >= array.count() / 2 && i % row >= row - 1;
      cell = random->Uniform() < 0.7 && !padding && (i / row != 1 || row == 1);
    } else {
      cell = static_cast<float>(3 * random->Uniform() - 1.5);
      if (input.name == std::string("factors")) cell = std::abs(cell) + 0.5;
      if (input.name == std::string("divisor")) cell += cell < 0 ? -0.5 : 0.5;
      if (input.name == std::string("p")) cell = std::abs(cell) + 0.05;
    }
  }
  return array;
}

inline Shape FixShape(const Operation& operation, const Attributes& attributes,
                      const std::string& input, Shape shape,
                      const Sizes& sizes) {
  if (input == "factors") {
    shape[0] = Get(operation, attributes, "width").integer() / 2;
  }
  if (input == "order" || input == "documents") {
    shape[0] = Get(operation, attributes, "keys").integer();
  }
  if (Is(operation, "split_heads") || Is(operation, "pool_heads")) {
    shape.back() =
        Get(operation, attributes, "heads").integer() * sizes.at("D");
  }
  if (Is(operation, "concatenate") && input == "b") {
    const int64_t axis = Get(operation, attributes, "axis").integer();
    shape[axis < 0 ? shape.size() - 1 : 0] += 2;
  }
  if (!Is(operation, "matmul")) return shape;
  // The letters of b say only that it is a matrix; its rows are those of K.
  if (input == "b") shape[shape.size() - 2] = sizes.at("K");
  if (Get(operation, attributes, ("transpose_" + input).c_str()).flag()) {
    std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  }
  return shape;
}

// The last input of a product, whose leading axes repeat.
inline bool RepeatsLead(const Operation& operation, const InputSchema& input) {
  return (Is(operation, "matmul") && input.name == std::string("b")) ||
         (Is(operation, "cosine") && input.name == std::string("keys"));
}

inline OperationCase MakeCase(const Operation& operation, const Sizes& sizes,
                              const Shape& open, bool optional, Repeat repeat,
                              const Attributes& attributes) {
  Random random(17);
  OperationCase c{&operation, {}, attributes, operation.schema.name};
  Sizes with_p = sizes;
  with_p["P"] = sizes.at("K");
  for (const InputSchema& input : operation.schema.inputs) {
    // Past keys change what mask and bias refer to: see PastCases.
    const bool past = std::string(input.name).rfind("past_", 0) == 0;
    if (input.optional && (!optional || past)) {
      c.inputs.emplace_back();
      continue;
    }
    Shape shape = ShapeOf(input.axes, with_p, open);
    shape = FixShape(operation, attributes, input.name, shape, sizes);
    if (input.broadcast) shape = Repeated(shape, repeat);
    if (RepeatsLead(operation, input)) {
      Shape lead = shape;
      lead.pop_back();
      lead.pop_back();
      lead = Repeated(lead, repeat);
      lead.push_back(shape.FromBack(1));
      lead.push_back(shape.back());
      shape = lead;
    }
    c.inputs.push_back(RandomCells(input, shape, sizes, &random));
    c.what += std::string(" ") + input.name + ToString(shape);
  }
  for (const Attribute& attribute : attributes) {
    c.what += " " + std::to_string(attribute.number) + attribute.text;
  }
  return c;
}

// Only the scaling longrope takes factors, and it needs them; two kinds of mask
// need a list; only not takes one mask alone; few activations have an alpha.
inline bool Refused(const Operation& operation, const Attributes& attributes,
                    bool optional) {
  const auto is = [&](const char* attribute, const char* word) {
    return Get(operation, attributes, attribute).text == word;
  };
  if (Is(operation, "rotary_frequencies")) {
    return optional != is("scaling", "longrope");
  }
  if (Is(operation, "mask")) {
    return !optional && (is("kind", "permutation") || is("kind", "block"));
  }
  if (Is(operation, "activation")) {
    return !std::isnan(Get(operation, attributes, "alpha").number) &&
           !is("kind", "leaky_relu") && !is("kind", "elu") &&
           !is("kind", "silu");
  }
  return Is(operation, "combine_masks") && optional == is("kind", "not");
}

// Every call to try of one operation made from its schema.
inline std::vector<OperationCase> SchemaCasesOf(const Operation& operation) {
  bool open = false, optional = false, broadcast = false, letters = false;
  for (const InputSchema& input : operation.schema.inputs) {
    const std::string axes = input.axes;
    open |= axes.rfind("...", 0) == 0;
    letters |= axes != "...";
    optional |= input.optional;
    broadcast |= input.broadcast;
  }
  const std::string name = operation.schema.name;
  std::vector<Repeat> repeats = {Repeat::kWhole};
  if (broadcast || name == "matmul" || name == "cosine") {
    repeats.push_back(Repeat::kMissing);
    repeats.push_back(Repeat::kRow);
  }
  if (name == "add" || name == "multiply" || name == "divide") {
    repeats.push_back(Repeat::kCell);
  }
  std::vector<OperationCase> cases;
  for (const Sizes& sizes : SizeSets()) {
    // Open axes of several ranks; one with the large sizes, to stay quick.
    std::vector<Shape> leads = {{}};
    if (open) leads = {{}, {3}, {2, 3}};
    if (open && sizes.at("K") > 8) leads = {letters ? Shape{2} : Shape{2, 19}};
    // A single number has no axis.
    if (!letters && AttributeNumber(operation.schema, "axis") >= 0 &&
        leads.front().empty()) {
      leads.erase(leads.begin());
    }
    for (const Shape& lead : leads) {
      for (const bool given : {true, false}) {
        if (!given && !optional) continue;
        for (const Repeat repeat : repeats) {
          if (!given && repeat != Repeat::kWhole) continue;
          for (const Attributes& attributes : AttributesToTry(operation)) {
            if (Refused(operation, attributes, given)) continue;
            cases.push_back(
                MakeCase(operation, sizes, lead, given, repeat, attributes));
          }
        }
      }
      if (operation.schema.inputs.size() == 0) return cases;
    }
  }
  return cases;
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_OPERATION_CASES_H_
