// SPDX-License-Identifier: MIT
#include "corbel/core/interrupt.hpp"

namespace corbel {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

thread_local InterruptScope* current = nullptr;

}  // namespace

InterruptScope::InterruptScope(const std::function<bool()>& wanted)
    : wanted_(wanted), next_(Clock::now() + 250ms), outer_(current)
{
  current = this;
}

InterruptScope::~InterruptScope() { current = outer_; }

void poll_interrupt()
{
  if (!current || !current->wanted_) return;
  const Clock::time_point now = Clock::now();
  if (now < current->next_) return;
  current->next_ = now + 100ms;
  if (current->wanted_()) throw Interruption();
}

}  // namespace corbel
