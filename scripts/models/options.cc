#include "scripts/models/options.h"

#include <cmath>
#include <cstdlib>

#include "core/base/text.h"

namespace clearhead::models {
namespace {

constexpr std::string_view kDashes = "--";

const Option* Find(std::span<const Option> table, std::string_view argument) {
  if (argument.substr(0, kDashes.size()) != kDashes) return nullptr;
  for (const Option& option : table) {
    if (argument.substr(kDashes.size()) == option.name) return &option;
  }
  return nullptr;
}

Status Check(const Option& option, const char* value) {
  if (option.kind == Option::Kind::kText) return {};
  const bool whole = option.kind == Option::Kind::kWhole;
  char* end = nullptr;
  const double number = std::strtod(value, &end);
  if (end == value || *end != 0 || (whole && number != std::trunc(number))) {
    return Fail(ErrorCode::kArgument, "--% is '%'; give a % number",
                option.name, value, whole ? "whole" : "decimal");
  }
  if (number >= option.least && number <= option.most) return {};
  return Fail(ErrorCode::kRange, "--% is %; it may be %…%", option.name, value,
              option.least, option.most);
}

}  // namespace

std::string HelpOf(std::span<const Option> table) {
  constexpr size_t kWidth = 12;  // of names
  std::string help;
  for (const Option& option : table) {
    std::string name = std::string(kDashes) + option.name;
    if (name.size() < kWidth) name.resize(kWidth, ' ');
    help += clearhead::Text("  % % (%)\n", name, option.what, option.fallback);
  }
  return help;
}

Result<Options> Options::Parse(std::span<const Option> table,
                               std::span<const char* const> arguments) {
  Options options;
  for (const Option& option : table) {
    options.values_[option.name] = option.fallback;
  }
  for (size_t i = 0; i < arguments.size(); i += 2) {
    const Option* option = Find(table, arguments[i]);
    if (option == nullptr) {
      return Fail(ErrorCode::kUnknown, "there is no option %; there are\n%",
                  arguments[i], HelpOf(table));
    }
    if (i + 1 == arguments.size()) {
      return Fail(ErrorCode::kArgument, "--% has no value; give one behind it",
                  option->name);
    }
    CH_RETURN_IF_ERROR(Check(*option, arguments[i + 1]));
    options.values_[option->name] = arguments[i + 1];
  }
  return options;
}

const std::string& Options::Text(const std::string& name) const {
  return values_.at(name);
}

double Options::Number(const std::string& name) const {
  return std::strtod(Text(name).c_str(), nullptr);
}

size_t Options::Whole(const std::string& name) const {
  return static_cast<size_t>(Number(name));
}

}  // namespace clearhead::models
