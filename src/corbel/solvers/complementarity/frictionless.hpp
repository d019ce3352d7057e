// SPDX-License-Identifier: MIT
// Contacts without friction as a linear complementarity problem, and their impulses back.
//
// With the laws in cone form (constraints/cone_form.hpp), μ = 0, N the normals of contacts and J what joints
// hold, all others of R zero:
//
//   z = R_N + cohesion ,   A = W_JJ + compliance ,   R_J = A⁺ (a − W_JN z)                                (1)
//   M = W_NN + compliance − W_NJ A⁺ W_JN ,           q = B_N + offset + W_NJ A⁺ a ,  a = −(B_J + offset)  (2)
//
// B here includes what −cohesion does. Groups of joints are eliminated before (joint_elimination.hpp); (2) is
// for the joints that stand alone. Immobile rows carry no impulse.
#pragma once

#include "corbel/solvers/complementarity/lcp.hpp"
#include "corbel/solvers/solver.hpp"

#include <Eigen/SparseCore>

#include <functional>
#include <string_view>

namespace corbel {

using LcpMatrix = Eigen::SparseMatrix<double>;  ///< symmetric, stored in full
using LcpMethod =
    std::function<LcpResult(const LcpMatrix& M, const Eigen::VectorXd& q, const Eigen::VectorXd& z_start)>;

/// Throws InputError naming the constraint when one has friction or a law that is not linear. Status ok: the
/// method solved the LCP and both residuals are at most the tolerance.
SolverReport solve_frictionless(const LocalProblem& problem, Impulses& R, std::string_view solver,
                                double tolerance, const LcpMethod& method);

}  // namespace corbel
