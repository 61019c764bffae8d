// The messages that cross the border, one each way: a strict subset of
// MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md), in
// which every item has one form. web/engine/message.ts is the other side.
//
//   c0                        nil: absent
//   c2, c3                    false, true
//   cb  float 64              number
//   db  length  UTF-8         text
//   dd  count   items         list
//   df  count   key, item …   map
//   c9  8  type  address  count   cells: `count` cells of a DataType at
//                                 `address` of this memory, 64-byte aligned
//
// Lengths, counts and addresses are 32-bit; all numbers are big-endian. Cells
// are not copied into a message: in a request they lie behind it in the same
// room, in an answer they stay where they are until the next request.
#ifndef CLEARHEAD_WASM_FORMAT_H_
#define CLEARHEAD_WASM_FORMAT_H_

#include <cstddef>
#include <cstdint>

namespace clearhead::js {

enum class Tag : uint8_t {
  kNil = 0xc0,
  kFalse = 0xc2,
  kTrue = 0xc3,
  kCells = 0xc9,
  kNumber = 0xcb,
  kText = 0xdb,
  kList = 0xdd,
  kMap = 0xdf,
};

// Bytes of the payload of kCells.
inline constexpr uint32_t kCellsPayload = 8;
// Longest list or map that is read into the core.
inline constexpr size_t kMaxItems = size_t{1} << 20;

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_FORMAT_H_
