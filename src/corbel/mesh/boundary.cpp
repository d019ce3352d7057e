// SPDX-License-Identifier: MIT
// The boundary of a mesh: faces that belong to one element only.
#include "corbel/mesh/boundary.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>

namespace corbel {
namespace {

[[noreturn]] void throw_shared_by_three(std::span<const FaceOfElement> same)
{
  throw_input_error("elements",
                    fmt::format("a face shared by elements {}, {} and {}", same[0].element, same[1].element,
                                same[2].element),
                    "faces that belong to one or two elements", "Check for duplicate elements.");
}

/// Seen from outside of either, two neighbours run around their face in opposite senses.
bool lie_on_both_sides(const Mesh& mesh, const FaceOfElement& a, const FaceOfElement& b)
{
  const BoundaryFace one = boundary_face(mesh, a, 0), two = boundary_face(mesh, b, 0);
  const int k = one.kind->corner_count;
  const auto begin = two.nodes.begin();
  const auto start = static_cast<int>(std::find(begin, begin + k, one.nodes[0]) - begin);
  for (int i = 0; i < k; ++i)
    if (one.nodes[static_cast<std::size_t>(i)] != two.nodes[static_cast<std::size_t>((start - i + k) % k)])
      return false;
  return true;
}

/// Those of the corners are the same already.
bool have_the_same_nodes(const Mesh& mesh, const FaceOfElement& a, const FaceOfElement& b)
{
  const BoundaryFace one = boundary_face(mesh, a, 0), two = boundary_face(mesh, b, 0);
  return std::ranges::is_permutation(one.node_span(), two.node_span());
}

[[noreturn]] void throw_different_nodes(const Mesh& mesh, const FaceOfElement& a, const FaceOfElement& b)
{
  const auto nodes = [&](const FaceOfElement& face) {
    const BoundaryFace all = boundary_face(mesh, face, 0);
    return fmt::format("{}", fmt::join(all.node_span(), ", "));
  };
  throw_input_error("elements",
                    fmt::format("a face with the nodes {} of element {}, but {} of element {}", nodes(a),
                                a.element, nodes(b), b.element),
                    "the same nodes of both elements on their common face",
                    "Check the nodes between corners, and where elements of first and second order meet.");
}

[[noreturn]] void throw_same_side(const Mesh& mesh, const FaceOfElement& a, const FaceOfElement& b)
{
  const BoundaryFace face = boundary_face(mesh, a, 0);
  throw_input_error("elements",
                    fmt::format("elements {} and {} on the same side of the face they share (nodes {})",
                                a.element, b.element, fmt::join(face.corners(), ", ")),
                    "neighbours on both sides of a face",
                    "Check for elements that are given twice or overlap.");
}

}  // namespace

FaceKey face_key(std::span<const int> corners)
{
  FaceKey key{-1, -1, -1, -1};
  std::copy(corners.begin(), corners.end(), key.begin());
  std::sort(key.begin(), key.end());
  return key;
}

std::vector<FaceOfElement> all_faces(const Mesh& mesh)
{
  std::vector<FaceOfElement> faces;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const auto count = mesh.elements[e].kind->faces.size();
    for (std::size_t f = 0; f < count; ++f) {
      FaceOfElement face{static_cast<int>(e), static_cast<int>(f), {}};
      face.key = face_key(boundary_face(mesh, face, 0).corners());
      faces.push_back(face);
    }
  }
  return faces;
}

std::vector<FaceOfElement> find_boundary(const Mesh& mesh)
{
  std::vector<FaceOfElement> faces = all_faces(mesh);
  std::stable_sort(faces.begin(), faces.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  std::vector<FaceOfElement> boundary;
  for (auto first = faces.begin(); first != faces.end();) {
    const auto last =
        std::find_if(first, faces.end(), [&](const auto& face) { return face.key != first->key; });
    if (last - first > 2) throw_shared_by_three({first, last});
    if (last - first == 2 && !lie_on_both_sides(mesh, *first, *(first + 1)))
      throw_same_side(mesh, *first, *(first + 1));
    if (last - first == 2 && !have_the_same_nodes(mesh, *first, *(first + 1)))
      throw_different_nodes(mesh, *first, *(first + 1));
    if (last - first == 1) boundary.push_back(*first);
    first = last;
  }
  std::sort(boundary.begin(), boundary.end(), [](const auto& a, const auto& b) {
    return std::pair(a.element, a.face) < std::pair(b.element, b.face);
  });
  return boundary;
}

BoundaryFace boundary_face(const Mesh& mesh, const FaceOfElement& face, int surface_id)
{
  const Element& element = mesh.elements[static_cast<std::size_t>(face.element)];
  const LocalFace& local = element.kind->faces[static_cast<std::size_t>(face.face)];
  BoundaryFace result{local.kind, face.element, face.face, surface_id, {}};
  result.nodes.fill(-1);
  for (std::size_t i = 0; i < local.node_span().size(); ++i)
    result.nodes[i] = element.nodes[static_cast<std::size_t>(local.nodes[i])];
  return result;
}

}  // namespace corbel
