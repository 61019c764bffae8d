#include "scripts/models/clause.h"

#include <algorithm>
#include <cstddef>

namespace clearhead::models {

Person AgreementOf(const std::vector<NounPhrase>& subjects) {
  if (subjects.size() == 1) return subjects[0].person;
  Person both{.person = 3, .plural = true, .gender = Gender::kFeminine};
  for (const NounPhrase& subject : subjects) {
    both.person = std::min(both.person, subject.person.person);
    if (subject.person.gender != Gender::kFeminine) {
      both.gender = Gender::kMasculine;
    }
  }
  return both;
}

void Add(const std::string& text, Words* words) {
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words->push_back(text.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace clearhead::models
