// SPDX-License-Identifier: MIT
// The diagonal block solvers of Solfec (Solfec semantics section 4): four ways to iterate to the R of one
// contact. Each starts from the given R, stops when R changes by less than epsilon, and is ok only where the
// law then holds; diverged: max_iterations were not enough or the law does not hold; failed: a singular
// system.
#pragma once

#include "corbel/constraints/contact_block.hpp"

namespace corbel {

/// Newton's method on C of (6.3)–(6.5), manual.
BlockResult semismooth_newton(const ContactBlock& block, const Vec3& R, const BlockOptions& options);

/// R ← projection of R − ρ (U_T, Ū_N), normal first.
BlockResult projected_gradient(const ContactBlock& block, const Vec3& R, const BlockOptions& options);

/// R ← P_K(R − ρ û), the Euclidean projection on the cone.
BlockResult de_saxce_feng(const ContactBlock& block, const Vec3& R, const BlockOptions& options);

/// Newton's method on R − P_K(R − ρ û), every iterate projected on the cone.
BlockResult projected_newton(const ContactBlock& block, const Vec3& R, const BlockOptions& options);

/// By options.method (not exact); with options.fallback the others after it, in the order of this file.
BlockResult solve_by_method(const ContactBlock& block, const Vec3& R, const BlockOptions& options);

}  // namespace corbel
