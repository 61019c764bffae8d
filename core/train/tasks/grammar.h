// A context-free grammar from which sentences are drawn.
#ifndef CLEARHEAD_CORE_TRAIN_TASKS_GRAMMAR_H_
#define CLEARHEAD_CORE_TRAIN_TASKS_GRAMMAR_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"

namespace clearhead {

class Grammar {
 public:
  Grammar() = default;
  // A line for every symbol, which begins with a capital letter, the start
  // first: "Symbol: words or symbols | words or symbols …". The first way to
  // write a symbol does not lead back to it.
  explicit Grammar(std::string_view rules);

  // In the order in which the rules name them.
  const std::vector<std::string>& words() const { return words_; }

  // A sentence as numbers of words. Every way is as likely; below `height`
  // levels of symbols the first is taken.
  std::vector<int32_t> Draw(int height, Random* random) const;

 private:
  // Numbers of words, and ~number for symbols.
  using Way = std::vector<int32_t>;

  void Write(size_t symbol, int height, Random* random,
             std::vector<int32_t>* sentence) const;

  std::vector<std::string> words_;
  std::vector<std::vector<Way>> symbols_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_TASKS_GRAMMAR_H_
