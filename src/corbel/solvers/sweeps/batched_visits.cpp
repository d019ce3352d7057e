// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/batched_visits.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/solvers/residual.hpp"

#include <algorithm>
#include <numeric>

namespace corbel {
namespace {

constexpr std::size_t most_open = 64;  ///< batches with a free lane that are tried; more hardly fill better

double* aligned(double* a)
{
  constexpr std::size_t line = 64;
  const auto address = reinterpret_cast<std::uintptr_t>(a);
  return a + (line - address % line) % line / sizeof(double);
}

bool is_carrying(const ContactBatch& batch)
{
  double sum = 0;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t l = 0; l < lanes; ++l)
      sum += std::abs(batch.x[r][l]) + std::abs(batch.x_last[r][l]);
  return sum > 0;
}

}  // namespace

BatchedVisits::BatchedVisits(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                             std::vector<ConeForm> forms, const SweepKernel& kernel)
    : problem_(problem), forms_(std::move(forms)), visit_(kernel.visit), rho_(problem.size()),
      place_(problem.size())
{
  for (std::size_t i = 0; i < problem.size(); ++i) {
    rho_[i] = step_length(problem, proximal, i);
    if (rho_[i] > 0) mobile_.push_back(i);
  }
  find_q();
  split_ = contact_parts(problem.W.factor(), mobile_);
  parts_.resize(split_.count + 1);
  v_size_ = 8 * (static_cast<std::size_t>(problem.W.columns()) + parts_.size());
  v_memory_.assign(2 * v_size_ + 16, 0);
  v_ = aligned(v_memory_.data());
  v_last_ = aligned(v_ + v_size_);
}

void BatchedVisits::find_q()
{
  q_ = problem_.B;
  bool bonded = false;
  Impulses c(problem_.size(), Vec3::Zero());
  for (const std::size_t i : mobile_) {
    q_[i] += forms_[i].offset;
    c[i].z() = forms_[i].cohesion;
    bonded = bonded || forms_[i].cohesion != 0;
  }
  if (!bonded) return;
  const std::vector<Vec3> Wc = problem_.W.multiply(c);
  for (const std::size_t i : mobile_)
    q_[i] -= Wc[i];
}

/// Bodies of a contact as numbers of v. Where there is none, the one of its part that does not move: threads write to it.
std::array<int, 2> BatchedVisits::numbers_of(std::size_t i) const
{
  const FactorRows::Columns c = problem_.W.factor().bodies(i);
  const int none = split_.of_contact[i], first = static_cast<int>(parts_.size());
  return {c[0] < 0 ? none : first + c[0], c[1] < 0 ? none : first + c[1]};
}

void BatchedVisits::put(std::size_t i, const Place& place, const Vec3& x, const Vec3& x_last)
{
  place_[i] = place;
  ContactBatch& batch = batches_[place.batch];
  const std::uint32_t l = place.lane;
  const std::array<int, 2> body = numbers_of(i);
  for (std::size_t a = 0; a < 2; ++a) {
    batch.body[a][l] = body[a];
    const FactorRows::ConstBlock G = problem_.W.factor().block(i, a);
    for (Eigen::Index k = 0; k < G.size(); ++k)
      batch.G[a][k][l] = G.data()[k];
  }
  const double mu = forms_[i].mu;
  batch.mu[l] = mu;
  batch.over[l] = 1 / (1 + mu * mu);
  batch.rho[l] = rho_[i];
  batch.w[l] = mobility(problem_, i);
  for (Eigen::Index r = 0; r < 3; ++r) {
    batch.q[r][l] = q_[i][r];
    batch.x[r][l] = x[r];
    batch.x_last[r][l] = x_last[r];
  }
}

void BatchedVisits::fill(const std::vector<std::size_t>& order, const Impulses& x, const Impulses& x_last)
{
  batches_.clear();
  for (std::size_t p = 0; p < parts_.size(); ++p)
    fill_part(p, order, x, x_last);
}

/// Lanes that stay empty are contacts of the body that does not move, with nothing but zeros.
void BatchedVisits::fill_part(std::size_t p, const std::vector<std::size_t>& order, const Impulses& x,
                              const Impulses& x_last)
{
  struct Open {
    std::uint32_t batch, count;
    std::array<int, 2 * lanes> bodies;
  };
  const auto none = static_cast<int>(p), first = static_cast<int>(batches_.size());
  std::vector<Open> open;
  for (const std::size_t i : order) {
    if (split_.of_contact[i] != p) continue;
    const std::array<int, 2> body = numbers_of(i);
    const auto is_in = [&](const Open& b, int number) {
      return number != none && std::find(b.bodies.begin(), b.bodies.begin() + 2 * b.count, number) !=
                                   b.bodies.begin() + 2 * b.count;
    };
    auto fits = std::find_if(open.begin(), open.end(),
                             [&](const Open& b) { return !is_in(b, body[0]) && !is_in(b, body[1]); });
    if (fits == open.end()) {
      if (open.size() == most_open) open.erase(open.begin());
      open.push_back({static_cast<std::uint32_t>(batches_.size()), 0, {}});
      batches_.push_back({});
      std::fill_n(&batches_.back().body[0][0], 2 * lanes, none);
      fits = open.end() - 1;
    }
    put(i, {fits->batch, fits->count}, x[i], x_last[i]);
    fits->bodies[2 * fits->count] = body[0];
    fits->bodies[2 * fits->count + 1] = body[1];
    if (++fits->count == lanes) open.erase(fits);
  }
  parts_[p].all.resize(batches_.size() - static_cast<std::size_t>(first));
  std::iota(parts_[p].all.begin(), parts_[p].all.end(), static_cast<std::uint32_t>(first));
  parts_[p].carrying.clear();
}

void BatchedVisits::start(const Impulses& R)
{
  Impulses x = R;
  for (const std::size_t i : mobile_)
    x[i].z() += forms_[i].cohesion;
  fill(mobile_, x, x);
  refresh();
}

void BatchedVisits::refresh()
{
  std::fill(v_, v_ + v_size_, 0.0);
  std::fill(v_last_, v_last_ + v_size_, 0.0);
  const auto add = [](const FactorRows::ConstBlock& G, const Vec3& p, double* v) {
    for (Eigen::Index k = 0; k < G.cols(); ++k)
      v[k] += G.col(k).dot(p);
  };
  for (const std::size_t i : mobile_) {
    const ContactBatch& batch = batches_[place_[i].batch];
    const Vec3 x = at(batch.x, place_[i].lane), x_last = at(batch.x_last, place_[i].lane);
    if (x.squaredNorm() == 0 && x_last.squaredNorm() == 0) continue;
    const std::array<int, 2> body = numbers_of(i);
    for (std::size_t a = 0; a < 2; ++a) {
      const FactorRows::ConstBlock G = problem_.W.factor().block(i, a);
      const std::size_t begin = 8 * static_cast<std::size_t>(body[a]);
      add(G, x, v_ + begin);
      add(G, x_last, v_last_ + begin);
    }
  }
}

void BatchedVisits::reorder()
{
  Impulses x(problem_.size(), Vec3::Zero()), x_last = x;
  for (const std::size_t i : mobile_) {
    x[i] = at(batches_[place_[i].batch].x, place_[i].lane);
    x_last[i] = at(batches_[place_[i].batch].x_last, place_[i].lane);
  }
  std::vector<std::size_t> order = mobile_;
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t i) { return x[i].squaredNorm() > 0 || x_last[i].squaredNorm() > 0; });
  fill(order, x, x_last);
  refresh();
}

bool BatchedVisits::is_idle() const
{
  return std::ranges::all_of(parts_, [](const Part& part) { return part.carrying.empty(); });
}

void BatchedVisits::sweep_part(Part& part, double beta, bool all)
{
  part.sums = {};
  const std::vector<std::uint32_t>& list = all ? part.all : part.carrying;
  visit_(batches_.data(), list.data(), list.size(), beta, v_, &part.sums);
  if (!all) return;
  part.carrying.clear();
  for (const std::uint32_t b : part.all)
    if (is_carrying(batches_[b])) part.carrying.push_back(b);
}

VisitSums BatchedVisits::sweep(double beta, bool all)
{
  for (std::size_t k = 0; k < v_size_; ++k) {
    const double v = v_[k];
    v_[k] = v + beta * (v - v_last_[k]);
    v_last_[k] = v;
  }
  parallel_for(split_.count, 1, [&](std::size_t p) { sweep_part(parts_[p], beta, all); });
  sweep_part(parts_.back(), beta, all);
  VisitSums sums;
  for (const Part& part : parts_)
    for (std::size_t l = 0; l < lanes; ++l) {
      sums.e2 += part.sums.e2[l];
      sums.s += part.sums.s[l];
    }
  return sums;
}

void BatchedVisits::impulses(Impulses& R) const
{
  R.assign(problem_.size(), Vec3::Zero());
  for (const std::size_t i : mobile_) {
    R[i] = at(batches_[place_[i].batch].x, place_[i].lane);
    R[i].z() -= forms_[i].cohesion;
  }
}

}  // namespace corbel
