// What a program here is asked for on its command line, "--NAME VALUE"…, from
// one table that also gives its help.
#ifndef CLEARHEAD_SCRIPTS_MODELS_OPTIONS_H_
#define CLEARHEAD_SCRIPTS_MODELS_OPTIONS_H_

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace clearhead::models {

struct Option {
  enum class Kind { kText, kWhole, kNumber };

  const char* name;
  const char* fallback;
  const char* what;
  Kind kind = Kind::kText;
  double least = 0, most = 0;  // of a number
};

// The table as text: a line for each option, with its default.
std::string HelpOf(std::span<const Option> table);

class Options {
 public:
  // Options that `arguments` do not name take their defaults; of two of one
  // name the later holds. Fails with kUnknown for a name that the table has
  // not, with kArgument where a value is missing or no number, and with kRange.
  static Result<Options> Parse(std::span<const Option> table,
                               std::span<const char* const> arguments);

  // Of options of the table.
  const std::string& Text(const std::string& name) const;
  double Number(const std::string& name) const;
  // Of numbers that are whole and not negative.
  size_t Whole(const std::string& name) const;

 private:
  std::map<std::string, std::string> values_;
};

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_OPTIONS_H_
