// Reads a request. What a caller may get wrong has been checked before
// (web/engine/arguments.ts); this reader is safe whatever the bytes are. It
// remembers the first item that is not what was asked for, and from then on
// everything is zero or empty.
#ifndef CLEARHEAD_WASM_READER_H_
#define CLEARHEAD_WASM_READER_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/status.h"
#include "core/graph/attributes.h"
#include "core/graph/tensor_view.h"
#include "wasm/format.h"

namespace clearhead::js {

class Reader {
 public:
  explicit Reader(Buffer message) : message_(std::move(message)) {}

  // Passes over a nil if one is next.
  bool Nil();
  bool Flag();
  double Number();
  // A whole number of magnitude up to 2^53.
  int64_t Integer();
  std::string Text();
  // How many items follow, or keys with an item each.
  size_t List() { return Count(Tag::kList, kMaxItems); }
  size_t Map() { return Count(Tag::kMap, kMaxItems); }

  std::vector<double> Numbers();
  std::vector<int64_t> Integers();
  std::vector<std::string> Words();
  // At most kMaxRank integers of 0 or more.
  Dims Sizes();
  // [sizes, cells], as many cells as the sizes say; they stay in the message.
  TensorView Tensor();
  // A number, flag, text or list of integers; nil is 0.
  Attribute Setting();
  // The number i below `count` whose name(i) is the given word. `what` is how
  // messages call it.
  int Choice(const std::string& what, int count, const char* (*name)(int));

  // After the last argument: the first error. Lets go of the message, unless
  // a tensor lies in it.
  Status Done();

 private:
  Tag Next() const;
  bool Take(Tag tag, size_t bytes);
  uint64_t Whole(size_t bytes);
  // At most `limit` and no more than there are bytes left.
  size_t Count(Tag tag, size_t limit);
  TensorView Cells();
  void Fail(ErrorCode code, std::string message);
  void Damaged();

  Buffer message_;
  size_t at_ = 0;
  bool holds_cells_ = false;
  Status status_;
};

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_READER_H_
