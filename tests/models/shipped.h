// A model as its file in web/models has it.
#ifndef CLEARHEAD_TESTS_MODELS_SHIPPED_H_
#define CLEARHEAD_TESTS_MODELS_SHIPPED_H_

#include <cstddef>
#include <memory>
#include <string>

#include "core/model/model.h"
#include "core/text/pieces.h"

namespace clearhead::models {

struct Shipped {
  size_t bytes = 0;  // of the file
  std::shared_ptr<Budget> budget;
  Pieces pieces;
  Model model;
};

// Read once; the test fails where the file is missing or wrong.
const Shipped& TheShipped(const std::string& name);

}  // namespace clearhead::models

#endif  // CLEARHEAD_TESTS_MODELS_SHIPPED_H_
