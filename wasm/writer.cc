#include "wasm/writer.h"

#include <cmath>
#include <cstring>
#include <utility>

namespace clearhead::js {

void Writer::Whole(uint32_t value) {
  value = __builtin_bswap32(value);
  bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void Writer::Head(Tag tag, size_t count) {
  Put(tag);
  Whole(static_cast<uint32_t>(count));
}

void Writer::Number(double value) {
  Put(Tag::kNumber);
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  Whole(static_cast<uint32_t>(bits >> 32));
  Whole(static_cast<uint32_t>(bits));
}

void Writer::Text(std::string_view text) {
  Head(Tag::kText, text.size());
  bytes_ += text;
}

void Writer::Sizes(const Dims& dims) {
  List(dims.size());
  for (const int64_t size : dims) Number(static_cast<double>(size));
}

void Writer::Words(const std::vector<std::string>& words) {
  List(words.size());
  for (const std::string& word : words) Text(word);
}

void Writer::Tensor(DenseTensor tensor) {
  Map(2);
  Set("shape", tensor.shape);
  Text("data");
  Head(Tag::kCells, kCellsPayload);
  bytes_ += static_cast<char>(tensor.type);
  Whole(static_cast<uint32_t>(
      reinterpret_cast<uintptr_t>(tensor.cells.as<void>())));
  Whole(static_cast<uint32_t>(tensor.count()));
  cells_.push_back(std::move(tensor.cells));
}

void Writer::Set(const char* key, double value) {
  Text(key);
  Number(value);
}

void Writer::Set(const char* key, std::string_view text) {
  Text(key);
  Text(text);
}

void Writer::Set(const char* key, const std::vector<std::string>& words) {
  Text(key);
  Words(words);
}

void Writer::Set(const char* key, const Dims& dims) {
  Text(key);
  Sizes(dims);
}

void Writer::Set(const char* key, const std::vector<int32_t>& numbers) {
  Text(key);
  List(numbers.size());
  for (const int32_t number : numbers) Number(number);
}

void Writer::SetFlag(const char* key, bool value) {
  Text(key);
  Flag(value);
}

void Writer::SetFinite(const char* key, double value) {
  Text(key);
  std::isfinite(value) ? Number(value) : Nil();
}

void Writer::SetPresent(const char* key, const std::string& text) {
  Text(key);
  text.empty() ? Nil() : Text(text);
}

void Writer::SetPresent(const char* key,
                        const std::vector<std::string>& words) {
  Text(key);
  words.empty() ? Nil() : Words(words);
}

void Writer::Clear() {
  bytes_.clear();
  cells_.clear();
}

}  // namespace clearhead::js
