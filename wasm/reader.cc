#include "wasm/reader.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/text.h"

namespace clearhead::js {
namespace {

constexpr double kMaxInteger = 9007199254740992;  // 2^53
constexpr size_t kMaxShown = 60;                  // bytes of a word

// `"word"` for a message, cut between characters where it is long.
std::string Quoted(const std::string& word) {
  size_t end = std::min(word.size(), kMaxShown);
  while (end < word.size() && (word[end] & 0xc0) == 0x80) --end;
  return Text("\"%%\"", std::string_view(word).substr(0, end),
              end < word.size() ? "…" : "");
}

}  // namespace

void Reader::Fail(ErrorCode code, std::string message) {
  if (status_) status_ = clearhead::Fail(code, std::move(message));
}

void Reader::Damaged() {
  Fail(ErrorCode::kArgument,
       clearhead::Text("the message to the core is damaged at byte %", at_));
}

Tag Reader::Next() const {
  return at_ < message_.bytes() ? message_.as<Tag>()[at_] : Tag{};
}

bool Reader::Take(Tag tag, size_t bytes) {
  if (status_ && Next() == tag && message_.bytes() - at_ > bytes) {
    ++at_;
    return true;
  }
  Damaged();
  return false;
}

uint64_t Reader::Whole(size_t bytes) {
  uint64_t whole = 0;
  while (bytes-- > 0) whole = whole << 8 | message_.as<uint8_t>()[at_++];
  return whole;
}

bool Reader::Nil() { return Next() == Tag::kNil && Take(Tag::kNil, 0); }

bool Reader::Flag() {
  const bool flag = Next() == Tag::kTrue;
  Take(flag ? Tag::kTrue : Tag::kFalse, 0);
  return flag;
}

double Reader::Number() {
  double number = 0;
  if (Take(Tag::kNumber, 8)) {
    const uint64_t bits = Whole(8);
    std::memcpy(&number, &bits, sizeof(bits));
  }
  return number;
}

int64_t Reader::Integer() {
  const double number = Number();
  if (std::abs(number) <= kMaxInteger && std::trunc(number) == number) {
    return static_cast<int64_t>(number);
  }
  Damaged();
  return 0;
}

std::string Reader::Text() {
  const size_t size = Count(Tag::kText, message_.bytes());
  at_ += size;
  return {message_.as<char>() + at_ - size, size};
}

size_t Reader::Count(Tag tag, size_t limit) {
  if (!Take(tag, 4)) return 0;
  const auto count = static_cast<size_t>(Whole(4));
  if (count <= std::min(limit, message_.bytes() - at_)) return count;
  Damaged();
  return 0;
}

std::vector<double> Reader::Numbers() {
  std::vector<double> numbers(List());
  for (double& number : numbers) number = Number();
  return numbers;
}

std::vector<int64_t> Reader::Integers() {
  std::vector<int64_t> integers(List());
  for (int64_t& integer : integers) integer = Integer();
  return integers;
}

std::vector<std::string> Reader::Words() {
  std::vector<std::string> words(List());
  for (std::string& word : words) word = Text();
  return words;
}

Dims Reader::Sizes() {
  Dims dims;
  const size_t rank = List();
  for (size_t axis = 0; axis < rank && status_; ++axis) {
    const int64_t size = Integer();
    if (axis == kMaxRank || size < 0) {
      Damaged();
    } else {
      dims.push_back(size);
    }
  }
  return dims;
}

TensorView Reader::Cells() {
  TensorView view;
  if (!Take(Tag::kCells, 13)) return view;
  const uint64_t length = Whole(4);
  view.type = static_cast<DataType>(Whole(1));
  const uintptr_t offset = static_cast<uintptr_t>(Whole(4)) -
                           reinterpret_cast<uintptr_t>(message_.as<void>());
  const auto count = static_cast<size_t>(Whole(4));
  if (length != kCellsPayload || view.type > DataType::kUint8 ||
      offset % kBufferAlignment != 0 || offset > message_.bytes() ||
      count > (message_.bytes() - offset) / SizeOf(view.type)) {
    Damaged();
    return view;
  }
  holds_cells_ = true;
  view.data = message_.as<std::byte>() + offset;
  view.shape = {static_cast<int64_t>(count)};
  return view;
}

TensorView Reader::Tensor() {
  if (List() != 2) Damaged();
  const Shape shape = Sizes();
  TensorView view = Cells();
  double cells = 1;  // may be larger than any integer
  for (const int64_t size : shape) cells *= static_cast<double>(size);
  if (view.present() && cells != static_cast<double>(view.shape[0])) Damaged();
  view.shape = shape;
  return view;
}

Attribute Reader::Setting() {
  switch (Next()) {
    case Tag::kNil:
      Nil();
      return {};
    case Tag::kText:
      return Text();
    case Tag::kList:
      return Integers();
    case Tag::kNumber:
      return Number();
    default:
      return Flag();
  }
}

int Reader::Choice(const std::string& what, int count,
                   const char* (*name)(int)) {
  const std::string word = Text();
  std::string allowed;
  for (int i = 0; i < count; ++i) {
    if (word == name(i)) return i;
    AppendName(name(i), &allowed);
  }
  Fail(ErrorCode::kUnknown,
       clearhead::Text("% is %; it may be %", what, Quoted(word), allowed));
  return 0;
}

Status Reader::Done() {
  if (!holds_cells_) message_ = Buffer();
  return status_;
}

}  // namespace clearhead::js
