// SPDX-License-Identifier: MIT
// The pieces from which JointElimination builds W̃ = W_CC − W_CJ W_JJ⁺ W_JC.
#pragma once

#include "corbel/solvers/joints/joint_system.hpp"

#include <utility>
#include <vector>

namespace corbel {

/// P½ of P = I − G_Jᵀ W_JJ⁺ G_J (w×w) of joints of one body: the motions that they leave to it. Joints
/// alone make it a projection, its eigenvalues zero or one to the bit; springs leave a part of a motion.
Eigen::MatrixXd projection(const FactorRows& G, const BilateralGroup& joints, const JointSystem& system,
                           int body);
/// G ← G P½
void project(FactorRows::Block G, const Eigen::MatrixXd& root_of_P);
/// Some rows of G, on the same bodies.
FactorRows selected(const FactorRows& G, const std::vector<std::size_t>& rows);

/// W_CJ W_JJ⁺ W_JC over the rows C = touched (3k×3k).
Eigen::MatrixXd coupling(const LocalOperator& W, const BilateralGroup& joints, const JointSystem& system,
                         const std::vector<std::size_t>& touched);

/// (column, block) in any order; those of one column add up.
using BlockRow = std::vector<std::pair<int, Mat3>>;
/// The rows as one matrix; they are given up on the way, for their memory.
BlockSparse compressed(std::vector<BlockRow>& rows);

/// Q = ρ Σ v vᵀ over the directions v along which a diagonal block cannot move; zero for most.
Mat3 proximal_term(const Mat3& W);

/// W without the marked rows and columns, which are immobile.
LocalOperator without(LocalOperator W, const std::vector<bool>& marked);

}  // namespace corbel
