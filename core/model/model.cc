#include "core/model/model.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/model/transformer.h"

namespace clearhead {

Result<Model> MakeModel(const std::shared_ptr<Budget>& budget,
                        const ModelConfig& config, uint32_t seed) {
  Model model;
  model.config = config;
  const auto any = [](const Parameter&) { return Status(); };
  CH_ASSIGN_OR_RETURN(std::vector<Parameter> list,
                      ParametersOf(config, budget, any));
  CH_ASSIGN_OR_RETURN(model.parameters,
                      Parameters::Make(budget, std::move(list)));
  CH_RETURN_IF_ERROR(model.parameters.Draw(budget, seed));
  return model;
}

Tensor IdsInput(Graph& graph, std::string_view name, int64_t rows,
                int64_t columns, std::span<const int32_t> ids) {
  CH_CHECK(static_cast<int64_t>(ids.size()) == rows * columns,
           "there is an id for every place");
  return graph.Input(name, DataType::kInt32, {rows, columns},
                     {AxisRole::kBatch, AxisRole::kPosition},
                     [&](const TensorView& cells) {
                       std::copy(ids.begin(), ids.end(), cells.as<int32_t>());
                     });
}

Tensor VisibleInput(Graph& graph, std::string_view name, int64_t columns,
                    std::span<const int32_t> lengths) {
  const auto full = [&](int32_t length) { return length == columns; };
  if (std::all_of(lengths.begin(), lengths.end(), full)) return {};
  const auto fits = [&](int32_t n) { return n >= 0 && n <= columns; };
  CH_CHECK(std::all_of(lengths.begin(), lengths.end(), fits),
           "a row has no more tokens than there are columns");
  const auto rows = static_cast<int64_t>(lengths.size());
  return graph.Input(
      name, DataType::kUint8, {rows, 1, 1, columns},
      {AxisRole::kBatch, AxisRole::kHead, AxisRole::kQuery, AxisRole::kKey},
      [&](const TensorView& cells) {
        auto* bits = cells.as<uint8_t>();
        for (const int32_t length : lengths) {
          std::fill_n(bits, length, uint8_t{1});
          bits += columns;
        }
      });
}

}  // namespace clearhead
