// What the tests of decoding against hf/ share.
#ifndef CLEARHEAD_TESTS_SUPPORT_HF_DECODE_H_
#define CLEARHEAD_TESTS_SUPPORT_HF_DECODE_H_

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/family.h"
#include "tests/support/text_scorer.h"

namespace clearhead::test {

// Checks all cases of hf/`file`.json.
inline void Gate(const char* file,
                 const std::function<std::string(const VectorCase&)>& check) {
  const std::string family = std::string("hf_") + file;
  if (VectorsFolder().empty()) {
    return Family::Absent(family.c_str(), "of vectors");
  }
  Family report(family);
  for (const VectorCase& test : ReadHf(file)) {
    report.Report(test.name, check(test));
  }
  CHECK(report.Close() == "");
}

// Token ids that are written as numbers.
inline Text TokensOf(const std::vector<double>& numbers) {
  return Text(numbers.begin(), numbers.end());
}

// A row of a matrix.
inline std::vector<double> RowOf(const VectorTensor& tensor, size_t row) {
  const auto width = static_cast<size_t>(tensor.shape[1]);
  const auto begin = tensor.values.begin() + row * width;
  return std::vector<double>(begin, begin + width);
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_HF_DECODE_H_
