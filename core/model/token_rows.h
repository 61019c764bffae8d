// The tokens of several texts, and how a model takes them: as one array.
#ifndef CLEARHEAD_CORE_MODEL_TOKEN_ROWS_H_
#define CLEARHEAD_CORE_MODEL_TOKEN_ROWS_H_

#include <cstdint>
#include <vector>

namespace clearhead {

// A text a row, each of a length of its own.
using TokenRows = std::vector<std::vector<int32_t>>;

// [B].
std::vector<int32_t> LengthsOf(const TokenRows& rows);
// The length of the longest row.
int64_t WidthOf(const TokenRows& rows);
// [B, WidthOf(rows)], each row filled up with `rest`.
std::vector<int32_t> Padded(const TokenRows& rows, int32_t rest);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MODEL_TOKEN_ROWS_H_
