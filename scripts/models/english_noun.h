// English pronouns, articles and noun phrases.
#ifndef CLEARHEAD_SCRIPTS_MODELS_ENGLISH_NOUN_H_
#define CLEARHEAD_SCRIPTS_MODELS_ENGLISH_NOUN_H_

#include <cstddef>
#include <string>
#include <vector>

#include "scripts/models/clause.h"

namespace clearhead::models::english {

// I you he she we they.
size_t Row(Person who);
// Whether a verb takes its -s.
bool Third(Person who);

std::string Objective(Person who);

// "an hour", "a university": by sound, not by letter.
std::string Article(const std::string& next);

// Subjects or objects, joined by "and".
void AddPhrases(const std::vector<NounPhrase>& phrases, bool subject,
                Words* words);

}  // namespace clearhead::models::english

#endif  // CLEARHEAD_SCRIPTS_MODELS_ENGLISH_NOUN_H_
