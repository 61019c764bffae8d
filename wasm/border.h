// The JavaScript class Session: one message in, one message out.
//
// Request: [name of a call, its arguments …]. Answer: [nil, value], or
// [code, message] of an error. web/engine/handlers.ts has the calls.
#ifndef CLEARHEAD_WASM_BORDER_H_
#define CLEARHEAD_WASM_BORDER_H_

#include <cstdint>

#include "core/session/session.h"
#include "wasm/reader.h"
#include "wasm/writer.h"

namespace clearhead::js {

class Border {
 public:
  // Room for a request of so many bytes, counted against the budget; 0 when
  // there is none, which the next call answers with the error. Forgets the
  // answer before.
  uintptr_t Open(size_t bytes);
  // Performs the request in the room and gives the address of the answer,
  // valid until the next Open.
  uintptr_t Call();

 private:
  Status MakeRoom(size_t bytes);
  Status Answer();

  Session session_;
  Buffer room_;
  Status room_status_;
  Writer answer_;
};

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_BORDER_H_
