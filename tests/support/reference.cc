#include "tests/support/reference.h"

#include <complex>
#include <string>

#include "tests/support/twins.h"

namespace clearhead::test {

template <typename Number>
Twin<Number> FindTwin(const std::string& name) {
  return Twins<Number>::Find(name);
}

template Twin<double> FindTwin(const std::string& name);
template Twin<std::complex<double>> FindTwin(const std::string& name);

}  // namespace clearhead::test
