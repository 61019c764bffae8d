#include "core/train/tasks/grammar.h"

#include <algorithm>

#include "core/base/check.h"

namespace clearhead {
namespace {

// What stands before the first of `mark`; `text` goes on after it.
std::string_view Take(char mark, std::string_view* text) {
  const size_t end = std::min(text->find(mark), text->size());
  const std::string_view taken = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return taken;
}

// Its number in the list, at whose end it is put where it is new.
int32_t NumberOf(std::string_view name, std::vector<std::string>* names) {
  const auto found = std::find(names->begin(), names->end(), name);
  const auto number = static_cast<int32_t>(found - names->begin());
  if (found == names->end()) names->emplace_back(name);
  return number;
}

}  // namespace

Grammar::Grammar(std::string_view rules) {
  std::vector<std::string> names;
  while (!rules.empty()) {
    std::string_view line = Take('\n', &rules);
    const auto symbol = static_cast<size_t>(NumberOf(Take(':', &line), &names));
    symbols_.resize(std::max(symbols_.size(), symbol + 1));
    symbols_[symbol].emplace_back();
    while (!line.empty()) {
      const std::string_view part = Take(' ', &line);
      Way& way = symbols_[symbol].back();
      if (part == "|") {
        symbols_[symbol].emplace_back();
      } else if (!part.empty() && part[0] >= 'A' && part[0] <= 'Z') {
        way.push_back(~NumberOf(part, &names));
      } else if (!part.empty()) {
        way.push_back(NumberOf(part, &words_));
      }
    }
  }
  CH_CHECK(symbols_.size() == names.size(), "every symbol has a line");
}

std::vector<int32_t> Grammar::Draw(int height, Random* random) const {
  std::vector<int32_t> sentence;
  if (!symbols_.empty()) Write(0, height, random, &sentence);
  return sentence;
}

void Grammar::Write(size_t symbol, int height, Random* random,
                    std::vector<int32_t>* sentence) const {
  const std::vector<Way>& ways = symbols_[symbol];
  const size_t chosen =
      height > 0 ? random->Integer(static_cast<uint32_t>(ways.size())) : 0;
  for (const int32_t part : ways[chosen]) {
    if (part >= 0) {
      sentence->push_back(part);
    } else {
      Write(static_cast<size_t>(~part), height - 1, random, sentence);
    }
  }
}

}  // namespace clearhead
