#include "core/base/arena.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace clearhead {
namespace {

constexpr size_t kBlockBytes = size_t{1} << 16;

// Of the blocks from `first` on, which are free, the smallest that is large
// enough, else the largest; their number where there are none.
template <typename Blocks>
size_t BestBlock(const Blocks& blocks, size_t first, size_t bytes) {
  size_t best = blocks.size(), size = 0;
  for (size_t i = first; i < blocks.size() && size != bytes; ++i) {
    const size_t other = blocks[i].buffer.bytes();
    const bool better =
        size < bytes ? other >= size : other >= bytes && other < size;
    if (!better) continue;
    best = i;
    size = other;
  }
  return best;
}

}  // namespace

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
  const bool begun = block_ < blocks_.size() && blocks_[block_].parts > 0;
  if (!begun || used_ + bytes > blocks_[block_].buffer.bytes()) {
    if (begun) ++block_;
    used_ = 0;
    const size_t size = std::max(bytes, kBlockBytes);
    const size_t best = BestBlock(blocks_, block_, size);
    if (best == blocks_.size()) blocks_.emplace_back();
    std::swap(blocks_[block_], blocks_[best]);
    // A new one takes the place of one that does not suit: a tensor that grows
    // with every step, as the keys of decoding do, leaves nothing behind, and
    // what is in use is at most twice what was asked for.
    const size_t held = blocks_[block_].buffer.bytes();
    if (held < size || held / 2 > size) {
      blocks_[block_] = Block();
      CH_ASSIGN_OR_RETURN(blocks_[block_].buffer,
                          Buffer::Allocate(budget_, size, 1));
    }
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
