// Sentences made of pieces. One function joins them all, so that an error text
// costs a list of pointers and no code of its own.
#ifndef CLEARHEAD_CORE_BASE_TEXT_H_
#define CLEARHEAD_CORE_BASE_TEXT_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace clearhead {

// A word or a whole number; refers to what it was made from.
class Piece {
 public:
  Piece(const char* text) : text_(text), size_(std::string_view(text).size()) {}
  Piece(std::string_view text) : text_(text.data()), size_(text.size()) {}
  Piece(const std::string& text) : text_(text.data()), size_(text.size()) {}
  template <typename Integer>
  requires std::is_integral_v<Integer> Piece(Integer number)
      : number_(static_cast<int64_t>(number)) {}

  void AppendTo(std::string* text) const;

 private:
  const char* text_ = nullptr;
  size_t size_ = 0;
  int64_t number_ = 0;
};

std::string Text(std::initializer_list<Piece> pieces);

// A number for a message: integers as such, others with nine digits.
std::string ToString(double number);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_TEXT_H_
