// The models that ship: what each is made of, what it learns from and by which
// options it is trained.
#ifndef CLEARHEAD_SCRIPTS_MODELS_RECIPE_H_
#define CLEARHEAD_SCRIPTS_MODELS_RECIPE_H_

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/graph/schema.h"
#include "core/model/settings.h"
#include "scripts/models/model_data.h"
#include "scripts/models/options.h"

namespace clearhead::models {

struct Recipe {
  struct Default {
    const char* option;
    const char* value;
  };

  const char* name;  // of the model; its file is NAME.safetensors
  const char* what;
  const char* preset;
  TaskForm form;   // of training
  TaskForm asked;  // of what is held out
  Result<ModelData> (*make_data)(size_t pieces);
  List<Default> defaults;
  Settings (*settings)();  // of the model, on top of preset and options
};

// translate, language, bank.
List<const Recipe*> Recipes();

// Of the shipped corpora, in the order of kTranslatePairs.
inline constexpr size_t kTranslateCounts[] = {100000, 55000, 80000};

// The options of training, each with its default for the recipe.
std::vector<Option> OptionsOf(const Recipe& recipe);

// The settings of the recipe's model under these options.
Settings SettingsOf(const Recipe& recipe, const Options& options,
                    const ModelData& data);

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_RECIPE_H_
