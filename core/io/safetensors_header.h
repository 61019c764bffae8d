// The header of a safetensors file, read into its table of contents.
#ifndef CLEARHEAD_CORE_IO_SAFETENSORS_HEADER_H_
#define CLEARHEAD_CORE_IO_SAFETENSORS_HEADER_H_

#include <string_view>
#include <vector>

#include "core/io/safetensors.h"

namespace clearhead {

inline constexpr char kMetadataName[] = "__metadata__";

// Fills `tensors` and `metadata` in the order of the text. Each tensor by
// itself is checked, offsets against shape × size too; not yet names and places
// against one another and the file.
Status ReadSafetensorsHeader(std::string_view header,
                             std::vector<StoredTensor>* tensors,
                             Metadata* metadata);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_IO_SAFETENSORS_HEADER_H_
