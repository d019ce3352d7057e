// SPDX-License-Identifier: MIT
// A growing array whose first N entries live on the stack.
#pragma once

#include <cstddef>
#include <vector>

namespace corbel {

/// For the narrow phase, where nearly all polygons are small and an allocation would cost more than the
/// clipping. Entries must be cheap to default-construct.
template<class T, std::size_t N>
class SmallBuffer {
 public:
  SmallBuffer() : data_(stack_), capacity_(N) {}
  SmallBuffer(const SmallBuffer&) = delete;
  SmallBuffer& operator=(const SmallBuffer&) = delete;

  void push_back(const T& value)
  {
    if (size_ == capacity_) grow();
    data_[size_++] = value;
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

 private:
  void grow()
  {
    std::vector<T> larger(2 * capacity_);
    for (std::size_t i = 0; i < size_; ++i)
      larger[i] = data_[i];
    heap_ = std::move(larger);
    data_ = heap_.data();
    capacity_ = heap_.size();
  }

  T stack_[N];  // not std::array: entries stay uninitialised until they are pushed
  std::vector<T> heap_;
  T* data_;
  std::size_t capacity_;
  std::size_t size_ = 0;
};

}  // namespace corbel
