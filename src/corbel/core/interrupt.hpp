// SPDX-License-Identifier: MIT
// Ctrl-C inside of long loops: they poll, and the run that set up the scope takes its step back.
#pragma once

#include <chrono>
#include <functional>

namespace corbel {

/// Thrown by poll_interrupt(), caught by whoever made the scope. No error: nothing is to be said of it.
class Interruption {};

/// While alive, poll_interrupt() in this thread asks `wanted`, first after a quarter of a second, so that
/// short work is finished, and then ten times a second. An empty function is never asked. Scopes nest.
class InterruptScope {
 public:
  explicit InterruptScope(const std::function<bool()>& wanted);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  friend void poll_interrupt();
  const std::function<bool()>& wanted_;
  std::chrono::steady_clock::time_point next_;
  InterruptScope* outer_;
};

/// For the heads of loops whose passes take a microsecond or more. Throws Interruption when the user wants to
/// stop; does nothing outside of a scope and in threads that help.
void poll_interrupt();

}  // namespace corbel
