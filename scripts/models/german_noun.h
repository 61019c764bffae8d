// German pronouns and noun phrases: articles and adjectives follow gender,
// number and case.
#ifndef CLEARHEAD_SCRIPTS_MODELS_GERMAN_NOUN_H_
#define CLEARHEAD_SCRIPTS_MODELS_GERMAN_NOUN_H_

#include <string>
#include <vector>

#include "scripts/models/clause.h"

namespace clearhead::models::german {

enum class Case { kNominative, kAccusative };

// To whom something is given, as a pronoun.
std::string Receiver(Person who);

// Subjects or objects, joined by "und"; `negated` by kein.
void AddPhrases(const std::vector<NounPhrase>& phrases, Case as, bool negated,
                Words* words);

}  // namespace clearhead::models::german

#endif  // CLEARHEAD_SCRIPTS_MODELS_GERMAN_NOUN_H_
