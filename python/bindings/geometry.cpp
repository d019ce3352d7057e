// SPDX-License-Identifier: MIT
// Shapes: geometry, mesh and bodies/shape.
#include "bindings.hpp"
#include "mesh_pickle.hpp"
#include "pickling.hpp"

#include "corbel/contact/shape_overlap.hpp"
#include "corbel/fem/overlapping_elements.hpp"
#include "corbel/mesh/merge_nodes.hpp"

#include <memory>

namespace corbel::python {
namespace {

using Points = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

Points rows(const std::vector<Vec3>& x)
{
  Points p(static_cast<Eigen::Index>(x.size()), 3);
  for (std::size_t i = 0; i < x.size(); ++i)
    p.row(static_cast<Eigen::Index>(i)) = x[i];
  return p;
}

std::vector<std::vector<int>> faces_of(const Convex& convex)
{
  std::vector<std::vector<int>> faces;
  for (std::size_t f = 0; f < convex.face_count(); ++f)
    faces.emplace_back(convex.face(f).begin(), convex.face(f).end());
  return faces;
}

CoincidentNodes::Action coincident_action(const std::string& name)
{
  using Action = CoincidentNodes::Action;
  return name == "keep" ? Action::keep : name == "merge" ? Action::merge : Action::refuse;
}

/// Transforms act in place on one alternative of the variant.
template<class Part>
void define_transforms(py::module_& m)
{
  m.def("copy_part", [](const Part& part) { return std::make_unique<Part>(part); });
  const auto in_place = [](Part& part, const auto& change) {
    ShapePart moved = part;
    change(moved);
    part = std::get<Part>(moved);
  };
  m.def("translate",
        [in_place](Part& part, const Vec3& v) { in_place(part, [&](ShapePart& p) { translate(p, v); }); });
  m.def("rotate", [in_place](Part& part, const Vec3& point, const Vec3& axis, double degrees) {
    in_place(part, [&](ShapePart& p) { rotate(p, point, axis, degrees); });
  });
  m.def("scale",
        [in_place](Part& part, const Vec3& c) { in_place(part, [&](ShapePart& p) { scale(p, c); }); });
}

}  // namespace

void define_geometry(py::module_& m)
{
  py::class_<Sphere>(m, "Sphere")
      .def_property_readonly("center", [](const Sphere& s) { return s.center; })
      .def_readonly("radius", &Sphere::radius)
      .def_readonly("volume_id", &Sphere::volume_id)
      .def_readonly("surface_id", &Sphere::surface_id)
      .def(py::pickle(
          [](const Sphere& s) { return py::make_tuple(s.center, s.radius, s.volume_id, s.surface_id); },
          [](const py::tuple& t) {
            return Sphere{t[0].cast<Vec3>(), t[1].cast<double>(), t[2].cast<int>(), t[3].cast<int>()};
          }));
  py::class_<Ellipsoid>(m, "Ellipsoid")
      .def_property_readonly("center", [](const Ellipsoid& e) { return e.center; })
      .def_property_readonly("radii", [](const Ellipsoid& e) { return e.radii; })
      .def_property_readonly("rotation", [](const Ellipsoid& e) { return e.rotation; })
      .def_readonly("volume_id", &Ellipsoid::volume_id)
      .def_readonly("surface_id", &Ellipsoid::surface_id)
      .def(py::pickle(
          [](const Ellipsoid& e) {
            return py::make_tuple(e.center, e.radii, e.rotation, e.volume_id, e.surface_id);
          },
          [](const py::tuple& t) {
            return Ellipsoid{t[0].cast<Vec3>(), t[1].cast<Vec3>(), t[2].cast<Mat3>(), t[3].cast<int>(),
                             t[4].cast<int>()};
          }));
  py::class_<Convex>(m, "Convex")
      .def_property_readonly("vertices", [](const Convex& c) { return rows(c.vertices); })
      .def_property_readonly("faces", &faces_of)
      .def_readonly("face_surfaces", &Convex::face_surface)
      .def_readonly("volume_id", &Convex::volume_id)
      .def(py::pickle(
          [](const Convex& c) {
            return py::make_tuple(bytes_of(c.vertices), c.face_begin, c.face_vertex, c.face_surface,
                                  bytes_of(c.face_boundary), bytes_of(c.vertex_spread), c.volume_id);
          },
          [](const py::tuple& t) {
            return Convex{from_bytes<Vec3>(t[0]),
                          t[1].cast<std::vector<int>>(),
                          t[2].cast<std::vector<int>>(),
                          t[3].cast<std::vector<int>>(),
                          from_bytes<char>(t[4]),
                          from_bytes<float>(t[5]),
                          t[6].cast<int>()};
          }));
  py::class_<Mesh>(m, "Mesh")
      .def_property_readonly("nodes", [](const Mesh& mesh) { return rows(mesh.nodes); })
      .def_property_readonly("elements",
                             [](const Mesh& mesh) {
                               std::vector<std::vector<int>> all;
                               for (const Element& e : mesh.elements)
                                 all.emplace_back(e.node_span().begin(), e.node_span().end());
                               return all;
                             })
      .def_property_readonly("volume_ids",
                             [](const Mesh& mesh) {
                               std::vector<int> all;
                               for (const Element& e : mesh.elements)
                                 all.push_back(e.volume_id);
                               return all;
                             })
      .def_property_readonly(
          "boundary",
          [](const Mesh& mesh) {
            std::vector<std::pair<std::vector<int>, int>> all;
            for (const BoundaryFace& f : mesh.boundary)
              all.emplace_back(std::vector<int>(f.node_span().begin(), f.node_span().end()), f.surface_id);
            return all;
          })
      .def(py::pickle(
          [](const Mesh& mesh) {
            return py::make_tuple(bytes_of(mesh.nodes), bytes_of(element_records(mesh)),
                                  bytes_of(face_records(mesh)), mesh.renumbered);
          },
          [](const py::tuple& t) {
            Mesh mesh{from_bytes<Vec3>(t[0]), {}, {}, t[3].cast<int>()};
            add_elements(from_bytes<int>(t[1]), mesh);
            add_faces(from_bytes<int>(t[2]), mesh);
            return mesh;
          }));

  m.def("make_sphere", &make_sphere);
  m.def("make_ellipsoid", &make_ellipsoid);
  m.def("make_convex", [](const std::vector<double>& vertices, const std::vector<int>& faces, int volume_id) {
    return make_convex(vertices, faces, volume_id);
  });
  m.def("convex_hull", [](const std::vector<double>& points, int volume_id, int surface_id) {
    return convex_hull(points, volume_id, surface_id);
  });
  m.def("make_mesh", [](const std::vector<double>& nodes, const std::vector<int>& elements,
                        const std::vector<int>& surfaces, const std::string& coincident, double tolerance) {
    return make_mesh(nodes, elements, surfaces, {coincident_action(coincident), tolerance});
  });
  m.def("coincident_nodes",
        [](const Mesh& mesh) { return coincident_nodes(mesh, coincidence_tolerance(mesh)); });
  m.def("overlapping_elements", &overlapping_elements);
  m.def("make_hex_mesh", [](const std::vector<double>& corners, int i, int j, int k, int volume_id,
                            const std::vector<int>& surfaces, const std::vector<double>& dx,
                            const std::vector<double>& dy, const std::vector<double>& dz) {
    return make_hex_mesh(corners, i, j, k, volume_id, surfaces, dx, dy, dz);
  });
  define_transforms<Sphere>(m);
  define_transforms<Ellipsoid>(m);
  define_transforms<Convex>(m);
  define_transforms<Mesh>(m);
  m.def("overlapping_shapes", &overlapping_shapes);
  m.def("shape_moments", [](const Shape& parts) {
    const Moments all = moments(parts);
    return std::tuple(all.V, all.center(), all.central_euler());
  });
}

}  // namespace corbel::python
