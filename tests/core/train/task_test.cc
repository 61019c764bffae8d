#include "core/train/task.h"

#include <map>
#include <set>

#include "core/base/hash.h"
#include "core/train/tasks/tasks.h"
#include "tests/support/tasks.h"

namespace clearhead {
namespace {

using namespace clearhead::test;

template <class T>
uint64_t HashOf(uint64_t hash, const std::vector<T>& values) {
  std::string bytes(reinterpret_cast<const char*>(values.data()),
                    values.size() * sizeof(T));
  return Hash(bytes + std::to_string(hash));
}

uint64_t HashOf(const std::vector<Example>& examples) {
  uint64_t hash = 0;
  for (const Example& example : examples) {
    hash = HashOf(hash, example.source);
    hash = HashOf(hash, example.target);
    hash = HashOf(hash, example.supervised);
    hash = HashOf(hash, example.reads);
  }
  return hash;
}

TEST_CASE("draws of every task are the same bits natively and in wasm",
          "[train]") {
  const std::map<std::string, uint64_t> expected = {
      {"copy", 0xd08d99a108110b93u},
      {"reverse", 0x1de5d13bc786c6b8u},
      {"sort", 0xe7fd9e5ac2cb2a76u},
      {"addition", 0x5c93ec84d30f3f44u},
      {"date", 0x631bf84da39431d1u},
      {"pinyin", 0x660553310130d4c8u},
      {"continuation", 0x494123df4932c09fu},
      {"span_corruption", 0x06693bcea1961b18u},
      {"cyclic_previous_token", 0xc969d2a1d02a0f83u},
      {"previous_token", 0x193ac9ff713156a0u},
      {"relations", 0xd4bc3720eae72c69u},
      {"fill_mask", 0x0626a6fc6d2c972au},
      {"grammar", 0xcadcfaba74e46fa7u},
      {"markov", 0x75b9def778f831c4u},
      {"induction", 0x11b652d31e01b50au},
  };
  CHECK(TaskKinds().size() == expected.size());
  for (const TaskKind* kind : TaskKinds()) {
    const Task task = Made(kind->schema.name);
    INFO(kind->schema.name);
    const uint64_t hash = HashOf(Drawn(task, 300));
    const auto found = expected.find(kind->schema.name);
    REQUIRE(found != expected.end());
    CHECK(hash == found->second);
    CHECK(HashOf(Drawn(task, 300)) == hash);
    CHECK(HashOf(Drawn(task, 300, 2)) != hash);
  }
}

// The least and the greatest value of every parameter that its cross checks
// allow beside the defaults of the others.
std::vector<TaskParameters> Extremes(const Schema& schema) {
  std::vector<TaskParameters> all = {{}};
  for (const AttributeSchema& parameter : schema.attributes) {
    if (parameter.words.size() > 0) {
      for (const char* word : parameter.words) {
        all.push_back({{parameter.name, word}});
      }
    } else if (parameter.type == AttributeType::kBoolean) {
      all.push_back({{parameter.name, false}});
    } else {
      all.push_back({{parameter.name, parameter.minimum}});
      all.push_back({{parameter.name, parameter.maximum}});
    }
  }
  return all;
}

TEST_CASE("examples keep to the vocabulary and the lengths of their task",
          "[train]") {
  for (const TaskKind* kind : TaskKinds()) {
    int made = 0;
    for (const TaskParameters& parameters : Extremes(kind->schema)) {
      const Result<Task> task = MakeTask(kind->schema.name, parameters);
      if (!task) continue;
      ++made;
      INFO(kind->schema.name
           << ", " << (parameters.empty() ? "" : parameters[0].first));
      const auto in_vocabulary = [&](const std::vector<int32_t>& ids) {
        for (const int32_t id : ids) {
          if (id < kMaskToken || id >= std::ssize(task->vocabulary)) {
            return false;
          }
        }
        return true;
      };
      for (const Example& example : Drawn(*task, 50)) {
        const auto places = std::ssize(example.target);
        REQUIRE(in_vocabulary(example.source));
        REQUIRE(in_vocabulary(example.target));
        REQUIRE(std::ssize(example.source) <= task->source_length);
        REQUIRE((places >= 1 && places <= task->target_length));
        REQUIRE((example.supervised.empty() ||
                 std::ssize(example.supervised) == places));
        REQUIRE(example.reads.size() % places == 0);
        const bool text = kind->form >= TaskForm::kSentence;
        REQUIRE(example.source.empty() == text);
        const auto& read = text ? example.target : example.source;
        for (const int32_t place : example.reads) {
          REQUIRE((place >= -1 && place < std::ssize(read)));
        }
      }
    }
    CHECK(made > 1);
  }
}

TEST_CASE("the vocabulary holds every string once", "[train]") {
  for (const TaskKind* kind : TaskKinds()) {
    const Task task = Made(kind->schema.name);
    INFO(kind->schema.name);
    REQUIRE(task.vocabulary.size() > 5);
    CHECK(task.vocabulary[kPadToken] == "[PAD]");
    CHECK(task.vocabulary[kBosToken] == "[BOS]");
    CHECK(task.vocabulary[kEosToken] == "[EOS]");
    CHECK(task.vocabulary[kMaskToken] == "[MASK]");
    const std::set<std::string> different(task.vocabulary.begin(),
                                          task.vocabulary.end());
    CHECK(different.size() == task.vocabulary.size());
  }
}

TEST_CASE("every parameter has a range, and the error names it", "[train]") {
  for (const TaskKind* kind : TaskKinds()) {
    const std::string name = kind->schema.name;
    for (const AttributeSchema& parameter : kind->schema.attributes) {
      INFO(name << " " << parameter.name);
      const bool word = parameter.type == AttributeType::kString;
      const std::vector<Attribute> wrong =
          word ? std::vector<Attribute>{"fr", "", 1}
               : std::vector<Attribute>{parameter.minimum - 1,
                                        parameter.maximum + 1, NAN, -INFINITY,
                                        "many"};
      for (const Attribute& value : wrong) {
        if (parameter.type == AttributeType::kBoolean &&
            value.kind == Attribute::Kind::kNumber) {
          continue;
        }
        const std::string error = TaskError(name, {{parameter.name, value}});
        CHECK(error.find(name + ": " + parameter.name) == 0);
      }
    }
    CHECK(TaskError(name, {{"no such parameter", 1}}) != "");
  }
  CHECK(TaskError("copy", {{"symbols", 27}}) ==
        "copy: symbols is 27; it may be from 2 to 26");
  CHECK(TaskError("copy", {{"symbols", 2.5}}) ==
        "copy: symbols is 2.5; give an integer");
  CHECK(TaskError("induction", {{"distinct", 0.5}}) ==
        "induction: distinct is 0.5; give true or false");
}

TEST_CASE("parameters have to fit one another", "[train]") {
  CHECK(TaskError("copy", {{"length_min", 9}}) ==
        "copy: length_min is 9; it may be at most length_max, 8");
  CHECK(TaskError("addition", {{"digits_min", 3}, {"digits_max", 2}}) ==
        "addition: digits_min is 3; it may be at most digits_max, 2");
  CHECK(TaskError("date", {{"year_min", 2050}}) ==
        "date: year_min is 2050; it may be at most year_max, 2049");
  CHECK(TaskError("induction", {{"block_min", 17}}) ==
        "induction: block_min is 17; it may be at most block_max, 16");
  CHECK(TaskError("induction", {{"length", 16}}) ==
        "induction: block_max is 16; it has to be below length, 16, for "
        "something to repeat");
  CHECK(TaskError("induction", {{"symbols", 15}}) ==
        "induction: block_max is 16; a block of distinct tokens has at most "
        "symbols, 15");
  CHECK(TaskError("induction", {{"symbols", 15}, {"distinct", false}}) == "");
}

TEST_CASE("an unknown task is told of those there are", "[train]") {
  CHECK(TaskError("multiplication") ==
        "there is no task 'multiplication'; there are copy, reverse, sort, "
        "addition, date, pinyin, continuation, span_corruption, "
        "cyclic_previous_token, previous_token, relations, fill_mask, grammar, "
        "markov, induction");
  CHECK(TaskError("") != "");
}

TEST_CASE("a task can be shown", "[train]") {
  const Task sum = Made("addition");
  CHECK(TextOf(sum, {7, 14, 8}, sum.source_joint) == "3+4");
  const Task copy = Made("copy");
  CHECK(TextOf(copy, {4, 5, kEosToken}, copy.target_joint) == "a b [EOS]");
  CHECK(TextOf(copy, {-100, 4, 1 << 30}, "") == "?a?");
  CHECK(TextOf(copy, {}, " ") == "");
  CHECK(std::string(NameOf(copy.form())) == "sequence");
  CHECK(std::string(NameOf(Made("markov").form())) == "window");
}

}  // namespace
}  // namespace clearhead
