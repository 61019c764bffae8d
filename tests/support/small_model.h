// A model with drawn parameters, and runs of it on drawn tokens.
#ifndef CLEARHEAD_TESTS_SUPPORT_SMALL_MODEL_H_
#define CLEARHEAD_TESTS_SUPPORT_SMALL_MODEL_H_

#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/model/model.h"

namespace clearhead::test {

struct SmallModel : Model {
  std::shared_ptr<Budget> budget = std::make_shared<Budget>();
};

inline SmallModel MakeSmall(std::string_view preset, const Settings& settings,
                            uint32_t seed = 5) {
  SmallModel small;
  static_cast<Model&>(small) =
      *MakeModel(small.budget, *MakeConfig(preset, settings), seed);
  return small;
}

// Ids below `bound`, the same for a seed.
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
  return IdsInput(graph, name, rows, static_cast<int64_t>(ids.size()) / rows,
                  ids);
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_SMALL_MODEL_H_
