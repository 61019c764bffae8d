// date: a date as people write it → ISO 8601. A token is a digit, the name of a
// month, an ending of an ordinal number, or a mark, the space among them: what
// the tokens say in a row is the text.
#include "core/base/check.h"
#include "core/train/tasks/tasks.h"

namespace clearhead {
namespace {

enum ParameterNumber { kYearMin, kYearMax };

constexpr const char* kMonths[] = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};
constexpr const char* kShortMonths[] = {"Jan", "Feb", "Mar", "Apr",
                                        "Jun", "Jul", "Aug", "Sep",
                                        "Oct", "Nov", "Dec"};
constexpr const char* kMarks[] = {" ",  ",",  ".",  "-",  "年", "月",
                                  "日", "st", "nd", "rd", "th"};

constexpr int32_t kFirstMonth = kFirstSymbol + 10;
constexpr int32_t kFirstShortMonth = kFirstMonth + 12;
constexpr int32_t kFirstMark = kFirstShortMonth + 11;  // May is May
constexpr int kMay = 4;

// D day, o its ending, N month as a number, M its name, m the short one, Y
// year; everything else is a mark.
constexpr const char* kForms[] = {"D M Y",  "M D, Y",  "D m Y", "m D, Y",
                                  "Do M Y", "M Do, Y", "D.N.Y", "Y年N月D日"};
constexpr const char* kIso = "Y-N-D";

struct Date {
  int64_t year;
  int month;  // 0…11
  int64_t day;
};

int64_t DaysIn(int month, int64_t year) {
  if (month != 1)
    return month == 3 || month == 5 || month == 8 || month == 10 ? 30 : 31;
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return leap ? 29 : 28;
}

int32_t ShortMonth(int month) {
  if (month == kMay) return kFirstMonth + kMay;
  return kFirstShortMonth + month - (month > kMay ? 1 : 0);
}

// 1st, 2nd, 3rd, 4th … 11th, 12th, 13th … 21st.
const char* EndingOf(int64_t day) {
  if (day / 10 == 1) return "th";
  switch (day % 10) {
    case 1:
      return "st";
    case 2:
      return "nd";
    case 3:
      return "rd";
    default:
      return "th";
  }
}

// Appends the mark that `text` begins with; returns what follows it.
std::string_view AppendMark(std::string_view text, std::vector<int32_t>* ids) {
  int32_t id = kFirstMark;
  for (const std::string_view mark : kMarks) {
    if (text.substr(0, mark.size()) == mark) {
      ids->push_back(id);
      return text.substr(mark.size());
    }
    ++id;
  }
  CH_CHECK(false, "every mark of a form is in the vocabulary");
  return {};
}

// `width`: the fewest digits of day and month.
void AppendDate(const Date& date, std::string_view form, int width,
                std::vector<int32_t>* ids) {
  while (!form.empty()) {
    switch (form[0]) {
      case 'D':
        AppendDigits(date.day, width, ids);
        break;
      case 'o':
        AppendMark(EndingOf(date.day), ids);
        break;
      case 'N':
        AppendDigits(date.month + 1, width, ids);
        break;
      case 'M':
        ids->push_back(kFirstMonth + date.month);
        break;
      case 'm':
        ids->push_back(ShortMonth(date.month));
        break;
      case 'Y':
        AppendDigits(date.year, 4, ids);
        break;
      default:
        form = AppendMark(form, ids);
        continue;
    }
    form.remove_prefix(1);
  }
}

Status Prepare(Task* task) {
  CH_RETURN_IF_ERROR(CheckOrder(*task, kYearMin, kYearMax));
  AddDigits(task);
  for (const char* month : kMonths) AddWord(month, task);
  for (const char* month : kShortMonths) AddWord(month, task);
  for (const char* mark : kMarks) AddWord(mark, task);
  task->source_length = 11;  // March 13th, 2027
  task->target_length = 10;
  task->source_joint = task->target_joint = "";
  return {};
}

void DrawDate(const Task& task, Random* random, Example* example) {
  Date date;
  date.year =
      DrawBetween(Parameter(task, kYearMin), Parameter(task, kYearMax), random);
  date.month = static_cast<int>(random->Integer(12));
  date.day = DrawBetween(1, DaysIn(date.month, date.year), random);
  AppendDate(date, kForms[random->Integer(std::size(kForms))], 1,
             &example->source);
  AppendDate(date, kIso, 2, &example->target);
}

}  // namespace

const TaskKind& DateTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "date",
                 .summary = "3 March 2027, March 3rd, 2027, 3.3.2027, "
                            "2027年3月3日 → 2027-03-03.",
                 .source = "ISO 8601; the Gregorian calendar",
                 .attributes = {WholeSetting("year_min", 1950, 1583, 9999,
                                             "The first year."),
                                WholeSetting("year_max", 2049, 1583, 9999,
                                             "The last year.")}},
      .form = TaskForm::kSequence,
      .prepare = Prepare,
      .draw = DrawDate};
  return kind;
}

}  // namespace clearhead
