// A stable order, compiled once for everything that is sorted.
#ifndef CLEARHEAD_CORE_BASE_ORDER_H_
#define CLEARHEAD_CORE_BASE_ORDER_H_

#include <vector>

#include "core/base/function_ref.h"

namespace clearhead {

// Sorts by `before`; items that are equal keep their order (merge sort).
void SortStable(std::vector<int>* items,
                FunctionRef<bool(int a, int b)> before);

// 0, 1 … count − 1 in that order.
std::vector<int> OrderOf(int count, FunctionRef<bool(int a, int b)> before);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_ORDER_H_
