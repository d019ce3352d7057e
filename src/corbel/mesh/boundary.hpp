// SPDX-License-Identifier: MIT
// The boundary of a mesh: faces that belong to one element only.
#pragma once

#include "corbel/mesh/mesh.hpp"

namespace corbel {

/// Names a face regardless of the order of its corners: ascending node numbers, a triangle starts with −1.
using FaceKey = std::array<int, 4>;

FaceKey face_key(std::span<const int> corners);

/// Local face `face` of element `element`.
struct FaceOfElement {
  int element;
  int face;
  FaceKey key;
};

/// Faces of all elements, those between two twice: by element, then local face.
std::vector<FaceOfElement> all_faces(const Mesh& mesh);

/// Faces that belong to one element, by element, then local face. Throws InputError on 'elements' for a face
/// of three, or of two that lie on the same side of it: elements given twice, or folded over each other; also
/// for one whose two elements have different nodes between its corners.
std::vector<FaceOfElement> find_boundary(const Mesh& mesh);

/// The global nodes of a local face, outward.
BoundaryFace boundary_face(const Mesh& mesh, const FaceOfElement& face, int surface_id);

}  // namespace corbel
