// Hands out zeroed, aligned memory that is given back all at once: a step that
// repeats uses it again, and one that grows takes the place of the one before.
#ifndef CLEARHEAD_CORE_BASE_ARENA_H_
#define CLEARHEAD_CORE_BASE_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/buffer.h"

namespace clearhead {

class Arena {
 public:
  explicit Arena(std::shared_ptr<Budget> budget) : budget_(std::move(budget)) {}

  // `count` zeroed elements, valid until Reset. Fails with kMemory.
  Result<void*> Allocate(int64_t count, size_t element_size);
  // Forgets everything handed out, keeps the memory.
  void Reset();
  // The memory of `data`, moved out of the arena where it is a block of its
  // own, as large tensors are; otherwise an empty Buffer.
  Buffer Take(const void* data);
  // Bytes held, in use or not.
  size_t bytes() const;
  const std::shared_ptr<Budget>& budget() const { return budget_; }

 private:
  std::shared_ptr<Budget> budget_;
  struct Block {
    Buffer buffer;
    int parts = 0;      // handed out
    bool clean = true;  // still as zeroed when it was made
  };

  std::vector<Block> blocks_;
  size_t block_ = 0;  // the block being filled …
  size_t used_ = 0;   // … and how many bytes of it are
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_ARENA_H_
