// SPDX-License-Identifier: MIT
// What Python holds of the model: a simulation and an id, never a pointer into it.
#pragma once

#include "bindings.hpp"

#include "corbel/run/simulation.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include <memory>
#include <string>

namespace corbel::python {

/// A body of a simulation, looked up by id at each use, so that a removed body raises instead of dangling.
struct BodyHandle {
  std::shared_ptr<Simulation> simulation;
  int id;

  Body* find() const;
  Body& get() const;         ///< throws InputError when the body was removed
  Body& change() const;      ///< the same, and when a step is under way
  RigidBody& rigid() const;  ///< throws InputError when it is of another kind
  FiniteElementBody& finite_element() const;
};

/// A function of the script, to be called (with the interpreter held) and dropped by threads that do not hold it.
std::shared_ptr<pybind11::function> shared_function(const pybind11::function& function);

/// Throws InputError when the body is of another simulation.
Body& body_of(const std::shared_ptr<Simulation>& simulation, const BodyHandle& body);

/// A solver as Python holds it, with the report of its last solve.
class SolverHandle : public Solver {
 public:
  bool record_iterations = false;
  mutable SolverReport last;
  mutable std::vector<int> iteration_history;  ///< of every solve since recording was switched on

  SolverReport solve(const LocalProblem& problem, Impulses& R) const final
  {
    last = solver().solve(problem, R);
    if (record_iterations) iteration_history.push_back(last.iterations);
    return last;
  }
  bool wants_springs() const final { return solver().wants_springs(); }
  LocalForm local_form() const final { return solver().local_form(); }

 protected:
  virtual const Solver& solver() const = 0;
};

/// A solver made of options, which may change between runs; the constructor of Method checks them as a whole.
template<class Method, class Options>
class SolverOf : public SolverHandle {
 public:
  explicit SolverOf(const Options& options) : method_(options) {}

  const Options& options() const { return method_.options(); }
  template<class Change>
  void change(const Change& change)
  {
    Options changed = options();
    change(changed);
    method_ = Method(changed);
  }

 protected:
  const Solver& solver() const override { return method_; }

 private:
  Method method_;
};

/// A constraint as it was in the last step or in the frame shown.
struct ConstraintView {
  ConstraintRecord record;
  double h;              ///< [s]
  std::string material;  ///< label
  bool cohesive;         ///< a contact that holds
};

/// What only bodies that deform have.
void define_deformable(py::module_& m, py::class_<BodyHandle>& c);
void define_deformable(py::class_<Simulation, std::shared_ptr<Simulation>>& c);

/// Settings of contact, limits and the model check: the part of Simulation that settings.cpp defines.
void define_settings(py::module_& m, py::class_<Simulation, std::shared_ptr<Simulation>>& c);

/// Surface materials and joints on points, of joints.cpp.
void define_joints(py::class_<Simulation, std::shared_ptr<Simulation>>& c);

/// Motions of whole obstacles and of surfaces, of motions.cpp.
void define_motions(py::class_<Simulation, std::shared_ptr<Simulation>>& c);
MotionKind motion_kind(const std::string& name);  ///< throws InputError

/// Loads and joints on surfaces, of loads.cpp.
void define_surface_loads(py::class_<Simulation, std::shared_ptr<Simulation>>& c);

}  // namespace corbel::python
