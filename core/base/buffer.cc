#include "core/base/buffer.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "core/base/text.h"

namespace clearhead {
namespace {

Status TooLarge(size_t count, size_t element_size, const Budget& budget) {
  return Fail(ErrorCode::kMemory,
              "asked for % elements of % bytes; % of % bytes are free; use "
              "smaller tensors or dispose of runs",
              count, element_size, budget.limit() - budget.used(),
              budget.limit());
}

}  // namespace

Buffer::Buffer(Buffer&& other) noexcept { *this = std::move(other); }

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(budget_, other.budget_);
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Buffer::~Buffer() {
  std::free(data_);
  if (budget_ != nullptr) budget_->used_ -= bytes_;
}

Result<Buffer> Buffer::Allocate(std::shared_ptr<Budget> budget, size_t count,
                                size_t element_size) {
  Budget& account = *budget;
  const size_t largest =
      (std::numeric_limits<size_t>::max() - kBufferAlignment) / element_size;
  if (count > largest) return TooLarge(count, element_size, account);
  const size_t blocks =
      (count * element_size + kBufferAlignment - 1) / kBufferAlignment;
  const size_t bytes = std::max<size_t>(blocks, 1) * kBufferAlignment;
  if (bytes > account.limit_ - account.used_) {
    return TooLarge(count, element_size, account);
  }
  Buffer buffer;
  buffer.data_ =
      static_cast<std::byte*>(std::aligned_alloc(kBufferAlignment, bytes));
  if (buffer.data_ == nullptr) {
    return Fail(ErrorCode::kMemory,
                "the system gives no % bytes; close other programs or use "
                "smaller tensors",
                bytes);
  }
  std::memset(buffer.data_, 0, bytes);
  buffer.bytes_ = bytes;
  buffer.budget_ = std::move(budget);
  account.used_ += bytes;
  account.peak_ = std::max(account.peak_, account.used_);
  return buffer;
}

}  // namespace clearhead
