#include "core/io/model_file.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
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

TEST_CASE("every setting comes back bit by bit", "[io]") {
  const double kNaN = std::numeric_limits<double>::quiet_NaN();
  // Of the scale; −0 is one of softcap.
  for (const double scale : {1 / std::sqrt(24.0), kNaN, 0.001, 12.3}) {
    const SmallModel small = Sample({{"scale", scale},
                                     {"softcap", -0.0},
                                     {"dropout", 1e-30},
                                     {"rotary_base", 1e9}});
    const FileBytes file = Write(small);
    const Safetensors opened = *Safetensors::Open(file.bytes());
    const Result<Model> read = ReadModel(opened, small.budget);
    INFO(scale);
    if (!read) FAIL(read.error().message);
    CHECK(std::memcmp(&read->config.scale, &scale, sizeof(scale)) == 0);
    CHECK(std::signbit(read->config.softcap));
    CHECK(read->config.dropout == 1e-30);
    CHECK(read->config.rotary_base == 1e9);
    CHECK(*FindWord(opened.metadata(), "model.rotary_base") == "1000000000");
  }
  Metadata words;
  AppendWords("", {{"a", 0.1}, {"b", -kNaN}, {"c", 0x1p53}}, &words);
  CHECK(words[0].second == "0x3fb999999999999a");
  CHECK(words[1].second == "0x7ff8000000000000");
  CHECK(words[2].second == "0x4340000000000000");
}

TEST_CASE("files that hold no model, or another, say so", "[io]") {
  const FileBytes whole = Write(Sample());
  const Metadata all = Safetensors::Open(whole.bytes())->metadata();
  const auto with = [&](const std::string& name, const std::string& word) {
    Metadata words = all;
    for (auto& one : words) {
      if (one.first == "model." + name) one.second = word;
    }
    return words;
  };
  CHECK(ErrorOf({{"author", "nobody"}})
            .find("the file does not say what model it holds") == 0);
  CHECK(ErrorOf(with("d_model", "many")) ==
        "the file says that d_model is 'many', which is not a number as this "
        "program writes it");
  for (const char* text :
       {"", "-", ".", "1e", "-1", "1 ", "0x10", "1234567890123456789", "0.5",
        "9007199254740992", "0x3FB999999999999A", "0x3fb999999999999a0"}) {
    INFO(text);
    CHECK(ErrorOf(with("dropout", text)).find("not a number") !=
          std::string::npos);
  }
  Metadata coloured = all;
  coloured.push_back({"model.colour", "red"});
  CHECK(ErrorOf(coloured).find("'colour'") != std::string::npos);
  CHECK(ErrorOf(with("d_model", "0")).find("d_model is 0") !=
        std::string::npos);
  CHECK(ErrorOf(all) ==
        "the file has no 'embedding.table', of the shape [9, 8]");
  std::vector<float> cells(9);
  const std::vector<TensorToWrite> other = {
      {.name = "embedding.table",
       .view = {DataType::kFloat32, {3, 3}, {3, 1}, cells.data()}}};
  CHECK(ErrorOf(all, other)
            .find("'embedding.table' has the shape [3, 3] of F32") !=
        std::string::npos);
  for (size_t i = 0; i < all.size(); ++i) {
    Metadata words = all;
    words.erase(words.begin() + static_cast<int64_t>(i));
    CHECK(ErrorOf(words).find("have no '" + all[i].first + "'") !=
          std::string::npos);
  }
}

TEST_CASE("a parameter that is missing is named, whichever it is", "[io]") {
  for (const char* preset :
       {"transformer", "t5", "llama", "deepseek", "bert", "recurrent"}) {
    INFO(preset);
    const SmallModel small =
        MakeSmall(preset, {{"vocabulary", 9}, {"d_model", 16}});
    const FileBytes whole = Write(small);
    const Metadata words = Safetensors::Open(whole.bytes())->metadata();
    const std::vector<Parameter>& list = small.parameters.list();
    for (size_t missing = 0; missing < list.size(); ++missing) {
      std::vector<TensorToWrite> others;
      for (size_t i = 0; i < list.size(); ++i) {
        if (i == missing) continue;
        others.push_back({.name = list[i].name,
                          .view = small.parameters.Cells(static_cast<int>(i))});
      }
      CHECK(ErrorOf(words, others)
                .find("the file has no '" + list[missing].name + "'") == 0);
    }
  }
}

// Whatever its settings say: nothing is taken for what the file does not hold.
TEST_CASE("a file that is refused takes no memory for its model", "[io]") {
  Metadata words;
  AppendWords(kModelPrefix,
              SettingsOf(*MakeConfig(
                  "gpt", {{"vocabulary", 65536}, {"d_model", 4096}})),
              &words);
  const auto budget = std::make_shared<Budget>(size_t{1} << 20);
  const FileBytes file = *WriteSafetensors({}, words, budget);
  const Safetensors opened = *Safetensors::Open(file.bytes());
  const Result<Model> model = ReadModel(opened, budget);
  REQUIRE_FALSE(model);
  CHECK(model.error().message ==
        "the file has no 'embedding.table', of the shape [65536, 4096]");
}

TEST_CASE("numbers of a model are finite", "[io]") {
  for (const double bad : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
    SmallModel small = Sample();
    small.parameters.data()[2] = static_cast<float>(bad);
    const FileBytes file = Write(small);
    const Safetensors opened = *Safetensors::Open(file.bytes());
    const Result<Model> read = ReadModel(opened, small.budget);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == ErrorCode::kRange);
    CHECK(read.error().message.find("at place 2") != std::string::npos);
  }
}

TEST_CASE("what goes along is not called as settings are", "[io]") {
  const SmallModel small = Sample();
  const auto error = [&](std::span<const TensorToWrite> more,
                         const Metadata& words) {
    const auto file = WriteModel(small, false, more, words, small.budget);
    return file ? std::string() : file.error().message;
  };
  float cell = 0;
  const std::vector<TensorToWrite> tensors = {
      {.name = "model.x", .view = {DataType::kFloat32, {1}, {1}, &cell}}};
  CHECK(error({}, {{"model.author", "me"}}).find("'model.author' cannot") == 0);
  CHECK(error(tensors, {}).find("'model.x' cannot go along") == 0);
  CHECK(error({}, {{"models", "are fine"}}).empty());
}

}  // namespace clearhead
