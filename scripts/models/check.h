// What a shipped model can do: how often it says what the reference says.
#ifndef CLEARHEAD_SCRIPTS_MODELS_CHECK_H_
#define CLEARHEAD_SCRIPTS_MODELS_CHECK_H_

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/decode/write_rows.h"
#include "core/model/model.h"
#include "core/train/task.h"

namespace clearhead::models {

// `count` examples at even distances, or all where there are fewer: corpora
// are in an order, their fixed expressions first.
std::vector<Example> Sample(std::span<const Example> examples, size_t count);

// What the model writes for the sources of the examples, greedily.
Result<TokenRows> Translate(const std::shared_ptr<Budget>& budget,
                            const Model& model,
                            std::span<const Example> examples);

// 0…1. Of sequences the share whose translation is the reference, piece by
// piece; of other forms the share of labels asked that score highest. At least
// 1 example.
Result<double> ShareRight(const std::shared_ptr<Budget>& budget,
                          const Model& model, TaskForm form,
                          std::span<const Example> examples);

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_CHECK_H_
