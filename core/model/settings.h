// Settings by name: what callers write, and the lines of a table of them.
#ifndef CLEARHEAD_CORE_MODEL_SETTINGS_H_
#define CLEARHEAD_CORE_MODEL_SETTINGS_H_

#include <string>
#include <utility>
#include <vector>

#include "core/graph/schema.h"

namespace clearhead {

using Settings = std::vector<std::pair<std::string, Attribute>>;

constexpr AttributeSchema WholeSetting(const char* name, double fallback,
                                       double least, double most,
                                       Note summary) {
  return {.name = name,
          .type = AttributeType::kInteger,
          .summary = summary,
          .fallback = fallback,
          .required = false,
          .minimum = least,
          .maximum = most};
}
constexpr AttributeSchema NumberSetting(const char* name, double fallback,
                                        double least, double most,
                                        Note summary) {
  return {.name = name,
          .type = AttributeType::kNumber,
          .summary = summary,
          .fallback = fallback,
          .required = false,
          .minimum = least,
          .maximum = most};
}
constexpr AttributeSchema WordSetting(const char* name, const char* fallback,
                                      Words words, Note summary) {
  return {.name = name,
          .type = AttributeType::kString,
          .summary = summary,
          .fallback_word = fallback,
          .words = words};
}
constexpr AttributeSchema FlagSetting(const char* name, bool fallback,
                                      Note summary) {
  return {.name = name,
          .type = AttributeType::kBoolean,
          .summary = summary,
          .fallback = fallback ? 1.0 : 0.0};
}

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MODEL_SETTINGS_H_
