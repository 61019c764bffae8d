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
  while (block_ < blocks_.size() &&
         used_ + bytes > blocks_[block_].buffer.bytes()) {
    ++block_;
    used_ = 0;
  }
  if (block_ == blocks_.size()) {
    CH_ASSIGN_OR_RETURN(
        Buffer buffer,
        Buffer::Allocate(budget_, std::max(bytes, kBlockBytes), 1));
    blocks_.push_back({std::move(buffer)});
    used_ = 0;
  }
  Block& block = blocks_[block_];
  std::byte* data = block.buffer.as<std::byte>() + used_;
  if (!block.clean) std::memset(data, 0, bytes);
  ++block.parts;
  used_ += bytes;
  return static_cast<void*>(data);
}

void Arena::Reset() {
  block_ = 0;
  used_ = 0;
  for (Block& block : blocks_) {
    block.parts = 0;
    block.clean = false;
  }
}

Buffer Arena::Take(const void* data) {
  for (Block& block : blocks_) {
    if (block.buffer.as<std::byte>() == data && block.parts == 1 &&
        block.buffer.bytes() > kBlockBytes) {
      return std::move(block.buffer);
    }
  }
  return {};
}

size_t Arena::bytes() const {
  size_t bytes = 0;
  for (const Block& block : blocks_) bytes += block.buffer.bytes();
  return bytes;
}

}  // namespace clearhead
