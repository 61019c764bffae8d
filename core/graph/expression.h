// The arithmetic behind one number: a graph of terms whose leaves are operands
// (a cell of an input, with its value) and whose inner nodes may carry a name
// (max, Σ, μ, σ, angle). Terms are held in one list, children before parents,
// so that a shared intermediate such as Σ is one term with many readers.
//
// Values are computed in double while the expression is built; derivatives
// follow from it, with no code per operation: by every operand in one reverse
// sweep, or by a single one forwards, while the expression is built.
#ifndef CLEARHEAD_CORE_GRAPH_EXPRESSION_H_
#define CLEARHEAD_CORE_GRAPH_EXPRESSION_H_

#include <cstdint>
#include <initializer_list>
#include <span>
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
  kFloat32,  // rounded; it passes the derivative as if it were not
  kFloat16,
  kErrorFunction,
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
  Expression() = default;
  // Keeps the values and the derivative by (slot, index) of what is added, and
  // no terms: what opening a gradient cell needs of each of its readers.
  Expression(int slot, const Index& index)
      : follows_(true), slot_(slot), index_(index) {}

  // Each adds a term and returns its number; the last one added is the root.
  // `address` and `because` list the terms that chose the cell or constant,
  // such as a token id or the bit of a mask.
  int Operand(int slot, const Index& index, double value,
              std::initializer_list<int> address = {});
  int Constant(double value, const char* name = "",
               std::initializer_list<int> because = {});
  int Sum(const std::vector<int>& terms, const char* name = "");
  int Product(int a, int b, const char* name = "");
  // a·b. A `weight` of exactly 0, which is one of the two terms or -1 for none,
  // makes it 0, whatever the other is.
  int Weigh(int a, int b, int weight);
  int Difference(int a, int b, const char* name = "");
  int Quotient(int a, int b, const char* name = "");
  int Power(int base, int exponent, const char* name = "");
  // NaN where a term is NaN.
  int Maximum(const std::vector<int>& terms, const char* name = "");
  // kNegative, kExponential, kLogarithm, kSquareRoot, kSine, kCosine,
  // kHyperbolicTangent, kFloat32, kFloat16 or kErrorFunction of one term.
  int Apply(TermKind function, int a, const char* name = "");

  const std::vector<Term>& terms() const { return terms_; }
  std::vector<Term>& terms() { return terms_; }
  int root() const {
    return static_cast<int>(follows_ ? points_.size() : terms_.size()) - 1;
  }
  double value() const { return value(root()); }
  double value(int term) const {
    return follows_ ? points_[term].value : terms_[term].value;
  }

  // Whether no terms are kept: then none may be left out of a long sum.
  bool follows() const { return follows_; }
  // ∂root/∂(slot, index) of an expression that follows one operand.
  double slope() const { return points_.back().slope; }
  // Ready for another cell of the same operation: drops all but what Keep kept.
  void Restart() { points_.resize(kept_size_); }
  // The terms that the cells of `row` share, where an earlier cell of it has
  // kept them; otherwise null, and what another row kept is dropped.
  const std::vector<int>* KeptFor(const Index& row);
  // Keeps all that was added so far, with the numbers of the shared `terms`.
  const std::vector<int>& Keep(const Index& row, std::vector<int> terms);

  // Sets `derivative` of every operand to ∂root/∂operand. An operand that
  // stands in several places gets the total in each of them.
  void Differentiate();
  // Keeps the `limit` largest terms of every sum and every maximum and drops
  // what nobody reads any more. 0 keeps everything.
  void Abbreviate(size_t limit);
  // Σ|terms| of the root when it is a sum, |value| otherwise: the scale of
  // the rounding error of the stored number.
  double Magnitude() const;

 private:
  struct Point {
    double value, slope;
  };

  int Add(TermKind kind, double value, std::span<const int> children,
          const char* name);
  int Binary(TermKind kind, double value, int a, int b, const char* name);
  double LocalDerivative(TermKind kind, double y, std::span<const int> children,
                         size_t place) const;
  double SlopeOf(TermKind kind, double value,
                 std::span<const int> children) const;
  void TotalDerivatives();
  void DropUnread();

  std::vector<Term> terms_;
  bool follows_ = false;
  int slot_ = -1;              // followed …
  Index index_;                // … cell
  std::vector<Point> points_;  // instead of terms
  Index kept_row_;
  std::vector<int> kept_;
  size_t kept_size_ = 0;  // points up to the last one kept
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_EXPRESSION_H_
