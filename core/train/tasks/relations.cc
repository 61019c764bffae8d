// relations: every place is to name the token before it and the one after it
// with one label. What one head reads is one average of tokens, which does not
// tell which of two came first; two heads read one each.
#include "core/train/tasks/relations.h"

#include "core/train/tasks/tasks.h"

namespace clearhead {
namespace {

// After the letters the vocabulary has all pairs: aa, ab …
Status Prepare(Task* task) {
  CH_RETURN_IF_ERROR(CheckOrder(*task, kLengthMin, kLengthMax));
  const int64_t symbols = Parameter(*task, kSymbols);
  AddLetters(symbols, task);
  for (int64_t a = 0; a < symbols; ++a) {
    for (int64_t b = 0; b < symbols; ++b) {
      AddWord(task->vocabulary[kFirstSymbol + a] +
                  task->vocabulary[kFirstSymbol + b],
              task);
    }
  }
  task->source_length = task->target_length = Parameter(*task, kLengthMax);
  return {};
}

void DrawRelations(const Task& task, Random* random, Example* example) {
  const auto symbols = static_cast<int32_t>(Parameter(task, kSymbols));
  const auto length = static_cast<int32_t>(DrawBetween(
      Parameter(task, kLengthMin), Parameter(task, kLengthMax), random));
  example->source = DrawSymbols(length, symbols, random);
  for (int32_t i = 0; i < length; ++i) {
    const int32_t before = (i + length - 1) % length;
    const int32_t after = (i + 1) % length;
    example->reads.push_back(before);
    example->reads.push_back(after);
    const int32_t a = example->source[before] - kFirstSymbol;
    const int32_t b = example->source[after] - kFirstSymbol;
    example->target.push_back(kFirstSymbol + symbols + a * symbols + b);
  }
}

}  // namespace

const TaskKind& RelationsTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "relations",
                 .summary = "a b c → cb ac ba: every place names both its "
                            "neighbours, in a circle.",
                 .attributes = {WholeSetting("symbols", 4, 2, 8,
                                             "How many letters there are."),
                                WholeSetting("length_min", 8, 3, kMostTokens,
                                             "The fewest tokens of a source."),
                                WholeSetting("length_max", 8, 3, kMostTokens,
                                             "The most tokens of a source.")}},
      .form = TaskForm::kLabels,
      .prepare = Prepare,
      .draw = DrawRelations};
  return kind;
}

Result<Neighbours> DrawNeighbours(int64_t batch, int64_t places, int64_t width,
                                  Random* random) {
  const struct {
    const char* name;
    int64_t value, least, most;
  } fields[] = {{"batch", batch, 1, 4096},
                {"places", places, 3, 64},
                {"width", width, 1, 64}};
  for (const auto& field : fields) {
    if (field.value >= field.least && field.value <= field.most) continue;
    return Fail(ErrorCode::kRange, "neighbours: % is %; it may be %…%",
                field.name, field.value, field.least, field.most);
  }
  Neighbours drawn;
  drawn.x.resize(static_cast<size_t>(batch * places * width));
  for (float& cell : drawn.x) cell = random->Normal();
  drawn.y.reserve(2 * drawn.x.size());
  for (int64_t b = 0; b < batch; ++b) {
    for (int64_t i = 0; i < places; ++i) {
      for (const int64_t step : {places - 1, int64_t{1}}) {
        const int64_t place = b * places + (i + step) % places;
        const auto cells = drawn.x.begin() + place * width;
        drawn.y.insert(drawn.y.end(), cells, cells + width);
      }
    }
  }
  return drawn;
}

}  // namespace clearhead
