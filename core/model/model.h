// A model: what it is made of, and the numbers that it has learnt.
#ifndef CLEARHEAD_CORE_MODEL_MODEL_H_
#define CLEARHEAD_CORE_MODEL_MODEL_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/graph/graph.h"
#include "core/model/config.h"
#include "core/model/parameters.h"

namespace clearhead {

struct Model {
  ModelConfig config;
  Parameters parameters;
  // How often its numbers have changed: what is computed of them bit by bit
  // knows by it that it began with others.
  int64_t changes = 0;
};

// Parameters drawn from the seed. Fails with kMemory.
Result<Model> MakeModel(const std::shared_ptr<Budget>& budget,
                        const ModelConfig& config, uint32_t seed);

// Ids [rows, columns] as an input of a graph.
Tensor IdsInput(Graph& graph, std::string_view name, int64_t rows,
                int64_t columns, std::span<const int32_t> ids);
// [rows, 1, 1, columns], 1 where a row still has tokens; no tensor where all
// rows are full, as attention without a mask is faster.
Tensor VisibleInput(Graph& graph, std::string_view name, int64_t columns,
                    std::span<const int32_t> lengths);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MODEL_MODEL_H_
