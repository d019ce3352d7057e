// SPDX-License-Identifier: MIT
// Visits of eight rigid contacts at a time (contact_batches.hpp), of bodies with six velocities.
//
// A contact with a bond of c [N s] is one of x = R + c e_N, with q = B + offset − W c e_N (constraints/cone_form.hpp). Batches are
// filled in the order of the contacts, each into the first batch that has a free lane and none of its bodies. Large problems are swept
// in parts (contact_parts.hpp), by as many threads as there are.
#pragma once

#include "corbel/constraints/cone_form.hpp"
#include "corbel/solvers/sweeps/contact_batches.hpp"
#include "corbel/solvers/sweeps/contact_parts.hpp"
#include "corbel/solvers/sweeps/contact_visits.hpp"

#include <array>

namespace corbel {

class BatchedVisits : public ContactVisits {
 public:
  /// forms: of all contacts, each the same at any (U, R).
  BatchedVisits(const LocalProblem& problem, const std::vector<Mat3>& proximal, std::vector<ConeForm> forms,
                const SweepKernel& kernel = sweep_kernel());
  BatchedVisits(const BatchedVisits&) = delete;
  BatchedVisits& operator=(const BatchedVisits&) = delete;

  void start(const Impulses& R) override;
  VisitSums sweep(double beta, bool all) override;
  bool is_idle() const override;
  void refresh() override;
  void reorder() override;
  void impulses(Impulses& R) const override;

 private:
  struct Place {
    std::uint32_t batch = 0, lane = 0;
  };
  struct Part {
    std::vector<std::uint32_t> all, carrying;  ///< batches
    LaneSums sums;
  };
  void find_q();
  void fill(const std::vector<std::size_t>& order, const Impulses& x, const Impulses& x_last);
  void fill_part(std::size_t p, const std::vector<std::size_t>& order, const Impulses& x,
                 const Impulses& x_last);
  void sweep_part(Part& part, double beta, bool all);
  std::array<int, 2> numbers_of(std::size_t i) const;
  void put(std::size_t i, const Place& place, const Vec3& x, const Vec3& x_last);
  Vec3 at(const double (&a)[3][lanes], std::uint32_t lane) const
  {
    return {a[0][lane], a[1][lane], a[2][lane]};
  }

  const LocalProblem& problem_;
  std::vector<ConeForm> forms_;
  VisitBatches visit_;
  std::vector<double> rho_;
  std::vector<Vec3> q_;
  std::vector<std::size_t> mobile_;
  std::vector<Place> place_;  // of each contact; those that are immobile have none
  std::vector<ContactBatch> batches_;
  ContactParts split_;
  std::vector<Part> parts_;  // the last is the interface
  std::vector<double> v_memory_;
  double* v_ =
      nullptr;  // aligned, eight numbers a body; a body for each part that does not move, then those of W
  double* v_last_ = nullptr;
  std::size_t v_size_ = 0;
};

}  // namespace corbel
