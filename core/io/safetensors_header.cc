#include "core/io/safetensors_header.h"

#include <algorithm>
#include <limits>

#include "core/io/json.h"

namespace clearhead {
namespace {

constexpr int64_t kMaxCells = int64_t{1} << 48;

// The members of a tensor's object.
enum Member { kDtype, kShape, kOffsets, kMembers };
constexpr const char* kMemberNames[] = {"dtype", "shape", "data_offsets"};

// Takes the values of the header one after another.
class HeaderReader {
 public:
  HeaderReader(std::vector<StoredTensor>* tensors, Metadata* metadata)
      : tensors_(tensors), metadata_(metadata) {}

  Status Take(const JsonValue& value) {
    switch (value.path.size()) {
      case 0:
        if (value.kind == JsonKind::kObject) return Status();
        return Fail(ErrorCode::kArgument,
                    "the header is not an object of tensors by name");
      case 1:
        return TakeEntry(value);
      case 2:
        return in_metadata_ ? TakeMetadata(value) : TakeMember(value);
      default:
        return TakeNumber(value);
    }
  }

  // After the last value of a tensor.
  Status Finish() {
    if (tensors_->empty() || in_metadata_) return Status();
    const StoredTensor& tensor = tensors_->back();
    for (int member = 0; member < kMembers; ++member) {
      if ((seen_ >> member & 1) == 0) {
        return Fail(ErrorCode::kArgument, "tensor % has no %", tensor.name,
                    kMemberNames[member]);
      }
    }
    return CheckSize(tensor);
  }

 private:
  Status TakeEntry(const JsonValue& value) {
    CH_RETURN_IF_ERROR(Finish());
    const std::string& name = value.path[0].key;
    if (value.kind != JsonKind::kObject) {
      return Fail(ErrorCode::kArgument,
                  "entry % of the header is not an object with dtype, shape "
                  "and data_offsets",
                  name);
    }
    in_metadata_ = name == kMetadataName;
    if (in_metadata_) {
      if (seen_metadata_) return Twice(name);
      seen_metadata_ = true;
      return Status();
    }
    seen_ = 0;
    offsets_ = 0;
    tensors_->emplace_back();
    tensors_->back().name = name;
    return Status();
  }

  Status TakeMetadata(const JsonValue& value) {
    const std::string& key = value.path[1].key;
    if (value.kind != JsonKind::kString) {
      return Fail(ErrorCode::kArgument,
                  "% of % is not a string; metadata are strings by name", key,
                  kMetadataName);
    }
    metadata_->emplace_back(key, value.text);
    return Status();
  }

  Status TakeMember(const JsonValue& value) {
    const std::string& key = value.path[1].key;
    StoredTensor& tensor = tensors_->back();
    const auto* const found =
        std::find(std::begin(kMemberNames), std::end(kMemberNames), key);
    const auto member = found - std::begin(kMemberNames);
    if (member == kMembers) {
      return Fail(ErrorCode::kArgument,
                  "tensor % has a member %; allowed are dtype, shape and "
                  "data_offsets",
                  tensor.name, key);
    }
    if ((seen_ >> member & 1) != 0) return Twice(tensor.name + "." + key);
    seen_ |= 1 << member;
    const JsonKind expected =
        member == kDtype ? JsonKind::kString : JsonKind::kArray;
    if (value.kind != expected) {
      return Fail(ErrorCode::kArgument, "% of tensor % is not %", key,
                  tensor.name,
                  member == kDtype ? "a string" : "a list of numbers");
    }
    return member == kDtype ? TakeFormat(value.text, &tensor) : Status();
  }

  static Status TakeFormat(std::string_view name, StoredTensor* tensor) {
    std::string names;
    for (const StoredFormat& format : StoredFormats()) {
      if (format.name == name) {
        tensor->format = &format;
        return Status();
      }
      AppendName(format.name, &names);
    }
    return Fail(ErrorCode::kArgument,
                "tensor % is stored as %, which cannot be read; store it as "
                "one of %",
                tensor->name, name, names);
  }

  // Of the shape or the offsets, whose list is open.
  Status TakeNumber(const JsonValue& value) {
    StoredTensor& tensor = tensors_->back();
    const std::string& key = value.path[1].key;
    const int64_t whole =
        value.kind == JsonKind::kNumber ? WholeOf(value.text) : -1;
    if (whole < 0) {
      return Fail(
          ErrorCode::kArgument,
          "% of tensor % holds %; allowed are whole numbers from 0 on", key,
          tensor.name,
          value.text.empty() ? std::string_view("no number") : value.text);
    }
    if (key == kMemberNames[kShape]) {
      if (tensor.shape.size() == kMaxRank) {
        return Fail(ErrorCode::kShape, "tensor % has more than % axes",
                    tensor.name, kMaxRank);
      }
      tensor.shape.push_back(whole);
      return Status();
    }
    if (static_cast<uint64_t>(whole) > std::numeric_limits<size_t>::max()) {
      return Fail(ErrorCode::kArgument,
                  "tensor % lies at byte %, beyond any file", tensor.name,
                  whole);
    }
    (offsets_ == 0 ? tensor.begin : tensor.end) = static_cast<size_t>(whole);
    ++offsets_;
    return Status();
  }

  // Offsets against shape × size. A size of 0 counts as 1 against overflow, so
  // that strides never overflow either.
  Status CheckSize(const StoredTensor& tensor) const {
    if (offsets_ != 2) {
      return Fail(ErrorCode::kArgument,
                  "data_offsets of tensor % holds % numbers; it holds the "
                  "first byte and the one behind the last",
                  tensor.name, offsets_);
    }
    int64_t cells = 1;
    for (const int64_t size : tensor.shape) {
      if (size > kMaxCells / cells) {
        return Fail(ErrorCode::kShape, "tensor % of shape % is too large",
                    tensor.name, tensor.shape);
      }
      cells *= std::max<int64_t>(size, 1);
    }
    const auto bytes =
        static_cast<uint64_t>(CountOf(tensor.shape)) * tensor.format->bytes;
    if (tensor.end < tensor.begin || tensor.end - tensor.begin != bytes) {
      return Fail(ErrorCode::kShape,
                  "tensor % of shape % needs % bytes of %, but its offsets are "
                  "% and %",
                  tensor.name, tensor.shape, bytes, tensor.format->name,
                  tensor.begin, tensor.end);
    }
    return Status();
  }

  static Status Twice(const std::string& name) {
    return Fail(ErrorCode::kArgument,
                "the header has % twice; every name may come once", name);
  }

  std::vector<StoredTensor>* tensors_;
  Metadata* metadata_;
  bool in_metadata_ = false;
  bool seen_metadata_ = false;
  int seen_ = 0;     // a bit for each member of the tensor at hand …
  int offsets_ = 0;  // … and how many offsets
};

}  // namespace

Status ReadSafetensorsHeader(std::string_view header,
                             std::vector<StoredTensor>* tensors,
                             Metadata* metadata) {
  HeaderReader reader(tensors, metadata);
  CH_RETURN_IF_ERROR(ReadJson(
      header, "the header",
      [&reader](const JsonValue& value) { return reader.Take(value); }));
  return reader.Finish();
}

}  // namespace clearhead
