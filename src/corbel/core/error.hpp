// SPDX-License-Identifier: MIT
// The voices of trouble: what the user gave, what a file holds, what we did wrong.
//
// User input  -> InputError: names the argument, what was given, what was expected, what to try.
// Files       -> FileError: names the path and what is wrong with it.
// Our mistake -> InternalError, thrown by demand() at stage borders; assert() elsewhere.
// A bound    -> RunError: a run came to a limit the user set for it.
// A solver that did not converge is none of these: it returns a status (solvers/solver.hpp).
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace corbel {

/// Bad user input. Becomes ValueError in Python.
class InputError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A file that is missing, truncated, foreign or cannot be written. Becomes OSError in Python.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A run that cannot go on within the limits it was given. Everything so far is kept. Becomes RunError in
/// Python.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The state in the middle of a step is no state to keep: the run ends with the frames it has.
class StateError : public RunError {
 public:
  using RunError::RunError;
};

/// A broken promise inside the engine (for example a NaN at a stage border). Becomes RuntimeError.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws InputError "argument 'radius': got -1, expected a number > 0. Give the radius in metres."
/// `advice` suggests what to try and may be empty.
template<class Given>
[[noreturn]] void throw_input_error(std::string_view argument, const Given& given, std::string_view expected,
                                    std::string_view advice = "")
{
  throw InputError(fmt::format("argument '{}': got {}, expected {}.{}{}", argument, given, expected,
                               advice.empty() ? "" : " ", advice));
}

/// Always-on check of our own promises at stage borders.
inline void demand(bool promise, std::string_view what)
{
  if (!promise) throw InternalError(std::string(what));
}

}  // namespace corbel
