#include "core/io/model_file.h"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.h"

namespace clearhead {
namespace {

constexpr std::string_view kPrefix = "model.";  // of a setting's name

std::string TextOf(const Attribute& value) {
  return value.kind == Attribute::Kind::kText ? value.text
                                              : ToString(value.number);
}

// Digits that ToString writes, read again: [−]d.d[e±d], "NaN". Up to 15 digits
// and powers of ten up to 22 are exact doubles, so that one rounding is made
// (Clinger 1990, "How to Read Floating Point Numbers Accurately").
bool ReadNumber(std::string_view text, double* number) {
  *number = std::numeric_limits<double>::quiet_NaN();
  if (text == "NaN") return true;
  const auto digit = [&] {
    return !text.empty() && text[0] >= '0' && text[0] <= '9';
  };
  const auto skip = [&](char c) {
    if (text.empty() || text[0] != c) return false;
    text.remove_prefix(1);
    return true;
  };
  const bool negative = skip('-');
  double mantissa = 0;
  int power = 0, digits = 0;
  bool point = false;
  while (digit() || (!point && skip('.') && (point = true))) {
    if (!digit()) continue;
    mantissa = 10 * mantissa + (text[0] - '0');
    if (point) --power;
    if (++digits > 15) return false;
    text.remove_prefix(1);
  }
  if (digits == 0) return false;
  if (skip('e')) {
    const bool down = skip('-');
    int exponent = 0;
    if (!digit()) return false;
    while (digit() && exponent < 100) {
      exponent = 10 * exponent + (text[0] - '0');
      text.remove_prefix(1);
    }
    power += down ? -exponent : exponent;
  }
  if (!text.empty() || power < -22 || power > 22) return false;
  double scale = 1;
  for (int i = 0; i < (power < 0 ? -power : power); ++i) scale *= 10;
  *number = power < 0 ? mantissa / scale : mantissa * scale;
  if (negative) *number = -*number;
  return true;
}

// The settings that the words of a file name.
Result<Settings> SettingsIn(const Metadata& words) {
  Settings settings;
  for (const auto& [key, text] : words) {
    if (key.rfind(kPrefix, 0) != 0) continue;
    const std::string name = key.substr(kPrefix.size());
    const int number = AttributeNumber(ModelSchema(), name);
    Attribute value(text);
    if (number >= 0 &&
        Item(ModelSchema().attributes, number).type != AttributeType::kString) {
      double read;
      if (!ReadNumber(text, &read)) {
        return Fail(ErrorCode::kArgument,
                    "the file says that % is '%', which is not a number", name,
                    text);
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
  return settings;
}

}  // namespace

Result<FileBytes> WriteModel(const Model& model, bool half,
                             std::span<const TensorToWrite> more,
                             const Metadata& words,
                             const std::shared_ptr<Budget>& budget) {
  std::vector<TensorToWrite> tensors;
  const std::vector<Parameter>& list = model.parameters.list();
  for (size_t i = 0; i < list.size(); ++i) {
    tensors.push_back({.name = list[i].name,
                       .view = model.parameters.Cells(static_cast<int>(i)),
                       .half = half});
  }
  tensors.insert(tensors.end(), more.begin(), more.end());
  Metadata all;
  AppendWords(kPrefix, SettingsOf(model.config), &all);
  all.insert(all.end(), words.begin(), words.end());
  return WriteSafetensors(tensors, all, budget);
}

Result<Model> ReadModel(const Safetensors& file,
                        const std::shared_ptr<Budget>& budget) {
  CH_ASSIGN_OR_RETURN(const Settings settings, SettingsIn(file.metadata()));
  CH_ASSIGN_OR_RETURN(const ModelConfig config, MakeConfig("", settings));
  CH_ASSIGN_OR_RETURN(Model model, MakeModel(budget, config, 0));
  const std::vector<Parameter>& list = model.parameters.list();
  for (size_t i = 0; i < list.size(); ++i) {
    const StoredTensor* stored = file.Find(list[i].name);
    if (stored == nullptr) {
      return Fail(ErrorCode::kArgument,
                  "the file has no parameter '%', of the shape %", list[i].name,
                  list[i].shape);
    }
    if (!(stored->shape == list[i].shape) ||
        stored->format->type != DataType::kFloat32) {
      return Fail(ErrorCode::kArgument,
                  "the file's parameter '%' has the shape % of %; the settings "
                  "in it ask for % of float numbers",
                  list[i].name, stored->shape, stored->format->name,
                  list[i].shape);
    }
    CH_RETURN_IF_ERROR(
        file.ReadTo(*stored, model.parameters.Cells(static_cast<int>(i)).data));
  }
  return model;
}

void AppendWords(std::string_view prefix, const Settings& settings,
                 Metadata* words) {
  for (const auto& [name, value] : settings) {
    words->push_back({std::string(prefix) + name, TextOf(value)});
  }
}

}  // namespace clearhead
