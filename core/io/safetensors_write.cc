#include <cmath>
#include <cstring>

#include "core/base/half.h"
#include "core/base/order.h"
#include "core/io/json.h"
#include "core/io/safetensors.h"
#include "core/io/safetensors_header.h"

namespace clearhead {
namespace {

size_t StoredSize(const TensorToWrite& tensor) {
  return tensor.half ? sizeof(uint16_t) : SizeOf(tensor.view.type);
}

const char* FormatName(const TensorToWrite& tensor) {
  static constexpr const char* kNames[] = {"F32", "I32", "U8"};
  return tensor.half ? "F16" : kNames[static_cast<int>(tensor.view.type)];
}

void AppendEntry(const TensorToWrite& tensor, size_t begin, size_t end,
                 std::string* json) {
  AppendJsonString(tensor.name, json);
  *json += Text(":{\"dtype\":\"%\",\"shape\":%,\"data_offsets\":[%,%]}",
                FormatName(tensor), tensor.view.shape, begin, end);
}

// The length and the header, padded to a multiple of 8 bytes.
std::string HeaderOf(std::span<const TensorToWrite> tensors,
                     const std::vector<int>& order, const Metadata& metadata) {
  std::string json(sizeof(uint64_t), '\0');
  json += '{';
  if (!metadata.empty()) {
    AppendJsonString(kMetadataName, &json);
    char separator = ':';
    for (const auto& [key, value] : metadata) {
      json += separator;
      if (separator == ':') json += '{';
      AppendJsonString(key, &json);
      json += ':';
      AppendJsonString(value, &json);
      separator = ',';
    }
    json += '}';
  }
  size_t begin = 0;
  for (const int at : order) {
    const TensorToWrite& tensor = tensors[at];
    const size_t end = begin + static_cast<size_t>(CountOf(tensor.view.shape)) *
                                   StoredSize(tensor);
    if (json.back() != '{') json += ',';
    AppendEntry(tensor, begin, end, &json);
    begin = end;
  }
  json += '}';
  json.append((8 - json.size() % 8) % 8, ' ');
  const uint64_t length = json.size() - sizeof(uint64_t);
  std::memcpy(json.data(), &length, sizeof(length));
  return json;
}

Status WriteCells(const TensorToWrite& tensor, uint8_t* stored) {
  const int64_t count = CountOf(tensor.view.shape);
  if (!tensor.half) {
    const size_t bytes = static_cast<size_t>(count) * StoredSize(tensor);
    if (bytes > 0) std::memcpy(stored, tensor.view.data, bytes);
    return Status();
  }
  for (int64_t i = 0; i < count; ++i) {
    const float cell = tensor.view.floats()[i];
    const uint16_t half = ToHalf(cell);
    if (std::isfinite(cell) && std::isinf(FromHalf(half))) {
      return Fail(ErrorCode::kRange,
                  "cell % of tensor % is %; F16 holds at most 65504. Write it "
                  "as F32",
                  IndexAt(tensor.view.shape, i), tensor.name, cell);
    }
    std::memcpy(stored + i * 2, &half, sizeof(half));
  }
  return Status();
}

}  // namespace

Result<FileBytes> WriteSafetensors(std::span<const TensorToWrite> tensors,
                                   const Metadata& metadata,
                                   std::shared_ptr<Budget> budget) {
  size_t data_bytes = 0;
  for (const TensorToWrite& tensor : tensors) {
    const bool written =
        tensor.view.dense() &&
        (!tensor.half || tensor.view.type == DataType::kFloat32);
    CH_CHECK(written, "dense tensors, as halves only float32");
    data_bytes +=
        static_cast<size_t>(CountOf(tensor.view.shape)) * StoredSize(tensor);
  }
  const std::vector<int> order =
      OrderOf(static_cast<int>(tensors.size()), [&tensors](int a, int b) {
        return StoredSize(tensors[a]) > StoredSize(tensors[b]);
      });
  const std::string header = HeaderOf(tensors, order, metadata);
  FileBytes file;
  file.size = header.size() + data_bytes;
  CH_ASSIGN_OR_RETURN(file.buffer,
                      Buffer::Allocate(std::move(budget), file.size, 1));
  std::memcpy(file.buffer.as<char>(), header.data(), header.size());
  uint8_t* stored = file.buffer.as<uint8_t>() + header.size();
  for (const int at : order) {
    CH_RETURN_IF_ERROR(WriteCells(tensors[at], stored));
    stored += static_cast<size_t>(CountOf(tensors[at].view.shape)) *
              StoredSize(tensors[at]);
  }
  // Names that cannot be read again are found by reading them.
  CH_RETURN_IF_ERROR(Safetensors::Open(file.bytes()).status());
  return file;
}

}  // namespace clearhead
