// The scalar twins of reference.h, written from the formulas of the schemas,
// sharing nothing with core/ but shapes and attributes. Included by
// reference.cc alone.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_H_

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "core/graph/operation.h"
#include "tests/support/array.h"
#include "tests/support/reference.h"

namespace clearhead::test {

template <typename Number>
struct Twins {
  using Out = Array<Number>;
  using Call = const TwinCall<Number>&;

  static Out Embedding(Call call) {
    const Out &table = call["table"], &ids = call["ids"];
    Shape shape = ids.shape;
    shape.push_back(table.shape[1]);
    Out out(shape);
    ForEachIndex(shape, [&](const Index& index) {
      Index token = index;
      token.pop_back();
      const auto id = static_cast<int64_t>(std::real(ids[token]));
      out[index] = table[{id, index.back()}];
    });
    return out;
  }

  // Fills the asked shape from PCG32 by O'Neill's definition: each(next) is a
  // cell, next() a draw of 32 bits.
  template <typename Each>
  static Out Drawn(Call call, const Each& each) {
    Shape shape;
    for (const int64_t size : call.Get("shape").integers) shape.push_back(size);
    Out out(shape);
    const auto stream = static_cast<uint64_t>(call.Get("stream").integer());
    const uint64_t increment = stream << 1 | 1;
    uint64_t state = 0;
    const auto next = [&] {
      const uint64_t old = state;
      state = old * 6364136223846793005ULL + increment;
      const auto mixed = static_cast<uint32_t>((old >> 18 ^ old) >> 27);
      const auto turn = static_cast<uint32_t>(old >> 59);
      return mixed >> turn | mixed << (-turn & 31);
    };
    next();
    state += static_cast<uint64_t>(call.Get("seed").integer());
    next();
    ForEachIndex(out.shape,
                 [&](const Index& index) { out[index] = each(next); });
    return out;
  }

  // Box–Muller, in double.
  static Out Normal(Call call) {
    const double deviation = call.Get("deviation").number;
    double radius = 0;
    double angle = 0;
    bool second = false;
    return Drawn(call, [&](const auto& next) {
      if (!second) {
        radius = std::sqrt(-2 * std::log(1 - next() * 0x1p-32));
        angle = 2 * std::numbers::pi * (next() * 0x1p-32);
      }
      const double wave = second ? std::sin(angle) : std::cos(angle);
      second = !second;
      return deviation * radius * wave;
    });
  }

  // The upper 24 bits of a draw as a fraction.
  static Out Uniform(Call call) {
    const double low = call.Get("low").number, high = call.Get("high").number;
    return Drawn(call, [&](const auto& next) {
      return low + (high - low) * std::floor(next() / 256.0) / 16777216.0;
    });
  }

  static Out Sinusoidal(Call call) {
    const int64_t length = call.Get("length").integer();
    const int64_t width = call.Get("width").integer();
    Out out({length, width});
    ForEachIndex(out.shape, [&](const Index& index) {
      const auto pair = static_cast<double>(index[1] / 2);
      const double angle = static_cast<double>(index[0]) *
                           std::exp(-2 * pair / static_cast<double>(width) *
                                    std::log(call.Get("base").number));
      out[index] = index[1] % 2 == 1 ? std::cos(angle) : std::sin(angle);
    });
    return out;
  }

  // θ of one pair, from the formulas of the papers and the reference code.
  static Number Speed(Call call, int64_t pair) {
    const auto number = [&](const char* name, double otherwise = NAN) {
      const double given = call.Get(name).number;
      return std::isnan(given) ? otherwise : given;
    };
    const std::string scaling = call.Get("scaling").text;
    const double d = number("width"), s = number("factor");
    const double trained = number("trained_length");
    double base = number("base");
    double growth = 1;
    if (scaling == "ntk") growth = s;
    if (scaling == "dynamic" && number("length") > trained) {
      growth = s * number("length") / trained - (s - 1);
    }
    base *= std::pow(growth, d / (d - 2));
    const auto i = static_cast<double>(pair);
    const double theta = 1 / std::pow(base, 2 * i / d);
    if (scaling == "linear") return theta / s;
    if (scaling == "longrope") {
      return theta / call["factors"][{pair}];
    }
    if (scaling != "yarn" && scaling != "llama3") return theta;
    const bool yarn = scaling == "yarn";
    const double low = number("low", 1), high = number("high", yarn ? 32 : 4);
    const std::string ramp = call.Get("ramp").text;
    double keep = (trained / (2 * M_PI / theta) - low) / (high - low);
    if (yarn && ramp != "turns") {
      const auto place = [&](double turns) {
        return d * std::log(trained / (turns * 2 * M_PI)) /
               (2 * std::log(base));
      };
      double first = place(high), last = place(low);
      if (ramp == "rounded") {
        first = std::floor(first);
        last = std::ceil(last);
      }
      first = std::max(first, 0.0);
      last = std::min(last, d - 1);
      if (first == last) last += 0.001;
      keep = 1 - (i - first) / (last - first);
    }
    keep = std::min(std::max(keep, 0.0), 1.0);
    return theta * keep + theta / s * (1 - keep);
  }

  static Out RotaryFrequencies(Call call) {
    Out out({call.Get("width").integer() / 2});
    for (int64_t pair = 0; pair < out.shape[0]; ++pair) {
      out[{pair}] = Speed(call, pair);
    }
    return out;
  }

  static Out RotaryTable(Call call) {
    const Out &positions = call["positions"], &speeds = call["frequencies"];
    Shape shape = positions.shape;
    shape.push_back(speeds.shape[0]);
    Out out(shape);
    ForEachIndex(shape, [&](const Index& index) {
      Index position = index;
      position.pop_back();
      Number speed = speeds[{index.back()}];
      if (call["remainder"].present) speed += call["remainder"][{index.back()}];
      out[index] = std::cos(positions[position] * speed);
      if (call["attention_factor"].present) {
        out[index] *= call["attention_factor"][Index()];
      }
    });
    return out;
  }

  // A pair as a complex number, written out.
  static Out Rotary(Call call) {
    const Out& x = call["x"];
    Out out = x;
    const int64_t pairs = call["cos"].shape.back();
    const bool half = call.Get("layout").text == "half";
    ForEachIndex(
        {x.shape[0], x.shape[1], x.shape[2], pairs}, [&](const Index& index) {
          const int64_t i = index[3];
          const Index a = WithLast(index, half ? i : 2 * i);
          const Index b = WithLast(index, half ? i + pairs : 2 * i + 1);
          const Index angle = {index[0], index[2], i};
          const Number cos = call["cos"].Wide(angle);
          const Number sin = call["sin"].Wide(angle);
          out[a] = x[a] * cos - x[b] * sin;
          out[b] = x[a] * sin + x[b] * cos;
        });
    return out;
  }

  static Out Alibi(Call call) {
    const int64_t heads = call.Get("heads").integer();
    const int64_t queries = call.Get("queries").integer();
    const int64_t keys = call.Get("keys").integer();
    // Slopes of the largest power of two, then every second one of the next.
    std::vector<double> slopes;
    int64_t power = 1;
    while (power * 2 <= heads) power *= 2;
    for (int64_t i = 1; i <= power; ++i) {
      slopes.push_back(std::exp2(-8.0 * static_cast<double>(i) /
                                 static_cast<double>(power)));
    }
    for (int64_t i = 1; static_cast<int64_t>(slopes.size()) < heads; i += 2) {
      slopes.push_back(std::exp2(-4.0 * static_cast<double>(i) /
                                 static_cast<double>(power)));
    }
    Out out({heads, queries, keys});
    ForEachIndex(out.shape, [&](const Index& index) {
      const auto behind =
          static_cast<double>((keys - index[2]) - (queries - index[1]));
      out[index] = slopes[static_cast<size_t>(index[0])] *
                   (call.Get("reversed").flag() ? behind : -behind);
    });
    return out;
  }

  static Out RelativeBias(Call call) {
    const Out& table = call["table"];
    const int64_t queries = call.Get("queries").integer();
    const int64_t keys = call.Get("keys").integer();
    const bool both = call.Get("bidirectional").flag();
    const double furthest = call.Get("max_distance").number;
    Out out({table.shape[1], queries, keys});
    ForEachIndex(out.shape, [&](const Index& index) {
      const int64_t behind = (keys - index[2]) - (queries - index[1]);
      const int64_t buckets = both ? table.shape[0] / 2 : table.shape[0];
      const int64_t distance =
          std::max<int64_t>(both ? std::abs(behind) : behind, 0);
      const int64_t exact = buckets / 2;
      int64_t bucket = distance;
      if (distance >= exact) {
        const double share = std::log(static_cast<double>(distance) / exact) /
                             std::log(furthest / static_cast<double>(exact));
        bucket = std::min<int64_t>(
            buckets - 1,
            exact + static_cast<int64_t>(
                        share * static_cast<double>(buckets - exact) + 1e-6));
      }
      if (both && behind < 0) bucket += buckets;
      out[index] = table[{bucket, index[0]}];
    });
    return out;
  }

  static Out Add(Call call) {
    Out out = call["a"];
    ForEachIndex(out.shape, [&](const Index& index) {
      out[index] += call["b"].Wide(index);
    });
    return out;
  }

  static Out Difference(Call call) {
    Out out = call["a"];
    ForEachIndex(out.shape, [&](const Index& index) {
      out[index] -= call["b"].Wide(index);
    });
    return out;
  }

  static Out Multiply(Call call) {
    Out out = call["a"];
    ForEachIndex(out.shape, [&](const Index& index) {
      out[index] *= call["b"].Wide(index);
    });
    return out;
  }

  // erf(x + ih) = erf x + ih·2/√π·e^(−x²) for a small step h.
  static double Erf(double x) { return std::erf(x); }
  static std::complex<double> Erf(std::complex<double> x) {
    const double a = x.real();
    return {std::erf(a), x.imag() * 2 / std::sqrt(M_PI) * std::exp(-a * a)};
  }

  // In words of the papers; large arguments are not tried.
  static Number Activated(const std::string& kind, double given, Number x) {
    const bool positive = std::real(x) > 0;
    const double alpha = std::isnan(given) ? 1 : given;
    const auto sigmoid = [](Number z) { return 1.0 / (1.0 + std::exp(-z)); };
    if (kind == "relu") return positive ? x : Number(0);
    if (kind == "leaky_relu") {
      return positive ? x : x * (std::isnan(given) ? 0.01 : given);
    }
    if (kind == "elu") return positive ? x : alpha * (std::exp(x) - 1.0);
    if (kind == "tanh") return std::tanh(x);
    if (kind == "sigmoid") return sigmoid(x);
    if (kind == "silu") return x * sigmoid(alpha * x);
    if (kind == "quick_gelu") return x * sigmoid(1.702 * x);
    if (kind == "gelu_tanh") {
      const Number inner = x + 0.044715 * x * x * x;
      return 0.5 * x * (1.0 + std::tanh(std::sqrt(2 / M_PI) * inner));
    }
    if (kind == "gelu") return x * 0.5 * (1.0 + Erf(x / std::sqrt(2.0)));
    if (kind == "erf") return Erf(x);
    const Number softplus = std::log(1.0 + std::exp(x));
    return kind == "softplus" ? softplus : x * std::tanh(softplus);
  }

  static Out Activation(Call call) {
    Out out = call["x"];
    for (Number& cell : out.cells) {
      cell = Activated(call.Get("kind").text, call.Get("alpha").number, cell);
    }
    return out;
  }

  static Out Linear(Call call) {
    return Project(call["x"], call["weight"], call["bias"]);
  }

  // The last two axes of x exchanged.
  static Out Transposed(const Out& x) {
    Shape shape = x.shape;
    std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    Out out(shape);
    ForEachIndex(x.shape, [&](const Index& index) {
      Index swapped = index;
      std::swap(swapped[shape.size() - 1], swapped[shape.size() - 2]);
      out[swapped] = x[index];
    });
    return out;
  }

  static Out MatMul(Call call) {
    const bool ta = call.Get("transpose_a").flag();
    const bool tb = call.Get("transpose_b").flag();
    const Out a = ta ? Transposed(call["a"]) : call["a"];
    const Out b = tb ? Transposed(call["b"]) : call["b"];
    Shape shape = a.shape;
    shape.back() = b.shape.back();
    Out out(shape);
    ForEachIndex(shape, [&](const Index& index) {
      for (int64_t k = 0; k < a.shape.back(); ++k) {
        Index right = index;
        right[index.size() - 2] = k;
        // Not Wide(index): the inner axes of b are never repeated.
        Index entry = b.shape;
        const size_t lead = index.size() - b.shape.size();
        for (size_t axis = 0; axis < b.shape.size(); ++axis) {
          const bool inner = axis + 2 >= b.shape.size();
          entry[axis] = !inner && b.shape[axis] == 1 ? 0 : right[lead + axis];
        }
        out[index] += a[WithLast(index, k)] * b[entry];
      }
    });
    return out;
  }

  static int64_t Group(const Out& q, const Out& k, int64_t head) {
    return head / (q.shape[1] / k.shape[1]);
  }

  static Number DotProduct(const Out& q, const Out& k, const Index& score) {
    Number sum = 0;
    for (int64_t d = 0; d < q.shape[3]; ++d) {
      sum += q[{score[0], score[1], score[2], d}] *
             k[{score[0], Group(q, k, score[1]), score[3], d}];
    }
    return sum;
  }

  static Out Scores(Call call) {
    const Out &q = call["q"], &k = call["k"];
    Out out({q.shape[0], q.shape[1], q.shape[2], k.shape[2]});
    ForEachIndex(out.shape, [&](const Index& index) {
      out[index] = DotProduct(q, k, index);
    });
    return out;
  }

  static Out Scale(Call call) {
    Out out = call["a"];
    for (Number& cell : out.cells) cell /= call.Get("divisor").number;
    return out;
  }

  static Number Cap(Number a, double cap) { return cap * std::tanh(a / cap); }

  static Out SoftCap(Call call) {
    Out out = call["a"];
    for (Number& cell : out.cells) cell = Cap(cell, call.Get("cap").number);
    return out;
  }

  // Distances to the end, where the last query sees the last key.
  static Out Mask(Call call) {
    const std::string kind = call.Get("kind").text;
    const int64_t queries = call.Get("queries").integer();
    const int64_t keys = call.Get("keys").integer();
    const int64_t length = call.Get("length").integer();
    const int64_t start = call.Get("start").integer();
    const bool content = call.Get("stream").text == "content";
    const auto listed = [&](const char* list, int64_t from_end) {
      return std::real(call[list][{keys - from_end}]);
    };
    Out out({queries, keys});
    ForEachIndex(out.shape, [&](const Index& index) {
      const int64_t query = queries - index[0], key = keys - index[1];
      const bool causal = key >= query,
                 real = start <= index[1] && index[1] < length;
      const bool known = query <= keys;  // else no key stands where it does
      bool visible = true;
      if (kind == "causal") visible = causal;
      if (kind == "padding") visible = real;
      if (kind == "combined") visible = causal && real;
      if (kind == "prefix") visible = causal || index[1] < length;
      if (kind == "window") visible = causal && key - query < length;
      if (kind == "permutation") {
        const bool earlier =
            known && listed("order", key) < listed("order", query);
        visible = earlier || (content && key == query);
      }
      if (kind == "block") {
        visible =
            known && listed("documents", key) == listed("documents", query);
      }
      out[index] = visible ? 1.0 : 0.0;
    });
    return out;
  }

  static Out CombineMasks(Call call) {
    const std::string kind = call.Get("kind").text;
    Out out = call["a"];
    ForEachIndex(out.shape, [&](const Index& index) {
      const Number a = out[index];
      if (kind == "not") {
        out[index] = Number(1) - a;
        return;
      }
      const Number b = call["b"].Wide(index);
      out[index] = kind == "and" ? a * b : a + b - a * b;
    });
    return out;
  }

  static Out Visible(Call call) {
    const Out& mask = call["mask"];
    Shape shape = mask.shape;
    shape.pop_back();
    Out out(shape);
    ForEachIndex(mask.shape, [&](const Index& index) {
      Index query = index;
      query.pop_back();
      out[query] += mask[index];
    });
    return out;
  }

  static Out Triangle(Call call) {
    Out out = call["a"];
    const int64_t offset = call.Get("offset").integer();
    ForEachIndex(out.shape, [&](const Index& index) {
      const int64_t above = index.FromBack(0) - index.FromBack(1) - offset;
      const bool kept = call.Get("upper").flag() ? above >= 0 : above <= 0;
      if (!kept) out[index] = 0;
    });
    return out;
  }

  static Out ApplyMask(Call call) {
    Out out = call["a"];
    ForEachIndex(out.shape, [&](const Index& index) {
      if (std::real(call["visible"].Wide(index)) == 0) out[index] = -HUGE_VAL;
    });
    return out;
  }

  // Weights of one line of scores; hidden ones are −∞.
  static void SoftmaxLine(std::vector<Number>* line) {
    double max = -HUGE_VAL;
    for (const Number& a : *line) max = std::max(max, std::real(a));
    Number sum = 0;
    for (Number& a : *line) {
      a = std::real(a) == -HUGE_VAL ? Number(0) : std::exp(a - max);
      sum += a;
    }
    for (Number& a : *line) a = sum == Number(0) ? Number(0) : a / sum;
  }

  static Out Softmax(Call call) {
    Out out = call["a"];
    int64_t axis = call.Get("axis").integer();
    if (axis < 0) axis += static_cast<int64_t>(out.shape.size());
    ForEachIndex(out.shape, [&](const Index& index) {
      if (index[axis] != 0) return;
      Index cell = index;
      std::vector<Number> line;
      for (cell[axis] = 0; cell[axis] < out.shape[axis]; ++cell[axis]) {
        line.push_back(out[cell]);
      }
      SoftmaxLine(&line);
      for (cell[axis] = 0; cell[axis] < out.shape[axis]; ++cell[axis]) {
        out[cell] = line[cell[axis]];
      }
    });
    return out;
  }

  // The nearest float or half. The step passes it as if it were not there.
  static Number Rounded(Number x, bool half) {
    const double exact = std::real(x);
    if (!std::isfinite(exact)) return x;
    double rounded = static_cast<float>(exact);
    if (half) {
      int exponent = 0;
      std::frexp(exact, &exponent);
      const double unit = std::ldexp(1, std::max(exponent, -13) - 11);
      rounded = std::nearbyint(exact / unit) * unit;
      if (std::abs(rounded) > 65504) rounded = std::copysign(HUGE_VAL, exact);
    }
    return x + (rounded - exact);
  }

  // Weights of a line that a policy has masked.
  static void RoundedSoftmax(bool zero, bool half, std::vector<Number>* line) {
    Number max = -HUGE_VAL, sum = 0;
    for (const Number& a : *line) {
      if (std::real(a) > std::real(max)) max = a;
    }
    if (std::real(max) == -HUGE_VAL) {
      // 0 ÷ 0, and NaN is the derivative by a score that was read.
      Number nothing = zero ? 0 : std::nan("");
      for (const Number& a : *line) {
        if (std::imag(a) != 0) nothing = a * std::nan("");
      }
      for (Number& a : *line) a = nothing;
      return;
    }
    for (Number& a : *line) {
      a = Rounded(std::exp(Rounded(a - max, half)), half);
      sum += a;
    }
    for (Number& a : *line) a = Rounded(a / Rounded(sum, half), half);
  }

  static Out MaskedSoftmax(Call call) {
    const std::string fill = call.Get("fill").text;
    const bool half = call.Get("precision").text == "float16";
    Out out = call["scores"];
    const Number large = Rounded(-1e9, half);
    const bool replaces = fill == "minus-1e9";
    ForEachIndex(out.shape, [&](const Index& index) {
      if (index.back() != 0) return;
      std::vector<Number> line;
      std::vector<bool> hidden;
      for (int64_t s = 0; s < out.shape.back(); ++s) {
        const Index cell = WithLast(index, s);
        Number a = Rounded(out[cell], half);
        hidden.push_back(std::real(call["mask"].Wide(cell)) == 0);
        if (hidden.back() && replaces) a = large;
        if (hidden.back() && fill == "add-minus-1e9") {
          a = Rounded(a + large, half);
        }
        if (hidden.back() && (fill == "zero" || fill == "negative-infinity")) {
          a = -HUGE_VAL;
        }
        line.push_back(a);
      }
      RoundedSoftmax(fill == "zero", half, &line);
      for (int64_t s = 0; s < out.shape.back(); ++s) {
        const bool taken = hidden[s] && fill == "multiply-after-softmax";
        out[WithLast(index, s)] = taken ? Number(0) : line[s];
      }
    });
    return out;
  }

  static Out LogSoftmax(Call call) {
    Out out = Softmax(call);
    for (Number& cell : out.cells) cell = std::log(cell);
    return out;
  }

  static Out WeightedSum(Call call) {
    const Out &weights = call["weights"], &v = call["v"];
    Out out({weights.shape[0], weights.shape[1], weights.shape[2], v.shape[3]});
    ForEachIndex(out.shape, [&](const Index& index) {
      for (int64_t s = 0; s < v.shape[2]; ++s) {
        out[index] += weights[WithLast(index, s)] *
                      v[{index[0], Group(weights, v, index[1]), s, index[3]}];
      }
    });
    return out;
  }

  // Softmax(cap(scale·QKᵀ) + bias, hidden keys left out)·V; NaN for 1/√D.
  static Out Attend(const Out& q, const Out& k, const Out& v, const Out& mask,
                    const Out& bias, double given, double cap, bool causal) {
    const double scale = std::isnan(given)
                             ? std::pow(static_cast<double>(q.shape[3]), -0.5)
                             : given;
    const int64_t T = q.shape[2], S = k.shape[2];
    Out out({q.shape[0], q.shape[1], T, v.shape[3]});
    ForEachIndex({q.shape[0], q.shape[1], T}, [&](const Index& row) {
      std::vector<Number> line(static_cast<size_t>(S));
      for (int64_t s = 0; s < S; ++s) {
        const Index score = {row[0], row[1], row[2], s};
        Number a = DotProduct(q, k, score) * scale;
        if (cap > 0) a = Cap(a, cap);
        if (bias.present) a += bias.Wide(score);
        const bool hidden =
            (mask.present && std::real(mask.Wide(score)) == 0) ||
            (causal && S - s < T - row[2]);
        line[s] = hidden ? Number(-HUGE_VAL) : a;
      }
      SoftmaxLine(&line);
      for (int64_t e = 0; e < v.shape[3]; ++e) {
        for (int64_t s = 0; s < S; ++s) {
          out[{row[0], row[1], row[2], e}] +=
              line[s] * v[{row[0], Group(q, v, row[1]), s, e}];
        }
      }
    });
    return out;
  }

  // The rows of `past`, where there are any, in front of those of `now`.
  static Out After(const Out& past, const Out& now, size_t axis) {
    return past.present ? Joined(past, now, axis) : now;
  }

  static Out Attention(Call call) {
    return Attend(call["q"], After(call["past_key"], call["k"], 2),
                  After(call["past_value"], call["v"], 2), call["mask"],
                  call["bias"], call.Get("scale").number,
                  call.Get("softcap").number, call.Get("causal").flag());
  }

  static Out Joined(const Out& a, const Out& b, size_t axis) {
    Shape shape = a.shape;
    shape[axis] += b.shape[axis];
    Out out(shape);
    ForEachIndex(shape, [&](const Index& index) {
      Index behind = index;
      behind[axis] -= a.shape[axis];
      out[index] = behind[axis] < 0 ? a[index] : b[behind];
    });
    return out;
  }

  static size_t Axis(Call call, const Out& a) {
    const int64_t axis = call.Get("axis").integer();
    return axis < 0 ? a.shape.size() - static_cast<size_t>(-axis)
                    : static_cast<size_t>(axis);
  }

  static Out Concatenate(Call call) {
    return Joined(call["a"], call["b"], Axis(call, call["a"]));
  }

  static Out Slice(Call call) {
    return Part(call["a"], Axis(call, call["a"]), call.Get("start").integer(),
                call.Get("length").integer());
  }

  // [..., T, H·D] as [..., H, T, D], and back.
  static Out Split(const Out& x, int64_t heads) {
    const int64_t width = x.shape.back() / heads;
    const size_t rank = x.shape.size();
    Shape shape = x.shape;
    shape.back() = x.shape.FromBack(1);
    shape[rank - 2] = heads;
    shape.push_back(width);
    Out out(shape);
    ForEachIndex(shape, [&](const Index& index) {
      Index from = x.shape;
      for (size_t axis = 0; axis + 2 < rank; ++axis) from[axis] = index[axis];
      from[rank - 2] = index.FromBack(1);
      from.back() = index.FromBack(2) * width + index.back();
      out[index] = x[from];
    });
    return out;
  }
  static Out Join(const Out& x) {
    const size_t rank = x.shape.size();
    Shape shape = x.shape;
    shape.pop_back();
    shape[rank - 3] = x.shape.FromBack(1);
    shape[rank - 2] = x.shape.FromBack(2) * x.shape.back();
    Out out(shape);
    ForEachIndex(x.shape, [&](const Index& index) {
      Index to = index;
      to.pop_back();
      to[rank - 3] = index.FromBack(1);
      to[rank - 2] = index.FromBack(2) * x.shape.back() + index.back();
      out[to] = x[index];
    });
    return out;
  }

  static Out SplitHeads(Call call) {
    return Split(call["x"], call.Get("heads").integer());
  }
  static Out JoinHeads(Call call) { return Join(call["x"]); }

  static Out PoolHeads(Call call) {
    const Out& x = call["x"];
    const int64_t heads = call.Get("heads").integer();
    const int64_t groups = call.Get("kv_heads").integer();
    const int64_t width = x.shape.back() / heads, size = heads / groups;
    Shape shape = x.shape;
    shape.back() = groups * width;
    Out out(shape);
    ForEachIndex(x.shape, [&](const Index& index) {
      const int64_t group = index.back() / width / size;
      out[WithLast(index, group * width + index.back() % width)] +=
          x[index] / static_cast<double>(size);
    });
    return out;
  }

  // x·W + b over the last axis; without a weight x itself.
  static Out Project(const Out& x, const Out& weight, const Out& bias) {
    if (!weight.present) return x;
    Shape shape = x.shape;
    shape.back() = weight.shape[1];
    Out out(shape);
    ForEachIndex(shape, [&](const Index& index) {
      Number sum = bias.present ? bias[{index.back()}] : Number(0);
      for (int64_t k = 0; k < x.shape.back(); ++k) {
        sum += x[WithLast(index, k)] * weight[{k, index.back()}];
      }
      out[index] = sum;
    });
    return out;
  }

  static Out MultiHead(Call call) {
    const std::string share = call.Get("share").text;
    const bool one = share == "all", queries = one || share == "query_key";
    const Out& x = call["x"];
    const Out& context = call["context"].present ? call["context"] : x;
    const Out& values =
        call["value_context"].present ? call["value_context"] : context;
    const auto project = [&](const Out& from, const std::string& owner) {
      return Project(from, call[(owner + "_weight").c_str()],
                     call[(owner + "_bias").c_str()]);
    };
    const Out q = project(x, "query");
    const Out k = project(context, queries ? "query" : "key");
    const Out v = one                    ? project(values, "query")
                  : share == "key_value" ? project(values, "key")
                                         : project(values, "value");
    const int64_t heads = call.Get("heads").integer();
    const int64_t given = call.Get("kv_heads").integer();
    const int64_t groups = given == 0 ? heads : given;
    const Out joined = Join(
        Attend(Split(q, heads), After(call["past_key"], Split(k, groups), 2),
               After(call["past_value"], Split(v, groups), 2), call["mask"],
               call["bias"], call.Get("scale").number,
               call.Get("softcap").number, call.Get("causal").flag()));
    return Project(joined, call["output_weight"], call["output_bias"]);
  }

  // RMSNorm and rotation of pairs 2j, 2j + 1 of the last axis, as MLA uses
  // them.
  static Out Normed(Out x, const Out& weight, double epsilon) {
    const int64_t n = x.shape.back();
    ForEachIndex(x.shape, [&](const Index& row) {
      if (row.back() != 0) return;
      Number squares = 0;
      for (int64_t c = 0; c < n; ++c) {
        squares += x[WithLast(row, c)] * x[WithLast(row, c)];
      }
      const Number rms = std::sqrt(squares / static_cast<double>(n) + epsilon);
      for (int64_t c = 0; c < n; ++c) {
        x[WithLast(row, c)] *= weight[{c}] / rms;
      }
    });
    return x;
  }
  static Out Turned(const Out& x, const Out& cos, const Out& sin) {
    Out out = x;
    ForEachIndex(x.shape, [&](const Index& index) {
      const int64_t pair = index[3] / 2;
      const bool first = index[3] % 2 == 0;
      const Number other = x[WithLast(index, index[3] ^ 1)];
      const Index angle = {index[0], index[2], pair};
      out[index] = x[index] * cos.Wide(angle) +
                   (first ? -other : other) * sin.Wide(angle);
    });
    return out;
  }

  // MLA by its definition, whatever the form: keys and values of every head.
  static Out Latent(Call call) {
    const double epsilon = call.Get("epsilon").number;
    const int64_t heads = call.Get("heads").integer();
    const Out &x = call["x"], &cos = call["cos"], &up = call["key_value_up"];
    const int64_t rope = 2 * cos.shape.back(), rank = up.shape[0];
    const Out latent_x = call["query_down"].present
                             ? Normed(Project(x, call["query_down"], {}),
                                      call["query_norm"], epsilon)
                             : x;
    const Out q = Split(Project(latent_x, call["query_up"], {}), heads);
    const int64_t nope = q.shape[3] - rope;
    const Out down = Project(x, call["key_value_down"], {});
    const Out latent = After(
        call["past_latent"],
        Normed(Part(down, 2, 0, rank), call["key_value_norm"], epsilon), 1);
    const Out new_key =
        Turned(Split(Part(down, 2, rank, rope), 1), cos, call["sin"]);
    const Out rope_key = After(call["past_rope_key"], Join(new_key), 1);
    const Out parts = Split(Project(latent, up, {}), heads);
    const Out query =
        Joined(Part(q, 3, 0, nope),
               Turned(Part(q, 3, nope, rope), cos, call["sin"]), 3);
    Shape shape = parts.shape;
    shape[3] = nope + rope;
    Out key(shape);
    ForEachIndex(shape, [&](const Index& index) {
      key[index] = index[3] < nope
                       ? parts[index]
                       : rope_key[{index[0], index[2], index[3] - nope}];
    });
    const Out value = Part(parts, 3, nope, parts.shape[3] - nope);
    return Project(
        Join(Attend(query, key, value, call["mask"], {},
                    call.Get("scale").number, call.Get("softcap").number,
                    call.Get("causal").flag())),
        call["output_weight"], {});
  }

  static Out LayerNorm(Call call) {
    Out out = call["x"];
    const int64_t n = out.shape.back();
    ForEachIndex(out.shape, [&](const Index& index) {
      if (index.back() != 0) return;
      Number mean = 0, variance = 0;
      for (int64_t c = 0; c < n; ++c) mean += out[WithLast(index, c)];
      mean /= static_cast<double>(n);
      for (int64_t c = 0; c < n; ++c) {
        const Number deviation = out[WithLast(index, c)] - mean;
        variance += deviation * deviation;
      }
      variance /= static_cast<double>(n);
      const Number sigma = std::sqrt(variance + call.Get("epsilon").number);
      for (int64_t c = 0; c < n; ++c) {
        Number& cell = out[WithLast(index, c)];
        cell = (cell - mean) / sigma;
        if (call["weight"].present) cell *= call["weight"][{c}];
        if (call["bias"].present) cell += call["bias"][{c}];
      }
    });
    return out;
  }

  static Out RmsNorm(Call call) {
    const Out& x = call["x"];
    Out out = x;
    ForEachIndex(out.shape, [&](const Index& index) {
      const int64_t n = out.shape.back();
      Number square = 0;
      for (int64_t c = 0; c < n; ++c) {
        square += x[WithLast(index, c)] * x[WithLast(index, c)];
      }
      out[index] /= std::sqrt(square / static_cast<double>(n) +
                              call.Get("epsilon").number);
      if (call["weight"].present) out[index] *= call["weight"][{index.back()}];
    });
    return out;
  }

  static Out Norm(Call call) {
    const Out& x = call["x"];
    Shape shape = x.shape;
    shape.pop_back();
    Out out(shape);
    ForEachIndex(x.shape, [&](const Index& index) {
      Index row = index;
      row.pop_back();
      out[row] += x[index] * x[index];
    });
    if (call.Get("keep_axis").flag()) out.shape.push_back(1);
    for (Number& cell : out.cells) cell = std::sqrt(cell);
    return out;
  }

  struct Eigenpair {
    Number value;
    std::vector<double> vector;
  };

  // Eigenvalues of a symmetric matrix with their vectors, largest first, by
  // two-sided rotations (Jacobi 1846) of its real part; a complex step moves λ
  // by vᵀ·Im(S)·v (first order, exact for the step), and no vector.
  static std::vector<Eigenpair> Eigenpairs(
      const std::vector<std::vector<Number>>& matrix) {
    const size_t n = matrix.size();
    std::vector<std::vector<double>> s(n, std::vector<double>(n)), v = s;
    double size = 1e-300;
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) s[i][j] = std::real(matrix[i][j]);
      v[i][i] = 1;
      size += std::abs(s[i][i]);
    }
    for (int sweep = 0; sweep < 10; ++sweep) {
      for (size_t p = 0; p < n; ++p) {
        for (size_t q = p + 1; q < n; ++q) {
          // Below this it moves no digit of a value or of its derivative.
          if (std::abs(s[p][q]) >= 1e-13 * size) RotatePair(p, q, s, v);
        }
      }
    }
    std::vector<Eigenpair> pairs(n);
    for (size_t k = 0; k < n; ++k) {
      Number moved = 0;
      for (size_t i = 0; i < n; ++i) {
        pairs[k].vector.push_back(v[i][k]);
        for (size_t j = 0; j < n; ++j) {
          moved += v[i][k] * v[j][k] * (matrix[i][j] - std::real(matrix[i][j]));
        }
      }
      pairs[k].value = s[k][k] + moved;
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const Eigenpair& a, const Eigenpair& b) {
                return std::real(a.value) > std::real(b.value);
              });
    return pairs;
  }

  // Turns rows and columns p and q of s so that s[p][q] = 0, and v with them.
  static void RotatePair(size_t p, size_t q,
                         std::vector<std::vector<double>>& s,
                         std::vector<std::vector<double>>& v) {
    const double zeta = (s[q][q] - s[p][p]) / (2 * s[p][q]);
    const double sign = zeta < 0 ? -1 : 1;
    const double t = sign / (sign * zeta + std::sqrt(1 + zeta * zeta));
    const double c = 1 / std::sqrt(1 + t * t), d = c * t;
    const auto turn = [&](double& x, double& y) {
      const double was = x;
      x = c * was - d * y;
      y = d * was + c * y;
    };
    for (std::vector<double>& row : s) turn(row[p], row[q]);
    for (size_t k = 0; k < s.size(); ++k) turn(s[p][k], s[q][k]);
    for (std::vector<double>& row : v) turn(row[p], row[q]);
  }

  // The matrix of a whose leading index is `lead`, from cell(i, j).
  template <typename Cell>
  static std::vector<std::vector<Number>> Table(int64_t n, const Cell& cell) {
    std::vector<std::vector<Number>> table;
    for (int64_t i = 0; i < n; ++i) {
      table.emplace_back();
      for (int64_t j = 0; j < n; ++j) table.back().push_back(cell(i, j));
    }
    return table;
  }

  static Index Followed(Index lead, int64_t i) {
    lead.push_back(i);
    return lead;
  }

  static Index At(Index lead, int64_t i, int64_t j) {
    lead.push_back(i);
    lead.push_back(j);
    return lead;
  }

  static Shape Leading(const Out& a, size_t inner) {
    Shape lead = a.shape;
    for (size_t i = 0; i < inner; ++i) lead.pop_back();
    return lead;
  }

  // Roots of the eigenvalues of A·Aᵀ or Aᵀ·A, the smaller.
  static Out SingularValues(Call call) {
    const Out& a = call["a"];
    const int64_t m = a.shape.FromBack(1), n = a.shape.back();
    Shape shape = Leading(a, 2);
    const Shape lead = shape;
    shape.push_back(std::min(m, n));
    Out out(shape);
    ForEachIndex(lead, [&](const Index& matrix) {
      const auto gram = [&](int64_t i, int64_t j) {
        Number sum = 0;
        for (int64_t k = 0; k < std::max(m, n); ++k) {
          sum += m <= n ? a[At(matrix, i, k)] * a[At(matrix, j, k)]
                        : a[At(matrix, k, i)] * a[At(matrix, k, j)];
        }
        return sum;
      };
      Index cell = matrix;
      cell.push_back(0);
      for (const Eigenpair& pair : Eigenpairs(Table(shape.back(), gram))) {
        out[cell] = std::sqrt(pair.value);
        ++cell.back();
      }
    });
    return out;
  }

  static Out Symmetry(Call call) {
    const Out& a = call["a"];
    Out out(Leading(a, 2));
    ForEachIndex(out.shape, [&](const Index& matrix) {
      const auto half = [&](int64_t i, int64_t j) {
        return 0.5 * (a[At(matrix, i, j)] + a[At(matrix, j, i)]);
      };
      out[matrix] = Eigenpairs(Table(a.shape.back(), half)).back().value;
    });
    return out;
  }

  // Eigenvectors of A·Aᵀ, their largest cells positive, times σ^½ = λ^¼.
  static Out LowRank(Call call) {
    const Out& x = call["x"];
    const int64_t m = x.shape.FromBack(1), rank = call.Get("rank").integer();
    Shape shape = Leading(x, 1);
    shape.push_back(rank);
    Out out(shape);
    ForEachIndex(Leading(x, 2), [&](const Index& matrix) {
      const auto gram = [&](int64_t i, int64_t j) {
        Number sum = 0;
        for (int64_t k = 0; k < x.shape.back(); ++k) {
          sum += x[At(matrix, i, k)] * x[At(matrix, j, k)];
        }
        return sum;
      };
      const std::vector<Eigenpair> pairs = Eigenpairs(Table(m, gram));
      for (int64_t k = 0; k < rank; ++k) {
        const Eigenpair& pair = pairs.at(static_cast<size_t>(k));
        const double largest = *std::max_element(
            pair.vector.begin(), pair.vector.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });
        const double sign = largest < 0 ? -1 : 1;
        for (int64_t i = 0; i < m; ++i) {
          out[At(matrix, i, k)] = sign * std::sqrt(std::sqrt(pair.value)) *
                                  pair.vector.at(static_cast<size_t>(i));
        }
      }
    });
    return out;
  }

  static Out Mean(Call call) {
    const Out& x = call["x"];
    Out out(Leading(x, 1));
    ForEachIndex(x.shape, [&](const Index& index) {
      Index row = index;
      row.pop_back();
      out[row] += x[index] / static_cast<double>(x.shape.back());
    });
    return out;
  }

  static Out Cosine(Call call) {
    const Out &queries = call["queries"], &keys = call["keys"];
    Shape shape = Leading(queries, 1);
    shape.push_back(keys.shape.FromBack(1));
    Out out(shape);
    ForEachIndex(shape, [&](const Index& index) {
      Index lead = index;
      lead.pop_back();
      lead.pop_back();
      const Index shared = Narrow(Leading(keys, 2), lead);
      Number product = 0, query = 0, key = 0;
      for (int64_t d = 0; d < queries.shape.back(); ++d) {
        const Number q = queries[At(lead, index.FromBack(1), d)];
        const Number k = keys[At(shared, index.back(), d)];
        product += q * k;
        query += q * q;
        key += k * k;
      }
      out[index] = product / std::sqrt(query * key);
    });
    return out;
  }

  // The length of the matrix itself, cell by cell.
  static Out SoftmaxJacobian(Call call) {
    const Out& weights = call["weights"];
    Out out(Leading(weights, 1));
    ForEachIndex(out.shape, [&](const Index& row) {
      Number squares = 0;
      for (int64_t i = 0; i < weights.shape.back(); ++i) {
        for (int64_t j = 0; j < weights.shape.back(); ++j) {
          const Number p = weights[Followed(row, i)];
          const Number cell =
              p * ((i == j ? 1.0 : 0.0) - weights[Followed(row, j)]);
          squares += cell * cell;
        }
      }
      out[row] = std::sqrt(squares);
    });
    return out;
  }

  static double UnitOf(Call call) {
    return call.Get("unit").text == "bits" ? std::log(2.0) : 1;
  }

  static Out Entropy(Call call) {
    const Out& p = call["p"];
    Out out(Leading(p, 1));
    ForEachIndex(p.shape, [&](const Index& index) {
      Index row = index;
      row.pop_back();
      out[row] -= p[index] * std::log(p[index]) / UnitOf(call);
    });
    return out;
  }

  // Σ p·(log p − log p(x) − log p(y)), whatever p sums to.
  static Out Information(Call call) {
    const Out& p = call["p"];
    Out out(Leading(p, 2));
    ForEachIndex(p.shape, [&](const Index& index) {
      Index matrix = index;
      matrix.pop_back();
      matrix.pop_back();
      Number x = 0, y = 0;
      for (int64_t j = 0; j < p.shape.back(); ++j) {
        x += p[At(matrix, index.FromBack(1), j)];
      }
      for (int64_t i = 0; i < p.shape.FromBack(1); ++i) {
        y += p[At(matrix, i, index.back())];
      }
      out[matrix] += p[index] *
                     (std::log(p[index]) - std::log(x) - std::log(y)) /
                     UnitOf(call);
    });
    return out;
  }

  // Written as the layers are built, matrix by matrix.
  static Out Counted(Call call) {
    const auto size = [&](const char* name, double otherwise = NAN) {
      const double given = call.Get(name).number;
      return std::isnan(given) ? otherwise : given;
    };
    const std::string kind = call.Get("kind").text;
    const bool always = kind == "bert" || kind == "gpt2";
    const double bias = always || call.Get("bias").flag();
    const double c = size("width"), h = size("heads"), g = size("groups", h);
    const double d = size("head_width", c / h), f = size("hidden");
    const double e = size("value_width", d), k = size("latent");
    const double r = size("rotary"), layers = size("layers", 1);
    const double tokens = size("batch", 1) * size("length", 1);
    const auto linear = [&](double in, double out, double with) {
      return in * out + with * out;
    };
    const auto attention = [&](double with) {
      return linear(c, h * d, with) + 2 * linear(c, g * d, with) +
             linear(h * d, c, with);
    };
    const auto forward = [&](double with) {
      return linear(c, f, with) + linear(f, c, with);
    };
    const auto layer = [&](double with) {
      return attention(with) + forward(with) + 2 * (c + with * c);
    };
    double count = NAN;
    if (kind == "linear") count = linear(c, f, bias);
    if (kind == "attention") count = attention(bias);
    if (kind == "latent_attention") {
      const double q = size("query_latent", 0);
      const double queries = h * (d + r);
      count = (q > 0 ? c * q + q * queries : c * queries) + c * (k + r) +
              k * h * (d + e) + h * e * c;
    }
    if (kind == "feed_forward") count = forward(bias);
    if (kind == "gated_feed_forward") {
      count = 2 * linear(c, f, bias) + linear(f, c, bias);
    }
    if (kind == "norm") count = c + bias * c;
    if (kind == "encoder_layer") count = layer(bias);
    if (kind == "decoder_layer") {
      count = layer(bias) + attention(bias) + c + bias * c;
    }
    const double words = size("vocabulary") * c;
    if (kind == "bert") {
      count = words + size("positions") * c + 2 * c + 2 * c +
              layers * layer(1) + linear(c, c, 1);
    }
    if (kind == "gpt2") {
      count = words + size("positions") * c + layers * layer(1) + 2 * c;
    }
    if (kind == "t5") {
      count = words + layers * (2 * layer(0) + attention(0) + c) + 2 * c +
              2 * 32 * h;
    }
    const double bytes = size("bytes", 1);
    if (kind == "key_value_cache") count = 2 * layers * tokens * g * d * bytes;
    if (kind == "latent_cache") count = layers * tokens * (k + r) * bytes;
    const double times = 2 * layers * tokens;
    if (kind == "attention_operations") {
      count = times * size("keys", size("length", 1)) * h * (d + e);
    }
    if (kind == "projection_operations") count = times * attention(0);
    if (kind == "feed_forward_operations") count = times * forward(0);
    if (kind == "rank_freedom") count = k * (c + f - k);
    if (kind == "symmetric_rank_freedom") count = k * c - k * (k - 1) / 2;
    Out out{Shape()};
    out.cells[0] = count;
    return out;
  }

  static Twin<Number> Find(const std::string& name) {
    static const std::map<std::string, Twin<Number>> twins = {
        {"embedding", Embedding},
        {"normal", Normal},
        {"uniform", Uniform},
        {"sinusoidal", Sinusoidal},
        {"rotary_frequencies", RotaryFrequencies},
        {"rotary_table", RotaryTable},
        {"rotary", Rotary},
        {"alibi", Alibi},
        {"relative_bias", RelativeBias},
        {"add", Add},
        {"difference", Difference},
        {"multiply", Multiply},
        {"activation", Activation},
        {"linear", Linear},
        {"matmul", MatMul},
        {"scores", Scores},
        {"scale", Scale},
        {"soft_cap", SoftCap},
        {"mask", Mask},
        {"combine_masks", CombineMasks},
        {"visible", Visible},
        {"triangle", Triangle},
        {"apply_mask", ApplyMask},
        {"softmax", Softmax},
        {"masked_softmax", MaskedSoftmax},
        {"log_softmax", LogSoftmax},
        {"weighted_sum", WeightedSum},
        {"attention", Attention},
        {"slice", Slice},
        {"concatenate", Concatenate},
        {"split_heads", SplitHeads},
        {"join_heads", JoinHeads},
        {"pool_heads", PoolHeads},
        {"multi_head_attention", MultiHead},
        {"latent_attention", Latent},
        {"layer_norm", LayerNorm},
        {"rms_norm", RmsNorm},
        {"norm", Norm},
        {"singular_values", SingularValues},
        {"symmetry", Symmetry},
        {"low_rank", LowRank},
        {"statistics", Mean},
        {"cosine", Cosine},
        {"softmax_jacobian", SoftmaxJacobian},
        {"entropy", Entropy},
        {"information", Information},
        {"count", Counted}};
    const auto found = twins.find(name);
    return found == twins.end() ? nullptr : found->second;
  }
};

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_H_
