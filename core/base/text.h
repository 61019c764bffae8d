// Sentences with numbers and names in them. One function joins them all, so
// that an error text costs a list of pieces and no code of its own.
#ifndef CLEARHEAD_CORE_BASE_TEXT_H_
#define CLEARHEAD_CORE_BASE_TEXT_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace clearhead {

// A word, a number or a list of whole numbers; refers to what it was made from.
class Piece {
 public:
  Piece() : kind_(Kind::kNothing) {}
  Piece(const char* text) : kind_(Kind::kLiteral), text_(text) {}
  Piece(const std::string_view& text) : kind_(Kind::kView), view_(&text) {}
  Piece(const std::string& text) : kind_(Kind::kString), string_(&text) {}
  template <std::signed_integral Integer>
  Piece(Integer number) : kind_(Kind::kInteger), integer_(number) {}
  template <std::unsigned_integral Integer>
  Piece(Integer number) : kind_(Kind::kWhole), whole_(number) {}
  // Neither a word nor a number.
  Piece(bool) = delete;
  Piece(char) = delete;
  Piece(double number) : kind_(Kind::kReal), real_(number) {}
  // Written as "[2, 3]".
  template <typename List>
  requires requires(const List& list) {
    { list.begin() } -> std::same_as<const int64_t*>;
  }
  Piece(const List& list)
      : kind_(Kind::kList), list_{list.begin(), list.end()} {}

  void AppendTo(std::string* text) const;

 private:
  enum class Kind {
    kNothing,
    kLiteral,
    kView,
    kString,
    kInteger,
    kWhole,
    kReal,
    kList
  };

  Kind kind_;
  union {
    const char* text_;
    const std::string_view* view_;
    const std::string* string_;
    int64_t integer_;
    uint64_t whole_;
    double real_;
    struct {
      const int64_t* begin;
      const int64_t* end;
    } list_;
  };
};

void ThereIsOnePlaceForEachPiece();  // nowhere defined: stops the compiler

// A sentence with `count` places for pieces, each written %. Counted by the
// compiler.
template <size_t count>
struct Form {
  consteval Form(const char* sentence) : text(sentence) {  // NOLINT: converts
    size_t places = 0;
    for (const char* at = sentence; *at != 0; ++at) places += *at == '%';
    if (places != count) ThereIsOnePlaceForEachPiece();
  }
  const char* text;
};

std::string TextWith(const char* form, const Piece* pieces);

// `form` with every % replaced by the next piece.
template <typename... Pieces>
[[gnu::always_inline]] inline std::string Text(Form<sizeof...(Pieces)> form,
                                               const Pieces&... pieces) {
  const Piece list[] = {pieces..., Piece()};
  return TextWith(form.text, list);
}

// Adds a name to a list of them: "a, b, c".
void AppendName(std::string_view name, std::string* names);

// A number for a message: integers as such, others with nine digits.
std::string ToString(double number);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_TEXT_H_
