// Counts the cases of a family of reference vectors and says at the end
//   family NAME: P passed, F failed, S not applicable
// with the reason of every case that is not applicable.
#ifndef CLEARHEAD_TESTS_SUPPORT_FAMILY_H_
#define CLEARHEAD_TESTS_SUPPORT_FAMILY_H_

#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "tests/support/close.h"
#include "tests/support/vectors.h"

namespace clearhead::test {

class Family {
 public:
  explicit Family(std::string name) : name_(std::move(name)) {}

  // `difference` is "" where the case passed.
  void Report(const std::string& test, const std::string& difference) {
    ++(difference.empty() ? passed_ : failed_);
    if (!difference.empty()) {
      failures_ += "  " + test + ": " + difference + "\n";
    }
  }
  void NotApplicable(const std::string& test, const std::string& reason) {
    ++skipped_;
    std::printf("family %s: %s not applicable: %s\n", name_.c_str(),
                test.c_str(), reason.c_str());
  }
  // Prints the line; "" when at least one case passed and none failed.
  std::string Close() const {
    std::printf("family %s: %d passed, %d failed, %d not applicable\n",
                name_.c_str(), passed_, failed_, skipped_);
    if (passed_ == 0) return "no case of the family passed\n" + failures_;
    return failures_;
  }
  // Where the data is absent: one line, and nothing fails.
  static void Absent(const char* name, const std::string& folder) {
    std::printf("family %s: skipped, the folder %s is absent\n", name,
                folder.c_str());
  }

 private:
  std::string name_;
  int passed_ = 0, failed_ = 0, skipped_ = 0;
  std::string failures_;
};

// Shapes that differ in axes of size 1 alone hold the same cells.
inline Shape WithoutOnes(const Shape& shape) {
  Shape rest;
  for (const int64_t size : shape) {
    if (size != 1) rest.push_back(size);
  }
  return rest;
}

// The first cell of `actual` that is not close to `expected`, or a shape that
// differs; "" when they agree. `rows` adds to the absolute tolerance of each of
// as many equal parts of the tensor.
inline std::string Compare(const std::string& what, const VectorTensor& actual,
                           const VectorTensor& expected, Tolerance tolerance,
                           const std::vector<double>& rows = {}) {
  if (!(WithoutOnes(actual.shape) == WithoutOnes(expected.shape))) {
    return what + " has the shape " + ToString(actual.shape) + ", expected " +
           ToString(expected.shape) + "; ";
  }
  for (size_t i = 0; i < expected.values.size(); ++i) {
    // Of the row that the cell lies in.
    Tolerance close = tolerance;
    if (!rows.empty()) {
      close.absolute += rows[i / (expected.values.size() / rows.size())];
    }
    if (test::Close(actual.values[i], expected.values[i], close)) continue;
    char text[160];
    std::snprintf(text, sizeof(text), "%s[%zu] is %.9g, expected %.9g; ",
                  what.c_str(), i, actual.values[i], expected.values[i]);
    return text;
  }
  return "";
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_FAMILY_H_
