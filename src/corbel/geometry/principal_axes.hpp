// SPDX-License-Identifier: MIT
// Principal axes of a symmetric tensor, chosen the same way every time.
#pragma once

#include "corbel/math/types.hpp"

namespace corbel {

/// A rotation whose columns are eigenvectors of the tensor. An eigenvector determines neither its position nor its
/// sign, so both follow the axes of space: the order is the one in which column i runs most along axis i, the
/// first two columns have their largest component positive, and the third makes the frame right-handed. Where
/// eigenvalues are equal (to 1e-9 of the largest) any turn within their plane or space would do; the one that
/// keeps an axis of space is taken, all three for a ball or a cube.
Mat3 principal_axes(const Mat3& tensor);

}  // namespace corbel
