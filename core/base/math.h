// Exponential, logarithm and angles in double, by short series. The same
// source runs natively and in wasm, so drawn numbers and tables are bit-equal;
// there are no tables of constants to load. Relative error below 4e-16 times
// the condition of the argument, tested against long double.
#ifndef CLEARHEAD_CORE_BASE_MATH_H_
#define CLEARHEAD_CORE_BASE_MATH_H_

namespace clearhead {

// e^x: 0 below −745.2, infinity above 709.8.
double Exp(double x);
// ln x: −infinity at 0, NaN below.
double Log(double x);
// base^exponent for base ≥ 0, NaN below; 1 for exponent 0.
double Pow(double base, double exponent);
// |x| ≤ 2^22.
double Sin(double x);
double Cos(double x);
double Tanh(double x);
// The error function, 2/√π·∫₀ˣ e^(−t²) dt.
double Erf(double x);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_MATH_H_
