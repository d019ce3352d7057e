// SPDX-License-Identifier: MIT
#include "corbel/solvers/cones/search.hpp"

#include "corbel/core/interrupt.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace corbel {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

Search::Search(const ConeProblem& problem, double tolerance, const Eigen::VectorXd& start)
    : problem_(problem), tolerance_(tolerance), best_(problem.project(start)),
      residual_(problem.residual(best_))
{
  if (!(std::isfinite(residual_.absolute) && std::isfinite(residual_.scaled))) {
    best_.setZero();
    residual_ = problem.residual(best_);
  }
}

void Search::begin(std::string method)
{
  close_stage();
  stages_.push_back({std::move(method), 0, 0, {infinity, infinity}});
  begun_ = Clock::now();
}

void Search::close_stage()
{
  if (!stages_.empty()) stages_.back().seconds = std::chrono::duration<double>(Clock::now() - begun_).count();
}

void Search::count_iteration()
{
  poll_interrupt();
  ++stages_.back().iterations;
}

double Search::offer(const Eigen::VectorXd& r)
{
  const Eigen::VectorXd point = problem_.project(r);
  const Residual found = problem_.residual(point);
  if (!(std::isfinite(found.absolute) && std::isfinite(found.scaled))) return infinity;
  if (stages_.back().iterations > 0) history_.push_back(found);
  if (worst(found) < worst(stages_.back().residual)) stages_.back().residual = found;
  if (worst(found) < worst(residual_)) {
    residual_ = found;
    best_ = point;
  }
  return worst(found);
}

int Search::factorizations() const
{
  int sum = 0;
  for (const SolverStage& stage : stages_)
    if (stage.method == "newton" || stage.method == "interior_point") sum += stage.iterations;
  return sum;
}

std::vector<SolverStage> Search::take_stages()
{
  close_stage();
  return std::exchange(stages_, {});
}

}  // namespace corbel
