// SPDX-License-Identifier: MIT
#include "corbel/bodies/state.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace corbel {
namespace {

constexpr Eigen::Index boundary = 8;  ///< numbers in 64 bytes

void show(MotionVectors::Vector& view, FlatVector& in, std::size_t body)
{
  std::construct_at(&view, in.data(body), in.size(body));  // a map is pointed elsewhere by making it anew
}

void write(const MotionVectors::Vector& numbers, FlatVector& to, std::size_t body)
{
  std::copy(numbers.data(), numbers.data() + numbers.size(), to.data(body));
}

/// Each view with the array it is of.
template<class Vectors>
auto pairs(Vectors& v, BodyArrays& arrays)
{
  StepVectors& s = arrays.step;
  return std::array{std::pair(&v.q, &arrays.state.q),  std::pair(&v.u, &arrays.state.u),
                    std::pair(&v.q_mid, &s.q_mid),     std::pair(&v.start, &s.start),
                    std::pair(&v.free, &s.free),       std::pair(&v.end, &s.end),
                    std::pair(&v.impulse, &s.impulse), std::pair(&v.force, &s.force)};
}

}  // namespace

void FlatVector::add(Eigen::Index size)
{
  begin_.push_back(static_cast<Eigen::Index>(numbers_.size()));
  size_.push_back(size);
  numbers_.resize(numbers_.size() + static_cast<std::size_t>((size + boundary - 1) / boundary * boundary));
}

bool BodyArrays::add(const BodySizes& sizes)
{
  bool moved = false;
  const auto extend = [&](FlatVector& vector, Eigen::Index size) {
    const double* before = vector.memory();
    vector.add(size);
    moved = moved || vector.memory() != before;
  };
  extend(state.q, sizes.q);
  extend(step.q_mid, sizes.q);
  for (FlatVector* vector : {&state.u, &step.start, &step.free, &step.end, &step.impulse})
    extend(*vector, sizes.u);
  extend(step.force, sizes.load);
  return moved;
}

void MotionVectors::view(BodyArrays& arrays, std::size_t body)
{
  for (const auto& [vector, in] : pairs(*this, arrays))
    show(*vector, *in, body);
}

void MotionVectors::move_to(BodyArrays& arrays, std::size_t body)
{
  for (const auto& [vector, in] : pairs(*this, arrays))
    write(*vector, *in, body);
  view(arrays, body);
}

}  // namespace corbel
