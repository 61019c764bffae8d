// The arithmetic behind one number: a graph of terms whose leaves are operands
// (a cell of an input, with its value) and whose inner nodes may carry a name
// (max, Σ, μ, σ, angle). Terms are held in one list, children before parents,
// so that a shared intermediate such as Σ is one term with many readers.
//
// Values are computed in double while the expression is built; derivatives
// follow from it by one reverse sweep, with no code per operation.
#ifndef CLEARHEAD_CORE_GRAPH_EXPRESSION_H_
#define CLEARHEAD_CORE_GRAPH_EXPRESSION_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/graph/dims.h"

namespace clearhead {

enum class TermKind : uint8_t {
  kOperand,
  kConstant,
  kSum,
  kDifference,
  kProduct,
  kQuotient,
  kNegative,
  kExponential,
  kLogarithm,
  kSquareRoot,
  kMaximum,
  kSine,
  kCosine,
  kPower,
  kHyperbolicTangent,
};

// "operand", "sum", "square_root" …
const char* NameOf(TermKind kind);

struct Term {
  TermKind kind = TermKind::kConstant;
  double value = 0;
  std::vector<int> children;  // indices of earlier terms
  std::string name;           // of a named intermediate
  int slot = -1;              // operands: which input
  bool gradient = false;      // operands: the cell of its gradient is meant
  Index index;                // operands: which cell of it
  Index of;                   // gradients: of this output cell, not of L
  double derivative = 0;      // operands: ∂root/∂operand, in total
  int64_t omitted_count = 0;  // sums: terms left out by Abbreviate …
  double omitted_value = 0;   // … and what they add up to
};

class Expression {
 public:
  // Each adds a term and returns its number; the last one added is the root.
  // `address` and `because` list the terms that chose the cell or constant,
  // such as a token id or the bit of a mask.
  int Operand(int slot, const Index& index, double value,
              std::initializer_list<int> address = {});
  int Constant(double value, const char* name = "",
               std::initializer_list<int> because = {});
  int Sum(std::vector<int> terms, const char* name = "");
  int Product(int a, int b, const char* name = "");
  int Difference(int a, int b, const char* name = "");
  int Quotient(int a, int b, const char* name = "");
  int Power(int base, int exponent, const char* name = "");
  int Maximum(std::vector<int> terms, const char* name = "");
  // kNegative, kExponential, kLogarithm, kSquareRoot, kSine, kCosine or
  // kHyperbolicTangent of one term.
  int Apply(TermKind function, int a, const char* name = "");

  const std::vector<Term>& terms() const { return terms_; }
  std::vector<Term>& terms() { return terms_; }
  int root() const { return static_cast<int>(terms_.size()) - 1; }
  double value() const { return terms_.back().value; }
  double value(int term) const { return terms_[term].value; }

  // Sets `derivative` of every operand to ∂root/∂operand. An operand that
  // stands in several places gets the total in each of them.
  void Differentiate();
  // ∂root/∂(slot, index), after Differentiate; 0 where it does not occur.
  double DerivativeOf(int slot, const Index& index) const;
  // Keeps the `limit` largest terms of every sum and drops what nobody reads
  // any more. 0 keeps everything.
  void Abbreviate(size_t limit);
  // Σ|terms| of the root when it is a sum, |value| otherwise: the scale of
  // the rounding error of the stored number.
  double Magnitude() const;

 private:
  int Add(TermKind kind, double value, std::vector<int> children,
          const char* name);
  void TotalDerivatives();
  void DropUnread();

  std::vector<Term> terms_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_EXPRESSION_H_
