// Many texts at once, greedily: how a model does on a whole set of questions.
#ifndef CLEARHEAD_CORE_DECODE_WRITE_ROWS_H_
#define CLEARHEAD_CORE_DECODE_WRITE_ROWS_H_

#include <cstdint>
#include <memory>

#include "core/model/model.h"
#include "core/model/token_rows.h"

namespace clearhead {

struct WriteRequest {
  TokenRows sources;  // what an encoder reads; none for a decoder alone
  TokenRows prompts;  // one a row, all of one length, at least 1 token
  int32_t end_token = 0;
  // Tokens of an output, its end token included, 1…kLongestOutput.
  int64_t max_length = 64;
};

// What follows each prompt, up to the end token, which is left out. Of equal
// scores the lowest id is taken, as Generation does. Fails with kArgument and
// kRange for requests that the model cannot take, with kArgument where it gives
// no numbers, and with kMemory.
Result<TokenRows> WriteRows(const std::shared_ptr<Budget>& budget,
                            const Model& model, const WriteRequest& request);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_WRITE_ROWS_H_
