// Trains the shipped models: train_models [MODEL|all] [--NAME VALUE]…, the
// names those of kOptions in recipe.cc. Without a model all are trained.
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "scripts/models/recipe.h"
#include "scripts/models/training_run.h"

namespace clearhead::models {
namespace {

constexpr std::string_view kAll = "all";

void PrintHelp() {
  std::printf("train_models [MODEL|all] [--NAME VALUE]…\n");
  for (const Recipe* recipe : Recipes()) {
    std::printf("%s: %s\n%s", recipe->name, recipe->what,
                HelpOf(OptionsOf(*recipe)).c_str());
  }
}

Status Train(const Recipe& recipe, std::span<const char* const> arguments) {
  CH_ASSIGN_OR_RETURN(Options options,
                      Options::Parse(OptionsOf(recipe), arguments));
  return TrainingRun(recipe, std::move(options)).All();
}

Status TrainNamed(std::string_view name,
                  std::span<const char* const> arguments) {
  std::string names(kAll);
  bool found = false;
  for (const Recipe* recipe : Recipes()) {
    AppendName(recipe->name, &names);
    if (name != kAll && name != recipe->name) continue;
    found = true;
    CH_RETURN_IF_ERROR(Train(*recipe, arguments));
  }
  if (found) return {};
  return Fail(ErrorCode::kUnknown, "there is no model '%'; there are %", name,
              names);
}

int Main(std::span<const char* const> arguments) {
  for (const std::string_view argument : arguments) {
    if (argument != "-h" && argument != "--help") continue;
    PrintHelp();
    return 0;
  }
  std::string_view name = kAll;
  if (!arguments.empty() && arguments[0][0] != '-') {
    name = arguments[0];
    arguments = arguments.subspan(1);
  }
  const Status status = TrainNamed(name, arguments);
  if (!status) std::fprintf(stderr, "%s\n", status.error().message.c_str());
  return status ? 0 : 1;
}

}  // namespace
}  // namespace clearhead::models

int main(int count, char** arguments) {
  const std::vector<const char*> given(arguments + 1, arguments + count);
  return clearhead::models::Main(given);
}
