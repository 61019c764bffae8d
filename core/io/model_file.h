// A model in a file: its parameters by name, and its settings beside them as
// words, so that the file says what it is.
#ifndef CLEARHEAD_CORE_IO_MODEL_FILE_H_
#define CLEARHEAD_CORE_IO_MODEL_FILE_H_

#include <memory>
#include <span>
#include <string_view>

#include "core/io/safetensors.h"
#include "core/model/model.h"

namespace clearhead {

// A safetensors file. `half`: float16, half the bytes; numbers that a float16
// does not hold fail with kRange. `more` tensors and `words` go along: those of
// a training run, or a vocabulary. Their names do not begin with "model.".
Result<FileBytes> WriteModel(const Model& model, bool half,
                             std::span<const TensorToWrite> more,
                             const Metadata& words,
                             const std::shared_ptr<Budget>& budget);

// The model of such a file. Fails with kArgument where settings or parameters
// are missing or of another shape, naming them, as Safetensors does, and with
// kMemory.
Result<Model> ReadModel(const Safetensors& file,
                        const std::shared_ptr<Budget>& budget);

// Settings as words that WriteModel takes along, each name after `prefix`.
void AppendWords(std::string_view prefix, const Settings& settings,
                 Metadata* words);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_IO_MODEL_FILE_H_
