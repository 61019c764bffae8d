// One token of a text, asked of whatever model in the way its task asks: the
// same question of an encoder that sees what stands around it, of a decoder
// that sees what stands before, and of both. Its answers can be compared where
// losses of different objectives cannot.
#ifndef CLEARHEAD_CORE_TRAIN_CLOZE_H_
#define CLEARHEAD_CORE_TRAIN_CLOZE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/status.h"
#include "core/model/model.h"
#include "core/train/task.h"

namespace clearhead {

struct Cloze {
  std::vector<int32_t> text;
  int64_t place = 0;  // in it, neither the first nor the last
  // The likeliest token, the first of equal ones, and log P of the right one.
  int32_t given = 0;
  double log_probability = 0;
};

// The question about an example's text, whose place the text alone decides.
// `after` false: what stands behind that place is cut off. Fails with kArgument
// for tasks that are not over texts.
Result<Cloze> ClozeOf(const Task& task, const Example& example, bool after);

// Asks all of them at once.
Status Ask(const std::shared_ptr<Budget>& budget, const Model& model,
           const Task& task, std::span<Cloze> clozes);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_CLOZE_H_
