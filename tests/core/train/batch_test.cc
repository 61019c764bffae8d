#include "core/train/batch.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "core/train/tasks/tasks.h"
#include "tests/support/tasks.h"

namespace clearhead {
namespace {

using namespace clearhead::test;
using Ids = std::vector<int32_t>;

Batch Made(TaskForm form, const std::vector<Example>& examples,
           bool shifted = true) {
  Result<Batch> batch = MakeBatch(form, examples, shifted);
  INFO((batch ? "" : batch.error().message));
  REQUIRE(batch);
  return *std::move(batch);
}

TEST_CASE("sequences are shifted right, ended and padded", "[train]") {
  const std::vector<Example> examples = {{.source = {4, 5, 6}, .target = {7}},
                                         {.source = {4}, .target = {8, 9}}};
  for (const TaskForm form : {TaskForm::kSequence, TaskForm::kSentence}) {
    const Batch batch = Made(form, examples);
    CHECK(batch.rows == 2);
    CHECK(batch.source_width == 3);
    CHECK(batch.source == Ids{4, 5, 6, 4, 0, 0});
    CHECK(batch.source_lengths == Ids{3, 1});
    CHECK(batch.target_width == 3);
    CHECK(batch.input == Ids{1, 7, 0, 1, 8, 9});
    CHECK(batch.labels == Ids{7, 2, kIgnoreLabel, 8, 9, 2});
    CHECK(batch.target_lengths == Ids{2, 3});
    CHECK(batch.supervised == 5);
    CHECK(batch.tokens() == 3 + 1 + 2 + 3);
    // Without the shift the decoder reads what it is asked for.
    const Batch leaking = Made(form, examples, false);
    CHECK(leaking.input == Ids{7, 2, 0, 8, 9, 2});
    CHECK(leaking.labels == batch.labels);
  }
}

TEST_CASE("labels stand beside the source", "[train]") {
  const Batch batch = Made(
      TaskForm::kLabels,
      {{.source = {4, 5}, .target = {6, 7}},
       {.source = {4, 3, 5}, .target = {4, 8, 5}, .supervised = {0, 1, 0}}});
  CHECK(batch.source == Ids{4, 5, 0, 4, 3, 5});
  CHECK(batch.input.empty());
  CHECK(batch.labels == Ids{6, 7, kIgnoreLabel, kIgnoreLabel, 8, kIgnoreLabel});
  CHECK(batch.target_width == batch.source_width);
  CHECK(batch.supervised == 3);
  CHECK(batch.tokens() == 2 + 3);
}

TEST_CASE("windows ask for the next token without ends", "[train]") {
  const std::vector<Example> examples = {
      {.source = {}, .target = {4, 5, 6}, .supervised = {0, 0, 1}},
      {.source = {}, .target = {7, 8}}};
  const Batch batch = Made(TaskForm::kWindow, examples);
  CHECK(batch.source_width == 0);
  CHECK(batch.source.empty());
  CHECK(batch.source_lengths == Ids{0, 0});
  CHECK(batch.input == Ids{4, 5, 7, 0});
  CHECK(batch.labels == Ids{kIgnoreLabel, 6, 8, kIgnoreLabel});
  CHECK(batch.target_lengths == Ids{2, 1});
  CHECK(batch.supervised == 2);
  CHECK(Made(TaskForm::kWindow, examples, false).input == Ids{5, 6, 8, 0});
}

TEST_CASE("a batch that cannot be made says why", "[train]") {
  const auto error = [](TaskForm form, const std::vector<Example>& examples) {
    const Result<Batch> batch = MakeBatch(form, examples);
    return batch ? "" : batch.error().message;
  };
  CHECK(error(TaskForm::kSequence, {}) == "batch: size is 0; it may be 1…4096");
  CHECK(error(TaskForm::kSequence, std::vector<Example>(4097)) != "");
  CHECK(error(TaskForm::kSequence, {{}}) == "");  // BOS → EOS
  CHECK(error(TaskForm::kLabels, {{}}) == "");
  CHECK(error(TaskForm::kWindow, {{.source = {}, .target = {4}}}) ==
        "batch: a window of 1 tokens has no next one; give 2 or more");
  CHECK(error(TaskForm::kWindow, {{}}) != "");
  CHECK(error(TaskForm::kLabels, {{.source = {4, 5}, .target = {6}}}) ==
        "batch: an example has 1 labels for 2 tokens; give one each");
  CHECK(error(TaskForm::kSentence,
              {{.source = {}, .target = {4, 5}, .supervised = {1}}}) ==
        "batch: an example has 1 marks of what is asked for 2 places");
  // One long example among many short ones.
  std::vector<Example> examples(4096);
  examples[7].source.resize(2000);
  CHECK(error(TaskForm::kSequence, examples) ==
        "batch: longest example is 2000; it may be 0…1024");
}

// What an example says, in words of the test's own.
std::string SaidBy(const Task& task, const Example& example) {
  if (!example.text.empty()) return TextOf(task, example.text, "|");
  if (task.form() == TaskForm::kLabels)
    return TextOf(task, example.target, "|");
  Ids all = example.source;
  all.insert(all.end(), example.target.begin(), example.target.end());
  return TextOf(task, all, "|");
}

TEST_CASE("what is held out is never trained on", "[train]") {
  for (const TaskKind* kind : TaskKinds()) {
    const Task task = test::Made(kind->schema.name);
    INFO(kind->schema.name);
    std::set<std::string> contents[2];
    for (const Side side : {Side::kTraining, Side::kHeldOut}) {
      const auto drawn = DrawExamples(task, side, 5, 500);
      REQUIRE(drawn);
      CHECK(drawn->size() == 500);
      for (const Example& example : *drawn) {
        contents[static_cast<int>(side)].insert(SaidBy(task, example));
      }
    }
    for (const std::string& content : contents[1]) {
      REQUIRE(contents[0].count(content) == 0);
    }
    int held_out = 0;
    for (const Example& example : Drawn(task, 3000, 9)) {
      held_out += SideOf(task, example) == Side::kHeldOut;
    }
    CHECK(held_out > 50);
    CHECK(held_out < 900);
  }
}

TEST_CASE("the share of what is held out is a tenth", "[train]") {
  const Task task = test::Made("copy", {{"length_min", 8}});
  int held_out = 0;
  for (const Example& example : Drawn(task, 10000)) {
    held_out += SideOf(task, example) == Side::kHeldOut;
  }
  CHECK(held_out == Approx(1000).margin(150));
}

TEST_CASE("a sentence is on one side however it is asked", "[train]") {
  const Task masked = test::Made("fill_mask");
  const Task cut = test::Made("continuation");
  const Task whole = test::Made("grammar");
  for (const Example& example : Drawn(whole, 200)) {
    const Side side = SideOf(whole, example);
    const size_t half = example.target.size() / 2;
    const auto middle = example.target.begin() + static_cast<ptrdiff_t>(half);
    CHECK(SideOf(cut, {.source = {example.target.begin(), middle},
                       .target = {middle, example.target.end()}}) == side);
    CHECK(SideOf(masked, {.source = Ids(example.target.size(), kMaskToken),
                          .target = example.target}) == side);
  }
}

TEST_CASE("a task with two examples cannot hold one out by luck", "[train]") {
  const Task task = test::Made(
      "copy", {{"symbols", 2}, {"length_min", 1}, {"length_max", 1}});
  std::set<Side> sides;
  for (const Example& example : Drawn(task, 50)) {
    sides.insert(SideOf(task, example));
  }
  for (const Side side : {Side::kTraining, Side::kHeldOut}) {
    Random random(1);
    const Result<Example> drawn = DrawOn(task, side, &random);
    CHECK(drawn.has_value() == (sides.count(side) > 0));
    if (!drawn) {
      CHECK(drawn.error().message ==
            "copy: too few different examples to hold some out; allow more "
            "symbols or greater lengths");
    }
  }
  CHECK(sides.size() == 1);
}

TEST_CASE("a batch is drawn by seed and step alone", "[train]") {
  const Task task = test::Made("reverse");
  const auto labels = [&](Side side, uint64_t seed, int64_t step) {
    Result<Batch> batch = DrawBatch(task, side, seed, step, 16);
    REQUIRE(batch);
    CHECK(batch->rows == 16);
    return batch->labels;
  };
  const Ids first = labels(Side::kTraining, 1, 7);
  CHECK(labels(Side::kTraining, 1, 7) == first);
  CHECK(labels(Side::kTraining, 1, 8) != first);
  CHECK(labels(Side::kTraining, 2, 7) != first);
  CHECK(labels(Side::kHeldOut, 1, 7) != first);
  CHECK(!DrawBatch(task, Side::kTraining, 1, -1, 16));
  CHECK(!DrawBatch(task, Side::kTraining, 1, 0, 0));
  CHECK(!DrawBatch(task, Side::kTraining, 1, 0, 5000));
  CHECK(DrawBatch(task, Side::kTraining, 1, INT64_MAX, 1));
  CHECK(!DrawExamples(task, Side::kTraining, 1, -1));
  CHECK(!DrawExamples(task, Side::kTraining, 1, INT64_MAX));
  CHECK(DrawExamples(task, Side::kTraining, 1, 0)->empty());
}

TEST_CASE("every epoch goes through a fixed set once, in its own order",
          "[train]") {
  Result<BatchOrder> order = BatchOrder::Create(10, 4, 1);
  REQUIRE(order);
  CHECK(order->batches_per_epoch() == 3);
  std::vector<Ids> epochs(3);
  for (int step = 0; step < 9; ++step) {
    const auto batch = order->At(step);
    CHECK(batch.size() == (step % 3 == 2 ? 2 : 4));
    Ids& epoch = epochs[step / 3];
    epoch.insert(epoch.end(), batch.begin(), batch.end());
  }
  for (const Ids& epoch : epochs) {
    Ids sorted = epoch;
    std::sort(sorted.begin(), sorted.end());
    Ids all(10);
    std::iota(all.begin(), all.end(), 0);
    CHECK(sorted == all);
  }
  CHECK(epochs[0] != epochs[1]);
  CHECK(epochs[1] != epochs[2]);
  // A resumed run meets the same batch.
  BatchOrder resumed = *BatchOrder::Create(10, 4, 1);
  const auto batch = resumed.At(4);
  CHECK(std::equal(batch.begin(), batch.end(), epochs[1].begin() + 4));
  CHECK(BatchOrder::Create(3, 100, 1)->batches_per_epoch() == 1);
  CHECK(BatchOrder().At(5).empty());
  CHECK(resumed.At(-1).empty());
  CHECK(resumed.At(INT64_MAX).size() > 0);
  CHECK(!BatchOrder::Create(0, 4, 1));
  CHECK(!BatchOrder::Create(INT64_MAX, 4, 1));
  CHECK(!BatchOrder::Create(10, 0, 1));
}

}  // namespace
}  // namespace clearhead
