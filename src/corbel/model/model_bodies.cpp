// SPDX-License-Identifier: MIT
// The making of bodies.
#include "corbel/fem/fill_mesh.hpp"
#include "corbel/model/model.hpp"

#include <algorithm>

namespace corbel {
namespace {

SolidMaterial solid_material(const BulkMaterial& material)
{
  return {SaintVenantKirchhoff::from_young_poisson(material.young, material.poisson), material.density};
}

std::vector<Convex> only_convexes(const Shape& shape)
{
  std::vector<Convex> convexes;
  for (const ShapePart& part : shape) {
    const auto* convex = std::get_if<Convex>(&part);
    if (!convex)
      throw_input_error("shape", std::holds_alternative<Mesh>(part) ? "a mesh" : "a sphere or an ellipsoid",
                        "convexes for a body with a separate mesh",
                        "MESH2CONVEX converts a mesh to convexes.");
    convexes.push_back(*convex);
  }
  if (convexes.empty()) throw_input_error("shape", "an empty list", "one convex or more");
  return convexes;
}

}  // namespace

void Model::check_new_body(const Shape& shape, const BulkMaterial& material) const
{
  check_unlocked();
  if (shape.empty())
    throw_input_error("shape", "an empty list", "at least one sphere, ellipsoid, convex or mesh");
  check(material);
}

template<class Kind>
Kind& Model::keep(std::unique_ptr<Kind> body, const BulkMaterial& material, const std::string& label)
{
  body->label = label;
  body->material = material.label;
  return static_cast<Kind&>(bodies_.add(std::move(body)));
}

FiniteElementBody& Model::add_finite_element(const Mesh& mesh, const BulkMaterial& material,
                                             FiniteElementForm form, const std::string& label)
{
  check_unlocked();
  check(material);
  return add_solid({mesh}, Solid(mesh, {solid_material(material)}, std::vector<int>(mesh.elements.size(), 0)),
                   form, material, label);
}

FiniteElementBody& Model::add_finite_element(const Shape& convexes, const Mesh& mesh,
                                             const BulkMaterial& material, FiniteElementForm form,
                                             const std::string& label)
{
  check_unlocked();
  check(material);
  FilledMesh filled = fill_mesh(mesh, only_convexes(convexes));
  const std::vector<int> first(filled.mesh.elements.size(), 0);
  return add_solid(convexes,
                   Solid(std::move(filled.mesh), {solid_material(material)}, first, std::move(filled.rules)),
                   form, material, label);
}

FiniteElementBody& Model::add_solid(const Shape& shape, Solid solid, FiniteElementForm form,
                                    const BulkMaterial& material, const std::string& label)
{
  const Mesh own = solid.mesh();
  TemplateMatch match = templates.find_or_add(std::move(solid));
  std::unique_ptr<FiniteElementBody> body = form.make(shape, std::move(match));
  body->keep_identifiers(own);
  return keep(std::move(body), material, label);
}

void Model::set_material(FiniteElementBody& body, int volume_id, const BulkMaterial& material)
{
  check_unlocked();
  check(material);
  Mesh mesh = body.reference_mesh();
  std::vector<SolidMaterial> materials;
  std::vector<int> material_of;
  bool found = false;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const bool changed = mesh.elements[e].volume_id == volume_id;
    found |= changed;
    const SolidMaterial own =
        changed ? solid_material(material) : body.body_template().solid().material(static_cast<int>(e));
    const auto known = std::find(materials.begin(), materials.end(), own);
    material_of.push_back(static_cast<int>(known - materials.begin()));
    if (known == materials.end()) materials.push_back(own);
  }
  if (!found)
    throw_input_error("volume", volume_id,
                      fmt::format("a volume identifier of an element of {}", name_of(body)));
  body.rebase(templates.find_or_add(Solid(std::move(mesh), std::move(materials), std::move(material_of),
                                          body.body_template().solid().rules())));
}

RigidBody& Model::add_body(BodyKind kind, const Shape& shape, const BulkMaterial& material,
                           const std::string& label)
{
  check_new_body(shape, material);
  return keep(std::make_unique<RigidBody>(kind, shape, material.density), material, label);
}

PseudoRigidBody& Model::add_pseudo_rigid(const Shape& shape, const BulkMaterial& material,
                                         const std::string& label)
{
  check_new_body(shape, material);
  const auto law = SaintVenantKirchhoff::from_young_poisson(material.young, material.poisson);
  return keep(std::make_unique<PseudoRigidBody>(shape, law, material.density), material, label);
}

Body& Model::add(std::unique_ptr<Body> body, const BulkMaterial& material, const std::string& label)
{
  check_unlocked();
  return keep(std::move(body), material, label);
}

}  // namespace corbel
