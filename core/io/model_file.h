// A model in a file: its parameters by name, and its settings beside them as
// words, so that the file says what it is.
#ifndef CLEARHEAD_CORE_IO_MODEL_FILE_H_
#define CLEARHEAD_CORE_IO_MODEL_FILE_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/io/safetensors.h"
#include "core/model/model.h"

namespace clearhead {

// Of the names of a model's settings in a file: "model.d_model".
inline constexpr std::string_view kModelPrefix = "model.";

// A safetensors file. `half`: float16, half the bytes; numbers that a float16
// does not hold fail with kRange. `more` tensors and `words` go along: those of
// a training run, or a vocabulary. Fails with kArgument where one of their
// names begins with kModelPrefix.
Result<FileBytes> WriteModel(const Model& model, bool half,
                             std::span<const TensorToWrite> more,
                             const Metadata& words,
                             const std::shared_ptr<Budget>& budget);

// The model of such a file. Fails with kArgument where settings or parameters
// are missing or of another shape, naming them, as MakeConfig does, with kRange
// where a number is NaN or infinite, and with kMemory. Nothing is drawn, and
// each parameter is found before memory is taken for it.
Result<Model> ReadModel(const Safetensors& file,
                        const std::shared_ptr<Budget>& budget);

// The tensor `name`, of that shape and of float numbers. Fails with kArgument
// where the file has another or none.
Result<const StoredTensor*> FindFloats(const Safetensors& file,
                                       std::string_view name,
                                       const Shape& shape);
// Reads it to `cells`. Fails with kRange where one is NaN or infinite.
Status ReadFloats(const Safetensors& file, const StoredTensor& stored,
                  float* cells);

// Settings as words that WriteModel takes along, each name after `prefix`.
// Every double comes back: a whole number from 0 to before 2^53 is written in
// digits ("512"), any other as its 64 bits (IEEE 754) in 16 hexadecimal digits,
// "0x3fb999999999999a" for 0.1; all NaN are one.
void AppendWords(std::string_view prefix, const Settings& settings,
                 Metadata* words);
// The word of that name, or null.
const std::string* FindWord(const Metadata& words, std::string_view name);
// Fails with kArgument where one of `words` is missing in those of a file or
// another there, naming the first.
Status CheckSame(const Metadata& words, const Metadata& others);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_IO_MODEL_FILE_H_
