#include "core/io/safetensors.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/base/half.h"
#include "tests/core/io/safetensors_files.h"

namespace clearhead {
namespace {

using test::BytesOf;
using test::Cells;
using test::OneTensor;
using test::Sample;

template <typename T>
std::vector<T> ReadOne(const std::string& file) {
  const auto opened = Safetensors::Open(BytesOf(file));
  if (!opened) FAIL(opened.error().message);
  const StoredTensor* x = opened->Find("x");
  REQUIRE(x != nullptr);
  const auto read = opened->Read(*x, std::make_shared<Budget>());
  if (!read) FAIL(read.error().message);
  const T* cells = read->template as<T>();
  return {cells, cells + CountOf(x->shape)};
}

TEST_CASE("every stored format becomes one of three types", "[safetensors]") {
  using Floats = std::vector<float>;
  const auto largest = std::numeric_limits<double>::max();
  CHECK(ReadOne<float>(OneTensor("F32", "[2]", Cells<float>({1.5, -0.25}))) ==
        Floats{1.5, -0.25});
  CHECK(ReadOne<float>(
            OneTensor("F64", "[3]", Cells<double>({0.1, -2, largest}))) ==
        Floats{0.1F, -2, HUGE_VALF});
  CHECK(ReadOne<float>(
            OneTensor("F16", "[2,1]", Cells<uint16_t>({0x3c00, 0xfbff}))) ==
        Floats{1, -65504});
  CHECK(ReadOne<float>(
            OneTensor("BF16", "[2]", Cells<uint16_t>({0x3f80, 0xc040}))) ==
        Floats{1, -3});
  using Whole = std::vector<int32_t>;
  CHECK(ReadOne<int32_t>(
            OneTensor("I64", "[2]", Cells<int64_t>({INT32_MIN, INT32_MAX}))) ==
        Whole{INT32_MIN, INT32_MAX});
  CHECK(ReadOne<int32_t>(OneTensor("I32", "[1]", Cells<int32_t>({-7}))) ==
        Whole{-7});
  using Bytes = std::vector<uint8_t>;
  CHECK(ReadOne<uint8_t>(OneTensor("U8", "[2]", "\x01\xff")) == Bytes{1, 255});
  CHECK(ReadOne<uint8_t>(OneTensor("BOOL", "[2]", std::string("\x01\0", 2))) ==
        Bytes{1, 0});
  CHECK(ReadOne<float>(OneTensor("F32", "[]", Cells<float>({3}))) == Floats{3});
  CHECK(ReadOne<float>(OneTensor("F32", "[0, 4]", "")).empty());
}

TEST_CASE("a cell that its type cannot hold is named", "[safetensors]") {
  const auto error = [](const std::string& file) {
    const auto opened = Safetensors::Open(BytesOf(file));
    REQUIRE(opened);
    const auto read =
        opened->Read(opened->tensors()[0], std::make_shared<Budget>());
    REQUIRE(!read);
    CHECK(read.error().code == ErrorCode::kRange);
    return read.error().message;
  };
  CHECK(
      error(OneTensor("I64", "[1,2]", Cells<int64_t>({0, int64_t{1} << 31}))) ==
      "cell [0, 1] of tensor x is not between −2147483648 and 2147483647");
  CHECK(error(OneTensor("BOOL", "[1]", "\x02")) ==
        "cell [0] of tensor x is not 0 or 1");
}

TEST_CASE("cells are counted against the budget", "[safetensors]") {
  const std::string file = OneTensor("F16", "[256]", std::string(512, '\0'));
  const auto opened = Safetensors::Open(BytesOf(file));
  REQUIRE(opened);
  const auto read =
      opened->Read(opened->tensors()[0], std::make_shared<Budget>(1023));
  REQUIRE(!read);
  CHECK(read.error().code == ErrorCode::kMemory);
  CHECK(opened->Read(opened->tensors()[0], std::make_shared<Budget>(1024)));
}

TEST_CASE("what is written is read again", "[safetensors]") {
  Sample sample;
  const Metadata metadata = {{"task", "reverse"}, {"note", "a\n\"b\" 中"}};
  const FileBytes file = sample.Write(metadata);
  const auto opened = Safetensors::Open(file.bytes());
  REQUIRE(opened);
  CHECK(opened->metadata() == metadata);
  // Wider cells first, otherwise as given; each aligned, the first one to 8.
  std::string names;
  for (const StoredTensor& tensor : opened->tensors()) {
    AppendName(tensor.name, &names);
    CHECK(tensor.begin % tensor.format->bytes == 0);
  }
  CHECK(names == "ids, w.\"é\", half, mask");
  CHECK((file.size - opened->tensors().back().end) % 8 == 0);

  const auto budget = std::make_shared<Budget>();
  for (const TensorToWrite& tensor : sample.tensors()) {
    const StoredTensor* stored = opened->Find(tensor.name);
    REQUIRE(stored != nullptr);
    CHECK(stored->shape == tensor.view.shape);
    CHECK(stored->format->type == tensor.view.type);
    const auto read = opened->Read(*stored, budget);
    REQUIRE(read);
    for (int64_t i = 0; i < CountOf(stored->shape); ++i) {
      const TensorView cells =
          Sample::View(stored->format->type, stored->shape,
                       const_cast<uint8_t*>(read->as<uint8_t>()));
      const Index index = IndexAt(stored->shape, i);
      const double given = tensor.view.At(index);
      CHECK(cells.At(index) == (tensor.half ? RoundToHalf(given) : given));
    }
  }
  CHECK(opened->Find("other") == nullptr);
}

TEST_CASE("an empty file of tensors", "[safetensors]") {
  const auto file = WriteSafetensors({}, {}, std::make_shared<Budget>());
  REQUIRE(file);
  CHECK(file->size == 16);
  const auto opened = Safetensors::Open(file->bytes());
  REQUIRE(opened);
  CHECK(opened->tensors().empty());
}

TEST_CASE("every half is written as it was read", "[safetensors]") {
  std::vector<uint16_t> halves;
  for (int bits = 0; bits < 0x10000; ++bits) {
    if (!std::isnan(FromHalf(static_cast<uint16_t>(bits)))) {
      halves.push_back(static_cast<uint16_t>(bits));
    }
  }
  const std::string stored =
      OneTensor("F16", Text("[%]", halves.size()), Cells(halves));
  std::vector<float> cells = ReadOne<float>(stored);
  const TensorToWrite tensor = {
      "x",
      Sample::View(DataType::kFloat32, {static_cast<int64_t>(cells.size())},
                   cells.data()),
      true};
  const auto file =
      WriteSafetensors({&tensor, 1}, {}, std::make_shared<Budget>());
  REQUIRE(file);
  const auto written = file->bytes().last(halves.size() * 2);
  CHECK(std::memcmp(written.data(), halves.data(), written.size()) == 0);
}

TEST_CASE("halves round to the nearest, ties to even", "[safetensors]") {
  const auto budget = std::make_shared<Budget>();
  std::vector<float> cells = {1 + 0x1p-11F, 1 + 0x3p-11F, 65519.0F,
                              HUGE_VALF,    NAN,          0x1p-25F};
  TensorToWrite tensor = {
      "x", Sample::View(DataType::kFloat32, {6}, cells.data()), true};
  const auto file = WriteSafetensors({&tensor, 1}, {}, budget);
  REQUIRE(file);
  const uint16_t expected[] = {0x3c00, 0x3c02, 0x7bff, 0x7c00, 0x7e00, 0};
  CHECK(std::memcmp(file->bytes().last(12).data(), expected, 12) == 0);

  cells[1] = -65520.0F;
  const auto refused = WriteSafetensors({&tensor, 1}, {}, budget);
  REQUIRE(!refused);
  CHECK(refused.error().message ==
        "cell [1] of tensor x is -65520; F16 holds at most 65504. Write it as "
        "F32");
}

TEST_CASE("names that cannot be read are not written", "[safetensors]") {
  Sample sample;
  const auto error = [&](std::string_view name, const Metadata& metadata) {
    std::vector<TensorToWrite> tensors = sample.tensors();
    tensors[0].name = name;
    const auto file =
        WriteSafetensors(tensors, metadata, std::make_shared<Budget>());
    return file ? "" : file.error().message;
  };
  CHECK(error("x", {}).empty());
  CHECK(error("ids", {}).find("has ids twice") != std::string::npos);
  CHECK(error("\xff", {}).find("no JSON") != std::string::npos);
  CHECK(error("__metadata__", {}).find("is not a string") != std::string::npos);
  CHECK(error("x", {{"a", "1"}, {"a", "2"}}).find("has a twice") !=
        std::string::npos);
  const auto file =
      WriteSafetensors(sample.tensors(), {}, std::make_shared<Budget>(64));
  REQUIRE(!file);
  CHECK(file.error().code == ErrorCode::kMemory);
}

}  // namespace
}  // namespace clearhead
