#include <catch2/catch.hpp>
#include <memory>
#include <string>

#include "core/io/safetensors.h"
#include "tests/core/io/safetensors_files.h"

namespace clearhead {
namespace {

using test::BytesOf;
using test::FileOf;
using test::OneTensor;

std::string ErrorOf(const std::string& file) {
  const auto opened = Safetensors::Open(BytesOf(file));
  return opened ? "" : opened.error().message;
}

void CheckFails(const std::string& file, const std::string& message) {
  INFO(file);
  const std::string error = ErrorOf(file);
  INFO(error);
  CHECK(error.find(message) != std::string::npos);
}

TEST_CASE("files that break the format say how", "[safetensors]") {
  CheckFails("", "0 bytes is too short");
  CheckFails(std::string(7, '\0'), "7 bytes is too short");
  CheckFails(std::string(8, '\xff'), "18446744073709551615 bytes, but only 0");
  CheckFails(std::string("\3\0\0\0\0\0\0\0{}", 10), "3 bytes, but only 2");
  CheckFails(FileOf(std::string(kMaxSafetensorsHeader + 1, ' '), ""),
             "allowed are 8388608");
  CheckFails(FileOf("", ""), "no JSON");
  CheckFails(FileOf("PK\3\4", ""), "no JSON");
  CheckFails(FileOf("[]", ""), "not an object of tensors");
  CheckFails(FileOf("{}", "x"), "end at byte 0 of 1");
  CheckFails(FileOf(R"({"x":3})", ""), "entry x of the header is not an");
  CheckFails(FileOf(R"({"x":{}})", ""), "tensor x has no dtype");
  CheckFails(FileOf(R"({"x":{"dtype":"U8","shape":[]}})", ""),
             "tensor x has no data_offsets");
  CheckFails(FileOf(R"({"x":{"dtype":"U8","size":1}})", ""),
             "has a member size; allowed are dtype, shape and data_offsets");
  CheckFails(FileOf(R"({"x":{"dtype":8}})", ""), "dtype of tensor x is not a");
  CheckFails(FileOf(R"({"x":{"shape":{}}})", ""), "shape of tensor x is not a");
  CheckFails(FileOf(R"({"x":{"shape":[],"shape":[]}})", ""), "x.shape twice");
  CheckFails(OneTensor("F8_E4M3", "[1]", "a"),
             "stored as F8_E4M3, which cannot be read; store it as one of F32, "
             "F16, BF16, F64, I64, I32, U8, BOOL");
}

TEST_CASE("shapes and offsets are checked", "[safetensors]") {
  for (const char* size : {"-1", "1.0", "1e0", "9223372036854775808"}) {
    CheckFails(OneTensor("U8", Text("[%]", size), "a"),
               Text("shape of tensor x holds %; allowed", size));
  }
  CheckFails(OneTensor("U8", "[[1]]", "a"), "holds no number");
  CheckFails(OneTensor("U8", "[\"1\"]", "a"), "shape of tensor x holds 1;");
  CheckFails(OneTensor("U8", "[1,1,1,1,1,1,1]", "a"), "more than 6 axes");
  CheckFails(OneTensor("U8", "[4294967296,4294967296]", ""), "is too large");
  CheckFails(OneTensor("U8", "[0,9223372036854775807,2]", ""), "is too large");
  CheckFails(OneTensor("F64", "[281474976710656]", ""),
             "needs 2251799813685248 bytes of F64, but its offsets are 0 and "
             "0");
  CheckFails(OneTensor("F32", "[2]", "1234"), "needs 8 bytes of F32");
  CheckFails(OneTensor("F32", "[]", "12345"), "needs 4 bytes of F32");

  const auto two = [](const std::string& a, const std::string& b,
                      const std::string& data) {
    return FileOf(Text(R"({"a":{"dtype":"U8","shape":[2],"data_offsets":%},)"
                       R"("b":{"dtype":"U8","shape":[2],"data_offsets":%}})",
                       a, b),
                  data);
  };
  CHECK(ErrorOf(two("[0,2]", "[2,4]", "abcd")).empty());
  CHECK(ErrorOf(two("[2,4]", "[0,2]", "abcd")).empty());
  CheckFails(two("[0,2]", "[1,3]", "abc"), "b begins at byte 1, but");
  CheckFails(two("[0,2]", "[0,2]", "ab"), "b begins at byte 0, but");
  CheckFails(two("[0,2]", "[3,5]", "abcde"), "b begins at byte 3, but");
  CheckFails(two("[1,3]", "[3,5]", "abcde"), "a begins at byte 1, but");
  CheckFails(two("[0,2]", "[2,4]", "abc"), "b ends at byte 4, but the file");
  CheckFails(two("[0,2]", "[2,4]", "abcde"), "end at byte 4 of 5");
  CheckFails(two("[0,2]", "[4,2]", "abcd"), "but its offsets are 4 and 2");
  CheckFails(two("[0]", "[2,4]", "abcd"), "offsets of tensor a holds 1 num");
  CheckFails(two("[0,2,2]", "[2,4]", "abcd"), "of tensor a holds 3 numbers");
  CheckFails(two("[-2,0]", "[2,4]", "abcd"), "of tensor a holds -2");
  CheckFails(two("[9223372036854775805,9223372036854775807]", "[0,2]", "ab"),
             "tensor a ");
}

TEST_CASE("names come once", "[safetensors]") {
  const std::string x =
      R"("x":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  CHECK(ErrorOf(FileOf("{" + x + "}", "")).empty());
  CheckFails(FileOf("{" + x + "," + x + "}", ""), "has x twice");
  CheckFails(FileOf(R"({"__metadata__":{"a":"1","a":"1"}})", ""),
             "has a twice");
  CheckFails(FileOf(R"({"__metadata__":{},"__metadata__":{}})", ""),
             "has __metadata__ twice");
  CheckFails(FileOf(R"({"__metadata__":{"a":1}})", ""), "a of __metadata__ is");
  CheckFails(FileOf(R"({"__metadata__":{"a":{"b":"c"}}})", ""), "a of __meta");
}

// Opens, and reads every cell where that succeeds.
bool Survives(const std::string& file) {
  const auto opened = Safetensors::Open(BytesOf(file));
  if (!opened) return !opened.error().message.empty();
  const auto budget = std::make_shared<Budget>(4096);
  for (const StoredTensor& tensor : opened->tensors()) {
    const auto read = opened->Read(tensor, budget);
    if (!read && read.error().message.empty()) return false;
  }
  return true;
}

TEST_CASE("a damaged file is answered", "[safetensors]") {
  test::Sample sample;
  const FileBytes written = sample.Write({{"a", "b"}});
  const std::string good(written.buffer.as<char>(), written.size);
  for (size_t size = 0; size < good.size(); ++size) {
    if (ErrorOf(good.substr(0, size)).empty()) FAIL("cut at " << size);
  }
  CHECK(!ErrorOf(good + " ").empty());
  for (size_t at = 0; at < good.size(); ++at) {
    std::string bad = good;
    for (const char byte : {'\0', '"', '{', ']', '9', '-', ' ', '\xff'}) {
      bad[at] = byte;
      if (!Survives(bad)) FAIL("byte " << at);
    }
    bad.erase(at, 1);
    if (!Survives(bad)) FAIL("without byte " << at);
  }
}

}  // namespace
}  // namespace clearhead
