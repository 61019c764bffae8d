// Tensors by name in one file: eight bytes with the length N of a header
// (little-endian), N bytes of JSON,
//   {"__metadata__": {"key": "value"},
//    "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, …},
// and the cells, row-major, at those offsets behind the header, without gap or
// overlap. Source: github.com/huggingface/safetensors, README, "Format".
#ifndef CLEARHEAD_CORE_IO_SAFETENSORS_H_
#define CLEARHEAD_CORE_IO_SAFETENSORS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/status.h"
#include "core/graph/tensor_view.h"
#include "core/io/stored_format.h"

namespace clearhead {

// At most, in bytes: room for some 80,000 tensors. The reader keeps a few times
// as much while the file is open.
inline constexpr size_t kMaxSafetensorsHeader = size_t{8} << 20;

// One line of the table of contents.
struct StoredTensor {
  std::string name;
  const StoredFormat* format = nullptr;
  Shape shape;
  // Where its cells lie, in bytes behind the header.
  size_t begin = 0;
  size_t end = 0;
};

// What a file says about itself, in its order.
using Metadata = std::vector<std::pair<std::string, std::string>>;

class Safetensors {
 public:
  // The table of contents of `file`, which must outlive it; cells are not
  // looked at. Fails with kArgument where the file breaks the format above.
  static Result<Safetensors> Open(std::span<const uint8_t> file);

  // In the order of their cells.
  const std::vector<StoredTensor>& tensors() const { return tensors_; }
  const Metadata& metadata() const { return metadata_; }
  // Null where there is none of that name.
  const StoredTensor* Find(std::string_view name) const;

  // Writes the cells of `tensor` to `cells`, which has room for all of them.
  // F16, BF16 and F64 become float32 (F64 rounded, infinity beyond its range),
  // I64 int32, BOOL uint8. Fails with kRange where a cell of I64 is no int32 or
  // one of BOOL neither 0 nor 1.
  Status ReadTo(const StoredTensor& tensor, void* cells) const;
  // The same into memory of its own; also fails with kMemory.
  Result<Buffer> Read(const StoredTensor& tensor,
                      std::shared_ptr<Budget> budget) const;

 private:
  std::vector<StoredTensor> tensors_;
  Metadata metadata_;
  std::span<const uint8_t> data_;  // behind the header
};

struct TensorToWrite {
  std::string_view name;
  TensorView view;    // dense
  bool half = false;  // float32 cells as F16, rounded to the nearest, ties even
};

struct FileBytes {
  Buffer buffer;
  size_t size = 0;

  std::span<const uint8_t> bytes() const {
    return {buffer.as<uint8_t>(), size};
  }
};

// A file of these tensors, stored as F32 or F16, I32 and U8. The header is
// padded with spaces so that the cells begin at a multiple of 8 bytes; wider
// cells come first, so that all are aligned. Fails with kArgument where a name
// comes twice or is no UTF-8, with kRange where a finite number is beyond what
// F16 holds, with kMemory.
Result<FileBytes> WriteSafetensors(std::span<const TensorToWrite> tensors,
                                   const Metadata& metadata,
                                   std::shared_ptr<Budget> budget);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_IO_SAFETENSORS_H_
