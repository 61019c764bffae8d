#include "core/base/text.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace clearhead {
namespace {

TEST_CASE("integers are written as such", "[text]") {
  CHECK(ToString(0) == "0");
  CHECK(ToString(-0.0) == "0");
  CHECK(ToString(7) == "7");
  CHECK(ToString(-65536) == "-65536");
  CHECK(ToString(123456789012345) == "123456789012345");
}

TEST_CASE("other numbers have nine digits, rounded half away", "[text]") {
  CHECK(ToString(0.5) == "0.5");
  CHECK(ToString(-0.25) == "-0.25");
  CHECK(ToString(1.0 / 3) == "0.333333333");
  CHECK(ToString(2.0 / 3) == "0.666666667");
  CHECK(ToString(0.0001) == "0.0001");
  CHECK(ToString(0.00001) == "1e-5");
  CHECK(ToString(0.0000123456) == "1.23456e-5");
  CHECK(ToString(99999999.95) == "100000000");
  CHECK(ToString(123456789.5) == "123456790");
  CHECK(ToString(0.99999999949) == "0.999999999");
  CHECK(ToString(0.9999999996) == "1");
  CHECK(ToString(9.9999999996e-6) == "1e-5");
  CHECK(ToString(1e300) == "1e300");
  CHECK(ToString(-1.5e300) == "-1.5e300");
  CHECK(ToString(3.40282347e38) == "3.40282347e38");
}

TEST_CASE("the ends of the range are written", "[text]") {
  using Limits = std::numeric_limits<double>;
  CHECK(ToString(HUGE_VAL) == "infinity");
  CHECK(ToString(-HUGE_VAL) == "-infinity");
  CHECK(ToString(NAN) == "NaN");
  CHECK(ToString(Limits::max()) == "1.79769313e308");
  CHECK(ToString(Limits::min()) == "2.22507386e-308");
  CHECK(ToString(Limits::denorm_min()) == "4.94065646e-324");
}

TEST_CASE("a sentence holds words and numbers", "[text]") {
  CHECK(Text("% of % is %, % %", "a", int64_t{-7}, 0.5, std::string("b"),
             std::string_view("c")) == "a of -7 is 0.5, b c");
  CHECK(Text("%", std::numeric_limits<int64_t>::min()) ==
        "-9223372036854775808");
  CHECK(Text("%", std::numeric_limits<uint64_t>::max()) ==
        "18446744073709551615");
  CHECK(!std::is_constructible_v<Piece, bool>);
  CHECK(!std::is_constructible_v<Piece, char>);
}

TEST_CASE("a list of names has commas", "[text]") {
  std::string names;
  for (const char* name : {"q", "k", "v"}) AppendName(name, &names);
  CHECK(names == "q, k, v");
}

}  // namespace
}  // namespace clearhead
