#include "core/io/stored_format.h"

#include <cstring>
#include <limits>

#include "core/base/half.h"

namespace clearhead {
namespace {

template <typename T>
T Stored(const uint8_t* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

bool ReadHalf(const uint8_t* stored, void* cell) {
  *static_cast<float*>(cell) = FromHalf(Stored<uint16_t>(stored));
  return true;
}

// The upper half of a float32.
bool ReadBrainFloat(const uint8_t* stored, void* cell) {
  const uint32_t bits = uint32_t{Stored<uint16_t>(stored)} << 16;
  std::memcpy(cell, &bits, sizeof(bits));
  return true;
}

bool ReadDouble(const uint8_t* stored, void* cell) {
  static_assert(std::numeric_limits<float>::is_iec559, "rounds to infinity");
  *static_cast<float*>(cell) = static_cast<float>(Stored<double>(stored));
  return true;
}

bool ReadLong(const uint8_t* stored, void* cell) {
  const auto value = Stored<int64_t>(stored);
  *static_cast<int32_t*>(cell) = static_cast<int32_t>(value);
  return value == static_cast<int32_t>(value);
}

bool ReadBool(const uint8_t* stored, void* cell) {
  *static_cast<uint8_t*>(cell) = *stored;
  return *stored <= 1;
}

constexpr StoredFormat kFormats[] = {
    {"F32", 4, DataType::kFloat32, nullptr},
    {"F16", 2, DataType::kFloat32, ReadHalf},
    {"BF16", 2, DataType::kFloat32, ReadBrainFloat},
    {"F64", 8, DataType::kFloat32, ReadDouble},
    {"I64", 8, DataType::kInt32, ReadLong},
    {"I32", 4, DataType::kInt32, nullptr},
    {"U8", 1, DataType::kUint8, nullptr},
    {"BOOL", 1, DataType::kUint8, ReadBool},
};

}  // namespace

std::span<const StoredFormat> StoredFormats() { return kFormats; }

}  // namespace clearhead
