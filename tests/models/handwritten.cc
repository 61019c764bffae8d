#include "tests/models/handwritten.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

namespace clearhead::models {

std::vector<Handwritten> ReadHandwritten() {
  std::ifstream file(CLEARHEAD_SOURCE "/tests/models/handwritten.tsv");
  REQUIRE(file.is_open());
  std::vector<Handwritten> sentences;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream columns(line);
    std::string language;
    Handwritten one;
    std::getline(columns, language, '\t');
    std::getline(columns, one.source, '\t');
    std::getline(columns, one.target, '\t');
    one.pair = language == "fr"   ? Pair::kFrenchEnglish
               : language == "zh" ? Pair::kChineseEnglish
                                  : Pair::kEnglishGerman;
    sentences.push_back(one);
  }
  REQUIRE_FALSE(sentences.empty());
  return sentences;
}

}  // namespace clearhead::models
