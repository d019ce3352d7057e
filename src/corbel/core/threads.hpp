// SPDX-License-Identifier: MIT
// Thread loops over oneTBB whose results do not depend on the number of threads.
//
// The rule that keeps the bits: a loop body writes only to its own index (or its own chunk, whose
// borders depend on the problem size alone), and sums are done afterwards in index order.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace corbel {

/// Threads used when no limit is set.
inline int hardware_threads()
{
  return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

/// While alive, at most `count` threads are used (0: all cores).
class ThreadLimit {
 public:
  explicit ThreadLimit(int count)
      : control_(tbb::global_control::max_allowed_parallelism,
                 static_cast<std::size_t>(count > 0 ? count : hardware_threads()))
  {
  }

 private:
  tbb::global_control control_;
};

#ifdef CORBEL_PLAIN_THREADS
/// The loop of the tsan preset: ThreadSanitizer cannot see into Debian's oneTBB, which is not instrumented,
/// and would report each of its own hand-overs as a race. What it is to judge are the loop bodies, and those
/// are the same.
template<class Body>
void parallel_ranges(std::size_t n, std::size_t grain, const Body& body)
{
  const std::size_t ranges = (n + grain - 1) / grain;
  std::atomic<std::size_t> next = 0;
  std::exception_ptr trouble;
  std::mutex trouble_mutex;
  const auto work = [&] {
    for (std::size_t r = next++; r < ranges; r = next++) {
      try {
        body(r * grain, std::min(n, (r + 1) * grain));
      } catch (...) {
        const std::lock_guard lock(trouble_mutex);
        trouble = std::current_exception();
      }
    }
  };
  std::vector<std::thread> helpers;
  for (std::size_t t = 1; t < std::min(ranges, static_cast<std::size_t>(hardware_threads())); ++t)
    helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers)
    helper.join();
  if (trouble) std::rethrow_exception(trouble);
}
#else
/// body(begin, end) over ranges that cover [0, n).
template<class Body>
void parallel_ranges(std::size_t n, std::size_t grain, const Body& body)
{
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, grain),
                    [&](const auto& range) { body(range.begin(), range.end()); });
}
#endif

/// body(i) for i in [0, n). Small loops run in the calling thread: waking a worker costs more.
template<class Body>
void parallel_for(std::size_t n, std::size_t grain, const Body& body)
{
  if (n <= grain) {
    for (std::size_t i = 0; i < n; ++i)
      body(i);
    return;
  }
  parallel_ranges(n, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i != end; ++i)
      body(i);
  });
}

/// body(chunk, begin, end) over fixed chunks of `size` indices; returns nothing: the caller keeps one
/// output buffer per chunk and joins them in order.
template<class Body>
void parallel_chunks(std::size_t n, std::size_t size, const Body& body)
{
  const std::size_t chunks = (n + size - 1) / size;
  parallel_for(chunks, 1, [&](std::size_t c) { body(c, c * size, std::min(n, (c + 1) * size)); });
}

}  // namespace corbel
