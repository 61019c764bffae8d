// French articles, pronouns and noun phrases.
#ifndef CLEARHEAD_SCRIPTS_MODELS_FRENCH_NOUN_H_
#define CLEARHEAD_SCRIPTS_MODELS_FRENCH_NOUN_H_

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "scripts/models/clause.h"

namespace clearhead::models::french {

// Forms for je, tu, il, nous, vous, ils, and which of them is whose.
using SixForms = std::array<const char*, 6>;
size_t Row(Person who);
bool Feminine(Person who);

std::string Subjective(Person who);
std::string Objective(Person who);

// Before these a word is elided: vowels and a mute h.
bool BeginsWithVowel(const std::string& word);

// le la l' les after a preposition: du, au, des, aux.
void AddArticle(const std::string& preposition, bool feminine, bool plural,
                const std::string& next, Words* words);

// Subjects or objects, joined by "et". In a negation "de" stands for the
// indefinite articles.
void AddPhrases(const std::vector<NounPhrase>& phrases,
                const std::string& preposition, bool negated,
                bool without_article, Words* words);

}  // namespace clearhead::models::french

#endif  // CLEARHEAD_SCRIPTS_MODELS_FRENCH_NOUN_H_
