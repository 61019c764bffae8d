// Files that others wrote, read by the core and by the reader of the tests.
#include "core/io/safetensors.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/family.h"

namespace clearhead::test {
namespace {

namespace fs = std::filesystem;

// A file with its table of contents, which refers to the bytes.
struct OpenFile {
  explicit OpenFile(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    bytes = {std::istreambuf_iterator<char>(file),
             std::istreambuf_iterator<char>()};
    opened = Safetensors::Open(bytes);
  }
  std::vector<uint8_t> bytes;
  Result<Safetensors> opened = Safetensors();
};

// Every cell as a number, or the error.
Result<std::vector<double>> Numbers(const Safetensors& file,
                                    const StoredTensor& tensor) {
  CH_ASSIGN_OR_RETURN(const Buffer read,
                      file.Read(tensor, std::make_shared<Budget>()));
  const TensorView view = {tensor.format->type, tensor.shape,
                           DenseStrides(tensor.shape),
                           const_cast<void*>(read.as<void>())};
  std::vector<double> numbers;
  for (int64_t i = 0; i < CountOf(tensor.shape); ++i) {
    numbers.push_back(view.At(IndexAt(tensor.shape, i)));
  }
  return numbers;
}

// The core rounds to float32, the reader of the tests does not.
std::string Compare(const StoredTensor& tensor,
                    const std::vector<double>& numbers,
                    const VectorTensor& expected) {
  if (tensor.shape != expected.shape) return "shape of " + tensor.name;
  for (size_t i = 0; i < expected.values.size(); ++i) {
    double value = expected.values[i];
    if (tensor.format->type == DataType::kFloat32) {
      value = static_cast<float>(value);
    }
    const bool both_nan = std::isnan(value) && std::isnan(numbers[i]);
    if (numbers[i] != value && !both_nan) return "cells of " + tensor.name;
  }
  return "";
}

std::string CheckVectors(const char* folder, const VectorCase& test) {
  const OpenFile file(fs::path(VectorsFolder()) / folder /
                      (test.name + ".safetensors"));
  if (!file.opened) return file.opened.error().message;
  for (const StoredTensor& tensor : file.opened->tensors()) {
    const auto numbers = Numbers(*file.opened, tensor);
    if (!numbers) return numbers.error().message;
    const auto found = test.inputs.find(tensor.name);
    if (found == test.inputs.end()) return "unknown " + tensor.name;
    const std::string problem = Compare(tensor, *numbers, found->second);
    if (!problem.empty()) return problem;
  }
  return "";
}

std::string CheckModel(const fs::path& path) {
  const OpenFile file(path);
  if (!file.opened) return file.opened.error().message;
  if (file.opened->tensors().empty()) return "no tensors";
  for (const StoredTensor& tensor : file.opened->tensors()) {
    const auto numbers = Numbers(*file.opened, tensor);
    if (!numbers) return numbers.error().message;
    for (const double number : *numbers) {
      if (!std::isfinite(number)) return "not finite: " + tensor.name;
    }
  }
  return "";
}

}  // namespace

TEST_CASE("safetensors read the same by both readers", "[vectors]") {
  if (VectorsFolder().empty()) {
    return Family::Absent("safetensors", "of vectors");
  }
  Family report("safetensors");
  for (const char* folder : {"torch", "mla"}) {
    for (const VectorCase& test : ReadTorch({""}, folder)) {
      report.Report(test.name, CheckVectors(folder, test));
    }
  }
  CHECK(report.Close() == "");
}

TEST_CASE("safetensors of public models", "[vectors]") {
  const fs::path folder = VectorsFolder() + "/hf_models";
  if (!fs::is_directory(folder)) {
    return Family::Absent("model_files", "of models");
  }
  Family report("model_files");
  for (const auto& model : fs::directory_iterator(folder)) {
    const fs::path path = model.path() / "model.safetensors";
    if (!fs::exists(path)) continue;
    report.Report(model.path().filename().string(), CheckModel(path));
  }
  CHECK(report.Close() == "");
}

}  // namespace clearhead::test
