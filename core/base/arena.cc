#include "core/base/arena.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace clearhead {
namespace {
constexpr size_t kBlockBytes = size_t{1} << 16;
}

Result<void*> Arena::Allocate(int64_t count, size_t element_size) {
  const auto wanted = static_cast<uint64_t>(count);
  if (count < 0 ||
      wanted > std::numeric_limits<size_t>::max() / 2 / element_size -
                   kBufferAlignment) {
    return Fail(ErrorCode::kMemory,
                "asked for a tensor of more cells than memory can hold; give "
                "smaller shapes");
  }
  const size_t bytes =
      (static_cast<size_t>(count) * element_size + kBufferAlignment - 1) /
      kBufferAlignment * kBufferAlignment;
  while (block_ < blocks_.size() && used_ + bytes > blocks_[block_].bytes()) {
    ++block_;
    used_ = 0;
  }
  if (block_ == blocks_.size()) {
    CH_ASSIGN_OR_RETURN(
        Buffer block,
        Buffer::Allocate(budget_, std::max(bytes, kBlockBytes), 1));
    blocks_.push_back(std::move(block));
    used_ = 0;
  }
  std::byte* data = blocks_[block_].as<std::byte>() + used_;
  std::memset(data, 0, bytes);
  used_ += bytes;
  return static_cast<void*>(data);
}

void Arena::Reset() {
  block_ = 0;
  used_ = 0;
}

size_t Arena::bytes() const {
  size_t bytes = 0;
  for (const Buffer& block : blocks_) bytes += block.bytes();
  return bytes;
}

}  // namespace clearhead
