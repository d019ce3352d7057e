// SPDX-License-Identifier: MIT
// A 64-bit checksum of plain numbers, fast enough to be taken of every frame.
//
// Four lanes of x ← rotate((x xor word) · odd): each step is a bijection of its word, so a change of a
// single word is always seen; HDF5 itself checks its own structures but not our numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace corbel {

inline std::uint64_t checksum_step(std::uint64_t x, std::uint64_t word)
{
  return std::rotl((x ^ word) * 0x9E3779B97F4A7C15u, 29);
}

/// Of `bytes`, continuing from `seed`.
inline std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed)
{
  std::array<std::uint64_t, 4> lane = {seed ^ 1, seed ^ 2, seed ^ 3, seed ^ bytes.size()};
  std::size_t at = 0;
  for (std::array<std::uint64_t, 4> words{}; at + sizeof(words) <= bytes.size(); at += sizeof(words)) {
    std::memcpy(words.data(), bytes.data() + at, sizeof(words));
    for (std::size_t i = 0; i < 4; ++i)
      lane[i] = checksum_step(lane[i], words[i]);
  }
  for (; at < bytes.size(); ++at)
    lane[0] = checksum_step(lane[0], std::to_integer<std::uint64_t>(bytes[at]));
  std::uint64_t sum = 0;
  for (const std::uint64_t x : lane)
    sum = checksum_step(sum, x);
  return sum ^ (sum >> 32);
}

/// Of the numbers in an array (std::vector, std::string, std::span), continuing from `seed`.
template<class Array>
std::uint64_t checksum_of(const Array& rows, std::uint64_t seed)
{
  static_assert(std::is_trivially_copyable_v<typename Array::value_type>);
  return checksum(std::as_bytes(std::span(rows.data(), rows.size())), seed);
}

}  // namespace corbel
