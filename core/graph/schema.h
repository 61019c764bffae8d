// What an operation takes and gives. Validation, error texts, the JavaScript
// functions, their types and the fuzz test all come from this one description.
//
// Axes are letters: the same letter has the same size everywhere in a call.
//   "B H T D"   exactly four axes
//   "... N"     any axes, then one of size N
// An input marked `broadcast` is right-aligned against its axes: each may be 1
// and leading ones may be missing.
#ifndef CLEARHEAD_CORE_GRAPH_SCHEMA_H_
#define CLEARHEAD_CORE_GRAPH_SCHEMA_H_

#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/base/text.h"
#include "core/graph/attributes.h"
#include "core/graph/tensor_view.h"

namespace clearhead {

enum class AxisRole : uint8_t {
  kBatch,
  kHead,
  kQuery,
  kKey,
  kPosition,
  kFeature,
  kModel,
  kVocabulary,
};

// "batch", "head" …
const char* NameOf(AxisRole role);

// Written in braces, and the items live as long as what they are written in:
// schemas are constants with static storage, data and no code.
template <typename T>
using List = std::initializer_list<T>;

template <typename T>
const T& Item(const List<T>& items, size_t i) {
  return items.begin()[i];
}

// What people read about an operation, and no code does. The release has these
// words apart from the module (web/engine/notes.gen.ts), whose schemas are
// built without.
#ifdef CLEARHEAD_WITHOUT_NOTES
struct Note {
  constexpr Note(const char*) {}  // NOLINT: converts
};
#else
using Note = const char*;
#endif

// Allowed values of a word.
using Words = List<const char*>;

// What passes nothing of a gradient on to an input where it is exactly 0, be
// the other factor ∞ or NaN: in attention, whose hidden keys may hold anything.
//   kGradient  dL/do: of a score that nobody reads
//   kWeight    ∂o/∂x: the weight of a value, or of a score in its row
enum class Absorbs : uint8_t { kNothing, kGradient, kWeight };

struct InputSchema {
  const char* name = "";
  const char* axes = "";
  DataType type = DataType::kFloat32;
  bool differentiable = true;
  bool optional = false;
  bool broadcast = false;
  Absorbs absorbs = Absorbs::kNothing;
};

struct AttributeSchema {
  const char* name = "";
  AttributeType type = AttributeType::kNumber;
  Note summary = "";
  // Used where the caller gives none: a number, or a word for a kString. A
  // kIntegers is then empty.
  double fallback = 0;
  const char* fallback_word = "";
  bool required = false;
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  // Allowed values of a kString; none: any.
  Words words = {};
};

struct OutputSchema {
  const char* name = "";
  const char* axes = "";
  DataType type = DataType::kFloat32;
};

struct Schema {
  const char* name = "";
  Note summary = "";
  Note source = "";
  List<InputSchema> inputs = {};
  List<AttributeSchema> attributes = {};
  List<OutputSchema> outputs = {};
};

// "... M N" read: whether axes may precede the letters.
struct Axes {
  bool open = false;
  std::string letters;
};
Axes AxesOf(std::string_view axes);

// "a, b, c", or "none".
template <typename T>
std::string NamesOf(const List<T>& items) {
  std::string names;
  for (const T& item : items) AppendName(item.name, &names);
  return names.empty() ? "none" : names;
}

// The number of the input, attribute or output of that name, or -1.
int InputNumber(const Schema& schema, std::string_view name);
int AttributeNumber(const Schema& schema, std::string_view name);
int OutputNumber(const Schema& schema, std::string_view name);

// Checks types, ranks, sizes and presence of the inputs; absent ones have no
// data.
Status CheckInputs(const Schema& schema, const std::vector<TensorView>& inputs);

// The attributes in schema order, the given ones checked, the rest default.
Result<Attributes> CheckAttributes(
    const Schema& schema,
    const std::vector<std::pair<std::string, Attribute>>& given);
// Checks attributes that are in schema order already, one for each of it.
Status CheckAttributes(const Schema& schema, const Attributes& attributes);

// Roles of an output's axes. A letter gives its own (B batch, H and G head,
// T query, S key, P position, C model, V vocabulary, others feature); open axes
// ("...") take them from `open`, the roles of the first open input.
std::vector<AxisRole> RolesOf(const OutputSchema& output, size_t rank,
                              const std::vector<AxisRole>& open);
// The number of the first input with open axes, or -1.
int FirstOpenInput(const Schema& schema);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_SCHEMA_H_
