// The only source of tensor memory: 64-byte aligned, zeroed, counted against a
// budget. Size arithmetic is checked here, so no shape can overflow it.
#ifndef CLEARHEAD_CORE_BASE_BUFFER_H_
#define CLEARHEAD_CORE_BASE_BUFFER_H_

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/base/status.h"

namespace clearhead {

inline constexpr size_t kBufferAlignment = 64;  // bytes: one cache line
inline constexpr size_t kDefaultBudget = size_t{256} << 20;  // bytes

// Bytes in use against bytes allowed; shared by all buffers of a session and
// kept alive by them.
class Budget {
 public:
  explicit Budget(size_t limit = kDefaultBudget) : limit_(limit) {}

  size_t limit() const { return limit_; }
  size_t used() const { return used_; }
  size_t peak() const { return peak_; }

 private:
  friend class Buffer;
  size_t limit_;
  size_t used_ = 0;
  size_t peak_ = 0;
};

class Buffer {
 public:
  Buffer() = default;
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  // `count` zeroed elements of `element_size` bytes. Fails with kMemory when
  // the product overflows, exceeds the budget or the system has no memory.
  static Result<Buffer> Allocate(std::shared_ptr<Budget> budget, size_t count,
                                 size_t element_size);

  template <typename T>
  T* as() {
    return reinterpret_cast<T*>(data_);
  }
  template <typename T>
  const T* as() const {
    return reinterpret_cast<const T*>(data_);
  }
  size_t bytes() const { return bytes_; }

 private:
  std::shared_ptr<Budget> budget_;
  std::byte* data_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_BUFFER_H_
