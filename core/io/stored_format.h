// The number formats of files, and as which of the core's three types they are
// read.
#ifndef CLEARHEAD_CORE_IO_STORED_FORMAT_H_
#define CLEARHEAD_CORE_IO_STORED_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/graph/tensor_view.h"

namespace clearhead {

// How a cell is stored, and as what it is read.
struct StoredFormat {
  const char* name;  // "F32"
  size_t bytes;      // of a stored cell
  DataType type;     // of a read one
  // Reads one cell; false where the type cannot hold it. Null: the same bytes.
  bool (*read)(const uint8_t* stored, void* cell);
};

// F32, F16, BF16 and F64, I64 and I32, U8 and BOOL; little-endian.
std::span<const StoredFormat> StoredFormats();

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_IO_STORED_FORMAT_H_
