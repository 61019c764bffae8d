#include "scripts/models/options.h"

#include <catch2/catch.hpp>
#include <vector>

#include "scripts/models/check.h"

namespace clearhead::models {
namespace {

constexpr Option kTable[] = {
    {"out", "here", "a file"},
    {"steps", "40", "of training", Option::Kind::kWhole, 1, 1000},
    {"rate", "3e-3", "of learning", Option::Kind::kNumber, 0, 10}};

std::string ErrorOf(const std::vector<const char*>& arguments) {
  const auto options = Options::Parse(kTable, arguments);
  return options ? "" : options.error().message;
}

TEST_CASE("options come from the command line or the table", "[options]") {
  const std::vector<const char*> arguments = {"--steps", "7",       "--out",
                                              "there",   "--steps", "8"};
  const auto options = Options::Parse(kTable, arguments);
  REQUIRE(options);
  CHECK(options->Text("out") == "there");
  CHECK(options->Whole("steps") == 8);
  CHECK(options->Number("rate") == 3e-3);
  CHECK(HelpOf(kTable) ==
        "  --out        a file (here)\n"
        "  --steps      of training (40)\n"
        "  --rate       of learning (3e-3)\n");
}

TEST_CASE("options that are wrong say why", "[options]") {
  for (const char* name : {"-s", "s", "", "--", "-steps", "--step", "steps"}) {
    CHECK(ErrorOf({name, "1"}).find("there is no option") == 0);
  }
  CHECK(ErrorOf({"--rate", "1", "--steps"}) ==
        "--steps has no value; give one behind it");
  for (const char* text : {"abc", "", "1x", "1.5"}) {
    CHECK(ErrorOf({"--steps", text}).find("give a whole number") !=
          std::string::npos);
  }
  CHECK(ErrorOf({"--steps", "0"}) == "--steps is 0; it may be 1…1000");
  for (const char* text : {"-1", "11", "inf", "nan"}) {
    CHECK(ErrorOf({"--rate", text}).find("it may be 0…10") !=
          std::string::npos);
  }
}

TEST_CASE("a sample is spread over all", "[options]") {
  std::vector<Example> examples(10);
  for (int32_t i = 0; i < 10; ++i) examples[i].source = {i};
  const std::vector<Example> sample = Sample(examples, 4);
  REQUIRE(sample.size() == 4);
  const int32_t places[] = {0, 2, 5, 7};
  for (size_t i = 0; i < 4; ++i) CHECK(sample[i].source[0] == places[i]);
  CHECK(Sample(examples, 20).size() == 10);
  CHECK(Sample(examples, 0).empty());
  CHECK(Sample({}, 3).empty());
}

}  // namespace
}  // namespace clearhead::models
