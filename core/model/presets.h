// Small models of the kinds that the chapter names; callers change their sizes.
#ifndef CLEARHEAD_CORE_MODEL_PRESETS_H_
#define CLEARHEAD_CORE_MODEL_PRESETS_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/model/config.h"

namespace clearhead {

std::vector<std::string> Presets();

// The settings that make a preset differ from the defaults; of "" none. The
// error names those that there are.
Result<Settings> PresetSettings(std::string_view preset);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MODEL_PRESETS_H_
