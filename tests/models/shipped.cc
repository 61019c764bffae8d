#include "tests/models/shipped.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <vector>

#include "core/io/model_file.h"

namespace clearhead::models {
namespace {

Shipped Read(const std::string& name) {
  std::ifstream file(CLEARHEAD_SOURCE "/web/models/" + name + ".safetensors",
                     std::ios::binary);
  REQUIRE(file.is_open());
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  const auto opened = Safetensors::Open(
      {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  REQUIRE(opened);
  const std::string* vocabulary = FindWord(opened->metadata(), "vocabulary");
  REQUIRE(vocabulary != nullptr);
  auto pieces = Pieces::Parse(*vocabulary);
  REQUIRE(pieces);
  Shipped shipped;
  shipped.bytes = bytes.size();
  shipped.budget = std::make_shared<Budget>(size_t{1} << 30);
  shipped.pieces = *std::move(pieces);
  auto model = ReadModel(*opened, shipped.budget);
  REQUIRE(model);
  shipped.model = *std::move(model);
  REQUIRE(shipped.pieces.size() == shipped.model.config.vocabulary);
  return shipped;
}

}  // namespace

const Shipped& TheShipped(const std::string& name) {
  static std::map<std::string, Shipped> all;
  const auto found = all.find(name);
  return found != all.end() ? found->second
                            : all.emplace(name, Read(name)).first->second;
}

}  // namespace clearhead::models
