#include "core/io/safetensors.h"

#include <cstring>

#include "core/base/order.h"
#include "core/io/safetensors_header.h"

namespace clearhead {
namespace {

// Bytes in front of the header: its length.
constexpr size_t kLengthBytes = 8;

// The same name twice: found among neighbours in the order of names.
Status CheckNames(size_t names, FunctionRef<std::string_view(int)> name_of) {
  const int count = static_cast<int>(names);
  const std::vector<int> order = OrderOf(
      count, [&name_of](int a, int b) { return name_of(a) < name_of(b); });
  for (int i = 1; i < count; ++i) {
    if (name_of(order[i - 1]) == name_of(order[i])) {
      return Fail(ErrorCode::kArgument,
                  "the header has % twice; every name may come once",
                  name_of(order[i]));
    }
  }
  return Status();
}

// Sorts by place. Each tensor begins where the one before it ends, the last
// ends where the file does.
Status CheckPlaces(size_t data_bytes, std::vector<StoredTensor>* tensors) {
  const std::vector<int> order =
      OrderOf(static_cast<int>(tensors->size()), [tensors](int a, int b) {
        const StoredTensor& x = (*tensors)[a];
        const StoredTensor& y = (*tensors)[b];
        return x.begin != y.begin ? x.begin < y.begin : x.end < y.end;
      });
  std::vector<StoredTensor> sorted;
  sorted.reserve(tensors->size());
  size_t end = 0;
  for (const int at : order) {
    StoredTensor& tensor = (*tensors)[at];
    if (tensor.end > data_bytes) {
      return Fail(ErrorCode::kArgument,
                  "tensor % ends at byte %, but the file holds % bytes of "
                  "cells; it is cut short or damaged",
                  tensor.name, tensor.end, data_bytes);
    }
    if (tensor.begin != end) {
      return Fail(ErrorCode::kArgument,
                  "tensor % begins at byte %, but the cells before it end at "
                  "%; tensors follow one another without gap or overlap",
                  tensor.name, tensor.begin, end);
    }
    end = tensor.end;
    sorted.push_back(std::move(tensor));
  }
  if (end != data_bytes) {
    return Fail(ErrorCode::kArgument,
                "the tensors end at byte % of % bytes of cells; nothing may "
                "follow the last",
                end, data_bytes);
  }
  *tensors = std::move(sorted);
  return Status();
}

}  // namespace

Result<Safetensors> Safetensors::Open(std::span<const uint8_t> file) {
  if (file.size() < kLengthBytes) {
    return Fail(ErrorCode::kArgument,
                "a file of % bytes is too short: safetensors begin with % "
                "bytes that give the length of the header",
                file.size(), kLengthBytes);
  }
  uint64_t length = 0;
  std::memcpy(&length, file.data(), kLengthBytes);
  const size_t rest = file.size() - kLengthBytes;
  if (length > rest) {
    return Fail(ErrorCode::kArgument,
                "the header should have % bytes, but only % follow; the file "
                "is cut short or not of safetensors",
                length, rest);
  }
  if (length > kMaxSafetensorsHeader) {
    return Fail(ErrorCode::kArgument,
                "the header has % bytes; allowed are %. Store fewer tensors in "
                "a file",
                length, kMaxSafetensorsHeader);
  }
  Safetensors opened;
  opened.data_ = file.subspan(kLengthBytes + static_cast<size_t>(length));
  const auto* text = reinterpret_cast<const char*>(file.data() + kLengthBytes);
  CH_RETURN_IF_ERROR(ReadSafetensorsHeader({text, static_cast<size_t>(length)},
                                           &opened.tensors_,
                                           &opened.metadata_));
  CH_RETURN_IF_ERROR(CheckNames(opened.tensors_.size(), [&opened](int i) {
    return std::string_view(opened.tensors_[i].name);
  }));
  CH_RETURN_IF_ERROR(CheckNames(opened.metadata_.size(), [&opened](int i) {
    return std::string_view(opened.metadata_[i].first);
  }));
  CH_RETURN_IF_ERROR(CheckPlaces(opened.data_.size(), &opened.tensors_));
  return opened;
}

const StoredTensor* Safetensors::Find(std::string_view name) const {
  for (const StoredTensor& tensor : tensors_) {
    if (tensor.name == name) return &tensor;
  }
  return nullptr;
}

Status Safetensors::ReadTo(const StoredTensor& tensor, void* cells) const {
  const StoredFormat& format = *tensor.format;
  const uint8_t* stored = data_.data() + tensor.begin;
  if (format.read == nullptr) {
    // An empty file has no address to copy from.
    if (tensor.end > tensor.begin) {
      std::memcpy(cells, stored, tensor.end - tensor.begin);
    }
    return Status();
  }
  const int64_t count = CountOf(tensor.shape);
  auto* cell = static_cast<uint8_t*>(cells);
  for (int64_t i = 0; i < count; ++i) {
    if (!format.read(stored, cell)) {
      return Fail(ErrorCode::kRange, "cell % of tensor % is not %",
                  IndexAt(tensor.shape, i), tensor.name,
                  format.type == DataType::kInt32
                      ? "between −2147483648 and 2147483647"
                      : "0 or 1");
    }
    stored += format.bytes;
    cell += SizeOf(format.type);
  }
  return Status();
}

Result<Buffer> Safetensors::Read(const StoredTensor& tensor,
                                 std::shared_ptr<Budget> budget) const {
  CH_ASSIGN_OR_RETURN(
      Buffer buffer,
      Buffer::Allocate(std::move(budget),
                       static_cast<size_t>(CountOf(tensor.shape)),
                       SizeOf(tensor.format->type)));
  CH_RETURN_IF_ERROR(ReadTo(tensor, buffer.as<void>()));
  return buffer;
}

}  // namespace clearhead
