// A model with drawn parameters, and runs of it on drawn tokens.
#ifndef CLEARHEAD_TESTS_SUPPORT_SMALL_MODEL_H_
#define CLEARHEAD_TESTS_SUPPORT_SMALL_MODEL_H_

#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/model/transformer.h"

namespace clearhead::test {

struct SmallModel {
  std::shared_ptr<Budget> budget = std::make_shared<Budget>();
  ModelConfig config;
  Parameters parameters;
};

inline SmallModel MakeSmall(std::string_view preset, Settings settings,
                            uint32_t seed = 5) {
  SmallModel model;
  model.config = *MakeConfig(preset, settings);
  model.parameters = *Parameters::Make(
      model.budget, *ParametersOf(model.config, model.budget));
  model.parameters.Draw(seed);
  return model;
}

// Ids [rows, columns] below `bound`, the same for a seed.
inline std::vector<int32_t> DrawIds(int64_t count, int64_t bound,
                                    uint64_t seed) {
  Random random(seed);
  std::vector<int32_t> ids;
  for (int64_t i = 0; i < count; ++i) {
    ids.push_back(
        static_cast<int32_t>(random.Integer(static_cast<uint32_t>(bound))));
  }
  return ids;
}

inline Tensor IdsIn(Graph& graph, const char* name, int64_t rows,
                    const std::vector<int32_t>& ids) {
  const auto columns = static_cast<int64_t>(ids.size()) / rows;
  return graph.Input(name, DataType::kInt32, {rows, columns},
                     {AxisRole::kBatch, AxisRole::kPosition},
                     [&](const TensorView& cells) {
                       std::copy(ids.begin(), ids.end(), cells.as<int32_t>());
                     });
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_SMALL_MODEL_H_
