#include "core/train/batch.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/hash.h"
#include "core/model/token_rows.h"

namespace clearhead {
namespace {

constexpr int64_t kMaxCells = int64_t{1} << 22;     // of a batch's array
constexpr int64_t kMaxExamples = int64_t{1} << 16;  // of a drawn set
constexpr int64_t kMaxItems = int64_t{1} << 24;     // of a fixed set
constexpr int kTries = 1000;  // nine of ten are trained on: 10^-45 to miss

// Spreads the bits of a hash (Steele et al. 2014, SplitMix64's last step).
uint64_t Mixed(uint64_t hash) {
  hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
  return hash ^ hash >> 31;
}

uint64_t HashOf(const std::vector<int32_t>& ids) {
  return Hash({reinterpret_cast<const char*>(ids.data()),
               ids.size() * sizeof(int32_t)});
}

Status CheckRange(const char* name, int64_t value, int64_t least,
                  int64_t most) {
  if (value >= least && value <= most) return {};
  return Fail(ErrorCode::kRange, "batch: % is %; it may be %…%", name, value,
              least, most);
}

// A row of the batch.
struct Row {
  std::vector<int32_t> input;
  std::vector<int32_t> labels;
};

Row RowOf(TaskForm form, const Example& example, bool shifted) {
  Row row;
  row.labels = example.target;
  row.input = example.target;
  const auto mark = [&](size_t place, bool asked) {
    if (!asked) row.labels[place] = kIgnoreLabel;
  };
  for (size_t i = 0; i < example.supervised.size(); ++i) {
    mark(i, example.supervised[i] != 0);
  }
  switch (form) {
    case TaskForm::kLabels:
      row.input.clear();
      break;
    case TaskForm::kWindow:
      row.labels.erase(row.labels.begin());
      row.input.erase(shifted ? row.input.end() - 1 : row.input.begin());
      break;
    default:
      row.labels.push_back(kEosToken);
      row.input.insert(shifted ? row.input.begin() : row.input.end(),
                       shifted ? kBosToken : kEosToken);
  }
  return row;
}

// What RowOf and the arrays rely on.
Status CheckExample(TaskForm form, const Example& example) {
  const size_t places = example.target.size();
  if (!example.supervised.empty() && example.supervised.size() != places) {
    return Fail(ErrorCode::kShape,
                "batch: an example has % marks of what is asked for % places",
                example.supervised.size(), places);
  }
  if (form == TaskForm::kLabels && example.source.size() != places) {
    return Fail(ErrorCode::kShape,
                "batch: an example has % labels for % tokens; give one each",
                places, example.source.size());
  }
  if (form == TaskForm::kWindow && places < 2) {
    return Fail(ErrorCode::kShape,
                "batch: a window of % tokens has no next one; give 2 or more",
                places);
  }
  return {};
}

}  // namespace

std::vector<int32_t> ContentOf(const Task& task, const Example& example) {
  if (!example.text.empty()) return example.text;
  std::vector<int32_t> content;
  // The labels say what the source says, and a masked source does not.
  if (task.form() != TaskForm::kLabels) content = example.source;
  for (const int32_t id : example.target) content.push_back(id);
  return content;
}

int64_t Batch::tokens() const {
  const auto sum = [](const std::vector<int32_t>& lengths) {
    return std::accumulate(lengths.begin(), lengths.end(), int64_t{0});
  };
  return sum(source_lengths) + (input.empty() ? 0 : sum(target_lengths));
}

Side SideOf(const Task& task, const Example& example) {
  const uint64_t hash = Mixed(HashOf(ContentOf(task, example)));
  const double place = static_cast<double>(hash >> 11);
  return place < kHeldOutShare * 0x1p53 ? Side::kHeldOut : Side::kTraining;
}

Result<Example> DrawOn(const Task& task, Side side, Random* random) {
  for (int i = 0; i < kTries; ++i) {
    Example example = Draw(task, random);
    if (SideOf(task, example) == side) return example;
  }
  return Fail(ErrorCode::kRange,
              "%: too few different examples to hold some out; allow more "
              "symbols or greater lengths",
              task.schema().name);
}

Result<std::vector<Example>> DrawExamples(const Task& task, Side side,
                                          uint64_t seed, int64_t count) {
  CH_RETURN_IF_ERROR(CheckRange("count", count, 0, kMaxExamples));
  Random random(seed, static_cast<uint64_t>(side));
  std::vector<Example> examples;
  for (int64_t i = 0; i < count; ++i) {
    CH_ASSIGN_OR_RETURN(Example example, DrawOn(task, side, &random));
    examples.push_back(std::move(example));
  }
  return examples;
}

Result<Batch> MakeBatch(TaskForm form, std::span<const Example> examples,
                        bool shifted) {
  CH_RETURN_IF_ERROR(
      CheckRange("size", static_cast<int64_t>(examples.size()), 1, kMaxBatch));
  Batch batch;
  batch.rows = static_cast<int64_t>(examples.size());
  TokenRows sources, inputs, labels;
  for (const Example& example : examples) {
    CH_RETURN_IF_ERROR(CheckExample(form, example));
    Row row = RowOf(form, example, shifted);
    for (const int32_t label : row.labels) {
      batch.supervised += label != kIgnoreLabel;
    }
    sources.push_back(example.source);
    inputs.push_back(std::move(row.input));
    labels.push_back(std::move(row.labels));
  }
  batch.source_width = WidthOf(sources);
  batch.target_width = WidthOf(labels);
  const int64_t widest = std::max(batch.source_width, batch.target_width);
  CH_RETURN_IF_ERROR(
      CheckRange("longest example", widest, 0, kMaxCells / batch.rows));
  batch.source = Padded(sources, kPadToken);
  batch.source_lengths = LengthsOf(sources);
  batch.input = Padded(inputs, kPadToken);
  batch.labels = Padded(labels, kIgnoreLabel);
  batch.target_lengths = LengthsOf(labels);
  return batch;
}

Result<Batch> DrawBatch(const Task& task, Side side, uint64_t seed,
                        int64_t step, int64_t size, bool shifted) {
  CH_RETURN_IF_ERROR(CheckRange("step", step, 0, INT64_MAX));
  CH_RETURN_IF_ERROR(CheckRange("size", size, 1, kMaxBatch));
  Random random(seed,
                static_cast<uint64_t>(step) << 1 | static_cast<uint64_t>(side));
  std::vector<Example> examples;
  for (int64_t i = 0; i < size; ++i) {
    CH_ASSIGN_OR_RETURN(Example example, DrawOn(task, side, &random));
    examples.push_back(std::move(example));
  }
  return MakeBatch(task.form(), examples, shifted);
}

Result<BatchOrder> BatchOrder::Create(int64_t count, int64_t size,
                                      uint64_t seed) {
  CH_RETURN_IF_ERROR(CheckRange("count", count, 1, kMaxItems));
  CH_RETURN_IF_ERROR(CheckRange("size", size, 1, kMaxItems));
  BatchOrder made;
  made.size_ = size;
  made.seed_ = seed;
  made.order_.resize(static_cast<size_t>(count));
  return made;
}

int64_t BatchOrder::batches_per_epoch() const {
  return (static_cast<int64_t>(order_.size()) + size_ - 1) / size_;
}

std::span<const int32_t> BatchOrder::At(int64_t step) {
  if (order_.empty() || step < 0) return {};
  const int64_t epoch = step / batches_per_epoch();
  if (epoch != epoch_) {
    epoch_ = epoch;
    std::iota(order_.begin(), order_.end(), 0);
    Random(seed_, static_cast<uint64_t>(epoch)).Shuffle(order_);
  }
  const auto start = static_cast<size_t>(step % batches_per_epoch() * size_);
  const size_t count =
      std::min(static_cast<size_t>(size_), order_.size() - start);
  return std::span<const int32_t>(order_).subspan(start, count);
}

}  // namespace clearhead
