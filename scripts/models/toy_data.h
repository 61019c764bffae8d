// The examples of the two small models.
#ifndef CLEARHEAD_SCRIPTS_MODELS_TOY_DATA_H_
#define CLEARHEAD_SCRIPTS_MODELS_TOY_DATA_H_

#include <cstddef>

#include "scripts/models/model_data.h"

namespace clearhead::models {

// Sentences of both small languages, each a target alone. Held out: sentences
// from BOS up to the word that has to agree ("are", "she", "他"), windows that
// ask for that word alone; in this order, agreement, English and Chinese
// coreference.
Result<ModelData> MakeLanguageData(size_t pieces);

// Sentences as sources, labelled at kBankIndex alone with their sense (0 river,
// 1 money).
Result<ModelData> MakeBankData(size_t pieces);

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_TOY_DATA_H_
