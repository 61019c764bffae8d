#include "core/io/model_file.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/small_model.h"

namespace clearhead {
namespace {

using test::MakeSmall;
using test::SmallModel;

SmallModel Sample(const Settings& more = {}) {
  Settings settings = {{"vocabulary", 9},  {"d_model", 8},
                       {"dropout", 0.1},   {"epsilon", 1e-6},
                       {"max_length", 16}, {"scale", 0.123456789}};
  settings.insert(settings.end(), more.begin(), more.end());
  return MakeSmall("transformer", settings);
}

FileBytes Write(const SmallModel& small, bool half = false,
                const Metadata& words = {}) {
  return *WriteModel(small, half, {}, words, small.budget);
}

std::string ErrorOf(const Metadata& words,
                    std::span<const TensorToWrite> tensors = {}) {
  const auto budget = std::make_shared<Budget>();
  const FileBytes file = *WriteSafetensors(tensors, words, budget);
  const Safetensors opened = *Safetensors::Open(file.bytes());
  const Result<Model> model = ReadModel(opened, budget);
  return model ? "" : model.error().message;
}

}  // namespace

TEST_CASE("a model comes back from its file", "[io]") {
  const SmallModel small = Sample();
  const FileBytes file = Write(small, false, {{"vocabulary", "a b c"}});
  const Safetensors opened = *Safetensors::Open(file.bytes());
  const Result<Model> read = ReadModel(opened, small.budget);
  REQUIRE(read);
  CHECK(read->config.dropout == 0.1);
  CHECK(read->config.epsilon == 1e-6);
  CHECK(read->config.scale == 0.123456789);
  CHECK(read->config.activation == "relu");
  CHECK(read->config.order == NormOrder::kPost);
  const Model& model = read.value();
  REQUIRE(model.parameters.extent() == small.parameters.extent());
  for (int64_t i = 0; i < model.parameters.extent(); ++i) {
    CHECK(model.parameters.data()[i] == small.parameters.data()[i]);
  }
  CHECK(opened.metadata().back().second == "a b c");
}

TEST_CASE("half of the bytes keep three digits", "[io]") {
  const SmallModel small = Sample();
  const FileBytes file = Write(small, true);
  CHECK(file.size < Write(small).size * 3 / 4);
  const Safetensors opened = *Safetensors::Open(file.bytes());
  const Result<Model> read = ReadModel(opened, small.budget);
  REQUIRE(read);
  const Model& model = read.value();
  for (int64_t i = 0; i < model.parameters.extent(); ++i) {
    const float was = small.parameters.data()[i];
    CHECK(std::abs(model.parameters.data()[i] - was) <=
          std::abs(was) * 0x1p-11f + 0x1p-24f);
  }
}

TEST_CASE("files that hold no model, or another, say so", "[io]") {
  CHECK(ErrorOf({{"author", "nobody"}})
            .find("the file does not say what model it holds") == 0);
  CHECK(ErrorOf({{"model.d_model", "many"}}) ==
        "the file says that d_model is 'many', which is not a number");
  for (const char* text : {"", "-", ".", "1e", "1e99", "1 ", "0x10",
                           "1234567890123456", "1.2.3", "--1", "1e-"}) {
    INFO(text);
    CHECK(ErrorOf({{"model.dropout", text}}).find("not a number") !=
          std::string::npos);
  }
  CHECK(ErrorOf({{"model.colour", "red"}}).find("'colour'") !=
        std::string::npos);
  CHECK(ErrorOf({{"model.d_model", "-8"}}).find("d_model is -8") !=
        std::string::npos);
  CHECK(ErrorOf({{"model.d_model", "8"}}) ==
        "the file has no parameter 'embedding.table', of the shape [32, 8]");
  std::vector<float> cells(9);
  const std::vector<TensorToWrite> other = {
      {.name = "embedding.table",
       .view = {DataType::kFloat32, {3, 3}, {3, 1}, cells.data()}}};
  CHECK(ErrorOf({{"model.d_model", "8"}}, other)
            .find("'embedding.table' has the shape [3, 3] of F32") !=
        std::string::npos);
}

}  // namespace clearhead
