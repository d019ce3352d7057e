// SPDX-License-Identifier: MIT
// Materials of volumes and of pairs of surfaces (manual §3.1.5, §3.1.6).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace corbel {

/// Kirchhoff – Saint Venant solid. Rigid bodies use the density only.
struct BulkMaterial {
  std::string label;
  double young = 1e6;  ///< [Pa]
  double poisson = 0.25;
  double density = 1e3;  ///< [kg/m³]
};
void check(const BulkMaterial& material);  ///< throws InputError

/// Which law the restitution belongs to (docs/restitution.md).
enum class ImpactLaw {
  newton,  ///< ratio of normal velocities after and before: the default, manual eq. 6.1
  poisson  ///< ratio of impulses of expansion and compression, bounded so that no impact adds kinetic energy
};

/// The law between two surfaces (manual §6.1).
enum class ContactModel { signorini_coulomb, spring_dashpot };
std::string_view to_string(ContactModel model);     ///< "SIGNORINI_COULOMB", "SPRING_DASHPOT"
ContactModel contact_model(std::string_view name);  ///< throws InputError for another name
std::string_view to_string(ImpactLaw law);          ///< "NEWTON", "POISSON"
ImpactLaw impact_law(std::string_view name);        ///< throws InputError for another name

struct SurfaceMaterial {
  std::string label;
  std::optional<int> surface1, surface2;  ///< absent: any surface
  double friction = 0;
  double restitution = 0;  ///< of SIGNORINI_COULOMB
  double cohesion = 0;     ///< [Pa] of contacts that were there at t = 0
  double spring = 0;       ///< s [N/m^hpow] of each contact point
  double dashpot = 0;      ///< d [N s/m] of each contact point; < 0: critical
  double hpow = 1;         ///< power of the penetration
  ContactModel model = ContactModel::signorini_coulomb;
  ImpactLaw impact = ImpactLaw::newton;
};
void check(const SurfaceMaterial& material);  ///< throws InputError

/// The label of the material that is there from the start: no friction, no restitution.
constexpr const char* default_surface_material = "DEFAULT";

/// Finds the material of a surface pair: exact pair, (first, any), (second, any), default (Solfec-1.0).
class SurfaceMaterialTable {
 public:
  SurfaceMaterialTable();
  /// Adds, or overwrites the material of the same pair; returns its index.
  int add(SurfaceMaterial material);
  int find(int surface1, int surface2) const;
  const SurfaceMaterial& operator[](int index) const { return materials_[static_cast<std::size_t>(index)]; }
  void set(int index,
           const SurfaceMaterial& material);  ///< new data, same pair; acts on existing contacts at once
  int size() const { return static_cast<int>(materials_.size()); }

 private:
  using Key = std::pair<std::optional<int>, std::optional<int>>;  ///< sorted; absent counts as largest
  static Key key(std::optional<int> a, std::optional<int> b);
  std::vector<SurfaceMaterial> materials_;
  std::map<Key, int> by_pair_;
};

}  // namespace corbel
