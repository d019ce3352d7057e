// SPDX-License-Identifier: MIT
// Work in a process of its own, so that a crash or a kill is an outcome like any other.
#pragma once

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <stdexcept>
#include <string>

namespace corbel::sample {

/// Starts `work` in a child, which ends with what it returns.
template<class Work>
pid_t start(const Work& work)
{
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no child process");  // kill(-1) would reach everybody
  if (child > 0) return child;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that fails must not leave an endless writer behind
  int code = 99;
  try {
    code = work();
  } catch (const std::exception&) {
    code = 98;
  }
  ::_exit(code);
}

/// "exit 0", "signal 9".
inline std::string outcome(pid_t child)
{
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status))
                           : "signal " + std::to_string(WTERMSIG(status));
}

/// Makes this process die of endless loops and of absurd allocations.
inline void limit_seconds_and_memory()
{
  ::alarm(20);
#ifndef CORBEL_INSTRUMENTED
  const rlimit bytes = {rlim_t(2) << 30, rlim_t(2) << 30};
  ::setrlimit(RLIMIT_AS, &bytes);
#endif
}

}  // namespace corbel::sample
