// Writes an answer (wasm/format.h has its form).
#ifndef CLEARHEAD_WASM_WRITER_H_
#define CLEARHEAD_WASM_WRITER_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/session/session.h"
#include "wasm/format.h"

namespace clearhead::js {

class Writer {
 public:
  void Nil() { Put(Tag::kNil); }
  void Flag(bool value) { Put(value ? Tag::kTrue : Tag::kFalse); }
  void Number(double value);
  void Text(std::string_view text);
  // `count` items follow, or keys with an item each.
  void List(size_t count) { Head(Tag::kList, count); }
  void Map(size_t count) { Head(Tag::kMap, count); }

  void Sizes(const Dims& dims);
  void Words(const std::vector<std::string>& words);
  // { shape, data }. Keeps the cells until Clear.
  void Tensor(DenseTensor tensor);

  // A key of a map with its item.
  void Set(const char* key, double value);
  void Set(const char* key, std::string_view text);
  void Set(const char* key, const std::vector<std::string>& words);
  void Set(const char* key, const Dims& dims);
  void Set(const char* key, const std::vector<int32_t>& numbers);
  void SetFlag(const char* key, bool value);
  // Nil for a number that is infinite or NaN, and for an empty text or list.
  void SetFinite(const char* key, double value);
  void SetPresent(const char* key, const std::string& text);
  void SetPresent(const char* key, const std::vector<std::string>& words);

  void Clear();
  const char* bytes() const { return bytes_.data(); }

 private:
  void Put(Tag tag) { bytes_ += static_cast<char>(tag); }
  void Whole(uint32_t value);
  void Head(Tag tag, size_t count);

  std::string bytes_;
  std::vector<Buffer> cells_;
};

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_WRITER_H_
