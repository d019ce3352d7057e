// SPDX-License-Identifier: MIT
// An object on the heap that belongs to its holder, as part of it: who may not change the holder may not change the
// object. (A const std::unique_ptr lets everybody do so.)
#pragma once

#include <memory>
#include <utility>

namespace corbel {

template<class T>
class Owned {
 public:
  explicit Owned(std::unique_ptr<T> object) : object_(std::move(object)) {}
  T& operator*() { return *object_; }
  const T& operator*() const { return *object_; }
  T* operator->() { return object_.get(); }
  const T* operator->() const { return object_.get(); }
  T* get() { return object_.get(); }
  const T* get() const { return object_.get(); }

 private:
  std::unique_ptr<T> object_;
};

}  // namespace corbel
