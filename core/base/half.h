// IEEE 754 binary16: a sign bit, 5 bits of exponent, 10 of fraction. The
// largest number is 65504, the smallest normal one 2^-14, the smallest of all
// 2^-24.
#ifndef CLEARHEAD_CORE_BASE_HALF_H_
#define CLEARHEAD_CORE_BASE_HALF_H_

#include <cstdint>

namespace clearhead {

// The bits of the nearest half, ties to even: infinity from 65520 on; every NaN
// becomes the quiet one.
uint16_t ToHalf(double x);
float FromHalf(uint16_t bits);

// x as float16 holds it.
inline double RoundToHalf(double x) { return FromHalf(ToHalf(x)); }

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_HALF_H_
