#include "core/io/model_file.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/io/json.h"
#include "core/model/transformer.h"

namespace clearhead {
namespace {

constexpr double kWholeEnd = 0x1p53;  // all whole numbers below are doubles
constexpr std::string_view kHexDigits = "0123456789abcdef";
constexpr std::string_view kBitsPrefix = "0x";
constexpr size_t kBitsDigits = 16;

uint64_t BitsOf(double number) {
  uint64_t bits;
  std::memcpy(&bits, &number, sizeof(bits));
  return bits;
}

std::string WordOf(double number) {
  if (std::isnan(number)) number = std::numeric_limits<double>::quiet_NaN();
  const uint64_t bits = BitsOf(number);
  if (number >= 0 && number < kWholeEnd) {
    const auto whole = static_cast<uint64_t>(number);
    if (BitsOf(static_cast<double>(whole)) == bits) return Text("%", whole);
  }
  std::string word(kBitsPrefix);
  for (size_t i = kBitsDigits; i-- > 0;) {
    word += kHexDigits[bits >> (4 * i) & 15];
  }
  return word;
}

std::string WordOf(const Attribute& value) {
  return value.kind == Attribute::Kind::kText ? value.text
                                              : WordOf(value.number);
}

bool ReadNumber(std::string_view word, double* number) {
  if (word.substr(0, kBitsPrefix.size()) != kBitsPrefix) {
    const int64_t whole = WholeOf(word);
    *number = static_cast<double>(whole);
    return whole >= 0 && *number < kWholeEnd;
  }
  word.remove_prefix(kBitsPrefix.size());
  uint64_t bits = 0;
  for (const char c : word) {
    const size_t digit = kHexDigits.find(c);
    if (digit == std::string_view::npos) return false;
    bits = bits << 4 | digit;
  }
  std::memcpy(number, &bits, sizeof(bits));
  return word.size() == kBitsDigits;
}

// A word as people read it.
std::string Shown(const std::string& word) {
  double number;
  return ReadNumber(word, &number) ? ToString(number) : word;
}

bool IsOfModel(std::string_view name) {
  return name.substr(0, kModelPrefix.size()) == kModelPrefix;
}

Status CheckName(std::string_view name) {
  if (!IsOfModel(name)) return {};
  return Fail(ErrorCode::kArgument,
              "'%' cannot go along with a model: names that begin with '%' are "
              "its settings; give another name",
              name, kModelPrefix);
}

// The settings that the words of a file name, each of the schema.
Result<Settings> SettingsIn(const Metadata& words) {
  Settings settings;
  for (const auto& [key, word] : words) {
    if (!IsOfModel(key)) continue;
    const std::string name = key.substr(kModelPrefix.size());
    const int number = AttributeNumber(ModelSchema(), name);
    Attribute value(word);
    if (number >= 0 &&
        Item(ModelSchema().attributes, number).type != AttributeType::kString) {
      double read;
      if (!ReadNumber(word, &read)) {
        return Fail(ErrorCode::kArgument,
                    "the file says that % is '%', which is not a number as "
                    "this program writes it",
                    name, word);
      }
      value = read;
    }
    settings.push_back({name, std::move(value)});
  }
  if (settings.empty()) {
    return Fail(ErrorCode::kArgument,
                "the file does not say what model it holds: its metadata have "
                "no settings such as 'model.d_model'; give a file that this "
                "program wrote");
  }
  for (const AttributeSchema& attribute : ModelSchema().attributes) {
    const std::string name = std::string(kModelPrefix) + attribute.name;
    if (FindWord(words, name) != nullptr) continue;
    return Fail(ErrorCode::kArgument,
                "the file does not say all of its model: its metadata have no "
                "'%'; give a file that this program wrote",
                name);
  }
  return settings;
}

}  // namespace

Result<FileBytes> WriteModel(const Model& model, bool half,
                             std::span<const TensorToWrite> more,
                             const Metadata& words,
                             const std::shared_ptr<Budget>& budget) {
  for (const TensorToWrite& tensor : more) {
    CH_RETURN_IF_ERROR(CheckName(tensor.name));
  }
  for (const auto& word : words) CH_RETURN_IF_ERROR(CheckName(word.first));
  std::vector<TensorToWrite> tensors;
  const std::vector<Parameter>& list = model.parameters.list();
  for (size_t i = 0; i < list.size(); ++i) {
    tensors.push_back({.name = list[i].name,
                       .view = model.parameters.Cells(static_cast<int>(i)),
                       .half = half});
  }
  tensors.insert(tensors.end(), more.begin(), more.end());
  Metadata all;
  AppendWords(kModelPrefix, SettingsOf(model.config), &all);
  all.insert(all.end(), words.begin(), words.end());
  return WriteSafetensors(tensors, all, budget);
}

Result<Model> ReadModel(const Safetensors& file,
                        const std::shared_ptr<Budget>& budget) {
  CH_ASSIGN_OR_RETURN(const Settings settings, SettingsIn(file.metadata()));
  CH_ASSIGN_OR_RETURN(const ModelConfig config, MakeConfig("", settings));
  std::vector<const StoredTensor*> stored;
  const auto find = [&](const Parameter& parameter) -> Status {
    CH_ASSIGN_OR_RETURN(stored.emplace_back(),
                        FindFloats(file, parameter.name, parameter.shape));
    return {};
  };
  CH_ASSIGN_OR_RETURN(std::vector<Parameter> list,
                      ParametersOf(config, budget, find));
  Model model;
  model.config = config;
  CH_ASSIGN_OR_RETURN(model.parameters,
                      Parameters::Make(budget, std::move(list)));
  for (size_t i = 0; i < stored.size(); ++i) {
    const TensorView cells = model.parameters.Cells(static_cast<int>(i));
    CH_RETURN_IF_ERROR(ReadFloats(file, *stored[i], cells.floats()));
  }
  return model;
}

Result<const StoredTensor*> FindFloats(const Safetensors& file,
                                       std::string_view name,
                                       const Shape& shape) {
  const StoredTensor* stored = file.Find(name);
  if (stored == nullptr) {
    return Fail(ErrorCode::kArgument, "the file has no '%', of the shape %",
                name, shape);
  }
  if (!(stored->shape == shape) || stored->format->type != DataType::kFloat32) {
    return Fail(ErrorCode::kArgument,
                "the file's '%' has the shape % of %; the settings in it ask "
                "for % of float numbers",
                name, stored->shape, stored->format->name, shape);
  }
  return stored;
}

Status ReadFloats(const Safetensors& file, const StoredTensor& stored,
                  float* cells) {
  CH_RETURN_IF_ERROR(file.ReadTo(stored, cells));
  for (int64_t i = 0; i < CountOf(stored.shape); ++i) {
    if (std::isfinite(cells[i])) continue;
    return Fail(ErrorCode::kRange,
                "the file's '%' holds % at place %; give a file whose numbers "
                "are all finite",
                stored.name, static_cast<double>(cells[i]), i);
  }
  return {};
}

void AppendWords(std::string_view prefix, const Settings& settings,
                 Metadata* words) {
  for (const auto& [name, value] : settings) {
    words->push_back({std::string(prefix) + name, WordOf(value)});
  }
}

const std::string* FindWord(const Metadata& words, std::string_view name) {
  for (const auto& [key, word] : words) {
    if (key == name) return &word;
  }
  return nullptr;
}

Status CheckSame(const Metadata& words, const Metadata& others) {
  for (const auto& [name, word] : words) {
    const std::string* other = FindWord(others, name);
    if (other == nullptr) {
      return Fail(ErrorCode::kArgument,
                  "the file does not say what '%' is, here %; give one that "
                  "was saved here",
                  name, Shown(word));
    }
    if (*other == word) continue;
    return Fail(ErrorCode::kArgument,
                "in the file '%' is %, here %; give a file that was saved with "
                "the same",
                name, Shown(*other), Shown(word));
  }
  return {};
}

}  // namespace clearhead
