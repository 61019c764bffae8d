#include "core/base/text.h"

#include <cmath>

#include "core/base/math.h"

namespace clearhead {
namespace {

constexpr int kDigits = 9;  // significant, of a number that is not whole

void AppendWhole(uint64_t number, std::string* text) {
  if (number >= 10) AppendWhole(number / 10, text);
  *text += static_cast<char>('0' + number % 10);
}

void AppendInteger(int64_t number, std::string* text) {
  if (number < 0) *text += '-';
  const auto magnitude = static_cast<uint64_t>(number);
  AppendWhole(number < 0 ? 0 - magnitude : magnitude, text);
}

// d.ddd with trailing zeros dropped, from the digits of a nine-digit integer.
void AppendMantissa(uint64_t digits, std::string* text) {
  std::string all;
  AppendWhole(digits, &all);
  while (all.size() > 1 && all.back() == '0') all.pop_back();
  *text += all[0];
  if (all.size() == 1) return;
  *text += '.';
  text->append(all, 1, std::string::npos);
}

}  // namespace

void Piece::AppendTo(std::string* text) const {
  switch (kind_) {
    case Kind::kNothing:
      break;
    case Kind::kLiteral:
      *text += text_;
      break;
    case Kind::kView:
      *text += *view_;
      break;
    case Kind::kString:
      *text += *string_;
      break;
    case Kind::kInteger:
      AppendInteger(integer_, text);
      break;
    case Kind::kWhole:
      AppendWhole(whole_, text);
      break;
    case Kind::kReal:
      *text += ToString(real_);
      break;
    case Kind::kList:
      *text += '[';
      for (const int64_t* item = list_.begin; item != list_.end; ++item) {
        if (item != list_.begin) *text += ", ";
        AppendInteger(*item, text);
      }
      *text += ']';
  }
}

std::string TextWith(const char* form, const Piece* pieces) {
  std::string text;
  for (; *form != 0; ++form) {
    if (*form == '%') {
      pieces++->AppendTo(&text);
    } else {
      text += *form;
    }
  }
  return text;
}

void AppendName(std::string_view name, std::string* names) {
  if (!names->empty()) *names += ", ";
  *names += name;
}

std::string ToString(double number) {
  if (std::isnan(number)) return "NaN";
  std::string text;
  if (number < 0) text = "-";
  number = std::abs(number);
  if (std::isinf(number)) return text + "infinity";
  if (number < 1e15 && number == std::trunc(number)) {
    AppendWhole(static_cast<uint64_t>(number), &text);
    return text;
  }
  int exponent = static_cast<int>(std::floor(Log(number) / Log(10)));
  // In two steps, since 10^shift may be more than a double holds.
  const int shift = kDigits - 1 - exponent;
  double scaled =
      std::round(number * Pow(10, shift / 2) * Pow(10, shift - shift / 2));
  if (scaled >= 1e9) {
    scaled /= 10;
    ++exponent;
  }
  const bool plain = exponent >= -4 && exponent < kDigits;
  if (!plain) {
    AppendMantissa(static_cast<uint64_t>(scaled), &text);
    text += "e";
    AppendInteger(exponent, &text);
    return text;
  }
  std::string digits;
  AppendWhole(static_cast<uint64_t>(scaled), &digits);
  if (exponent < 0) digits.insert(0, static_cast<size_t>(-exponent), '0');
  const size_t point = exponent < 0 ? 1 : static_cast<size_t>(exponent) + 1;
  digits.insert(point, 1, '.');
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return text + digits;
}

}  // namespace clearhead
