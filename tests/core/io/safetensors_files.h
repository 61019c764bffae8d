// Safetensors files to test with, put together by hand and by the writer.
#ifndef CLEARHEAD_TESTS_CORE_IO_SAFETENSORS_FILES_H_
#define CLEARHEAD_TESTS_CORE_IO_SAFETENSORS_FILES_H_

#include <catch2/catch.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/io/safetensors.h"

namespace clearhead::test {

inline std::span<const uint8_t> BytesOf(const std::string& file) {
  return {reinterpret_cast<const uint8_t*>(file.data()), file.size()};
}

template <typename T>
std::string Cells(const std::vector<T>& cells) {
  return {reinterpret_cast<const char*>(cells.data()),
          cells.size() * sizeof(T)};
}

inline std::string FileOf(const std::string& header, const std::string& data) {
  const uint64_t length = header.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + header + data;
}

// A file of the one tensor x.
inline std::string OneTensor(const std::string& dtype, const std::string& shape,
                             const std::string& data) {
  return FileOf(Text("{\"x\":{\"dtype\":\"%\",\"shape\":%,\"data_offsets\":[0,"
                     "%]}}",
                     dtype, shape, data.size()),
                data);
}

// Three tensors of three types, with metadata.
struct Sample {
  std::vector<float> weights = {1, -2.5, 3.25F, 1e-8F, 65504, -0.0F};
  std::vector<int32_t> ids = {1, -1, INT32_MAX};
  std::vector<uint8_t> mask = {1, 0, 255};

  static TensorView View(DataType type, Shape shape, void* data) {
    return {type, shape, DenseStrides(shape), data};
  }
  std::vector<TensorToWrite> tensors() {
    return {{"mask", View(DataType::kUint8, {3}, mask.data())},
            {"half", View(DataType::kFloat32, {3, 2}, weights.data()), true},
            {"ids", View(DataType::kInt32, {1, 3}, ids.data())},
            {"w.\"é\"", View(DataType::kFloat32, {2, 3}, weights.data())}};
  }
  FileBytes Write(const Metadata& metadata) {
    auto file =
        WriteSafetensors(tensors(), metadata, std::make_shared<Budget>());
    if (!file) FAIL(file.error().message);
    return *std::move(file);
  }
};

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_CORE_IO_SAFETENSORS_FILES_H_
