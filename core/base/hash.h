// FNV-1a, 64 bits: a word's number, the same everywhere.
// Source: Fowler, Noll, Vo; IETF draft-eastlake-fnv.
#ifndef CLEARHEAD_CORE_BASE_HASH_H_
#define CLEARHEAD_CORE_BASE_HASH_H_

#include <cstdint>
#include <string_view>

namespace clearhead {

constexpr uint64_t Hash(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3u;
  }
  return hash;
}

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_BASE_HASH_H_
