// SPDX-License-Identifier: MIT
// Which bodies share a template, and what it holds: masses, K₀, frequencies, one operator for each step length.
#include "bodies/fe_reference.hpp"

namespace corbel::testing {
namespace {

Mesh block() { return distorted_block(Kind::hexahedra, 0.1, 2); }

Solid solid_of(const Mesh& mesh, double stiffness = young, double mass_density = density)
{
  return Solid(mesh, {{SaintVenantKirchhoff::from_young_poisson(stiffness, poisson), mass_density}},
               std::vector<int>(mesh.elements.size(), 0));
}

std::shared_ptr<const BodyTemplate> template_of(const Mesh& mesh)
{
  return TemplateLibrary().find_or_add(solid_of(mesh)).of;
}

TEST(TemplateLibraries, CongruentMeshesShare)
{
  TemplateLibrary library;
  const auto first = library.find_or_add(solid_of(block()));
  EXPECT_EQ(first.Q, Mat3::Identity());
  EXPECT_EQ(first.t, Vec3::Zero());
  for (const Vec3& rotation : {Vec3(0, 0, 0), Vec3(0.1, 2, -1), Vec3(3.1, 0, 0)}) {
    const Mesh copy = turned_block(2, rotation, {10, -20, 5});
    const TemplateMatch match = library.find_or_add(solid_of(copy));
    ASSERT_EQ(match.of, first.of);
    for (std::size_t i = 0; i < copy.nodes.size(); ++i)  // X = Q Z + t
      EXPECT_LT((match.Q * block().nodes[i] + match.t - copy.nodes[i]).norm(), 1e-12);
    EXPECT_LT((match.Q - exp_map(rotation)).norm(), 1e-12);
  }
  EXPECT_EQ(library.templates().size(), 1U);
}

TEST(TemplateLibraries, OtherMaterialsAndMeshesDoNot)
{
  TemplateLibrary library;
  library.find_or_add(solid_of(block()));
  library.find_or_add(solid_of(block(), 1.001 * young));
  library.find_or_add(solid_of(block(), young, 1.001 * density));
  Mesh moved = block();
  moved.nodes[13] += Vec3(1e-6, 0, 0);
  library.find_or_add(solid_of(moved));
  Mesh scaled = block();
  for (Vec3& X : scaled.nodes)
    X *= 1.0001;
  library.find_or_add(solid_of(scaled));
  library.find_or_add(solid_of(distorted_block(Kind::tetrahedra, 0.1, 2)));
  Mesh renumbered = block();  // the same nodes in other places of the elements
  std::swap(renumbered.nodes[0], renumbered.nodes[26]);
  for (Element& element : renumbered.elements)
    for (int& node : element.nodes)
      node = node == 0 ? 26 : node == 26 ? 0 : node;
  library.find_or_add(solid_of(renumbered));
  EXPECT_EQ(library.templates().size(), 7U);
  library.find_or_add(solid_of(moved));
  EXPECT_EQ(library.templates().size(), 7U);
}

TEST(TemplateLibraries, OneElementOfAnotherMaterialIsAnotherTemplate)
{
  const std::vector<SolidMaterial> two = {
      {SaintVenantKirchhoff::from_young_poisson(young, poisson), density},
      {SaintVenantKirchhoff::from_young_poisson(2 * young, poisson), density}};
  std::vector<int> which(8, 0);
  TemplateLibrary library;
  library.find_or_add(Solid(block(), two, which));
  library.find_or_add(solid_of(block()));  // the second material is not used
  EXPECT_EQ(library.templates().size(), 1U);
  which[5] = 1;
  library.find_or_add(Solid(block(), two, which));
  EXPECT_EQ(library.templates().size(), 2U);
}

TEST(BodyTemplates, MassesAreOnTheDiagonal)
{
  const auto of = template_of(block());
  ASSERT_EQ(of->mass().size(), 81);
  EXPECT_NEAR(of->mass().sum(), 3 * density * of->solid().volume(), 1e-9 * density);
  for (Eigen::Index i = 0; i < 81; ++i)
    EXPECT_EQ(of->mass()[i], of->solid().lumped_mass()[i / 3]);
}

TEST(BodyTemplates, StiffnessIsTheSlopeOfForcesAtRest)
{
  const auto of = template_of(block());
  const Eigen::MatrixXd K = of->K0();
  EXPECT_LT((K - K.transpose()).cwiseAbs().maxCoeff(), 1e-12 * K.cwiseAbs().maxCoeff());
  for (const Eigen::Index j : {0, 40, 80}) {
    Eigen::VectorXd q = Eigen::VectorXd::Zero(81), plus, minus;
    q[j] = 1e-6;
    of->solid().internal_force(q, plus);
    of->solid().internal_force(-q, minus);
    EXPECT_LT(((plus - minus) / 2e-6 - K.col(j)).norm(), 1e-7 * K.col(j).norm());
  }
}

TEST(BodyTemplates, RigidMotionsMeetNoStiffness)
{
  const auto of = template_of(block());
  for (const Vec3& v : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}) {
    Eigen::VectorXd shift(81), turn(81);
    for (Eigen::Index i = 0; i < 81; i += 3) {
      shift.segment<3>(i) = v;
      turn.segment<3>(i) = v.cross(Vec3(of->nodes().segment<3>(i)));
    }
    EXPECT_LT((of->K0() * shift).norm(), 1e-12 * of->K0().norm());
    EXPECT_LT((of->K0() * turn).norm(), 1e-12 * of->K0().norm());
  }
}

TEST(BodyTemplates, FrequenciesAreThoseOfTheDensePair)
{
  for (const Kind kind : {Kind::hexahedra, Kind::tetrahedra}) {
    const auto of = template_of(distorted_block(kind, 0.1, 2));
    const Eigen::MatrixXd K = of->K0(), M = of->mass().asDiagonal();
    const Eigen::VectorXd lambda =
        Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(K, M).eigenvalues();
    const double largest = std::sqrt(lambda[lambda.size() - 1]);
    EXPECT_GE(of->largest_frequency(), largest * (1 - 1e-12));  // an upper estimate
    EXPECT_LE(of->largest_frequency(), largest * (1 + 2e-3));
    EXPECT_NEAR(of->mean_eigenvalue(), K.trace() / M.trace(), 1e-12 * of->mean_eigenvalue());
  }
}

TEST(BodyTemplates, OneOperatorForEachStep)
{
  const auto of = template_of(block());
  const double h = 2e-3;
  const Damping damping = {3e-4, 7};
  const auto A0 = of->with_factors(StepRule::midpoint(h).factors(damping));
  EXPECT_DOUBLE_EQ(A0->factors.mass, 1 + 7 * h / 2);
  EXPECT_DOUBLE_EQ(A0->factors.stiffness, 3e-4 * h / 2 + h * h / 4);
  EXPECT_EQ(of->factorizations(), 1);
  const auto half = of->with_factors(StepRule::midpoint(h / 2).factors(damping)),
             undamped_one = of->with_factors(StepRule::midpoint(h).factors({}));
  for (int again = 0; again < 3; ++again) {
    EXPECT_EQ(of->with_factors(StepRule::midpoint(h).factors(damping)), A0);
    EXPECT_EQ(of->with_factors(StepRule::midpoint(h / 2).factors(damping)), half);
    EXPECT_EQ(of->with_factors(StepRule::midpoint(h).factors({})), undamped_one);
  }
  EXPECT_EQ(of->factorizations(), 3);
  EXPECT_EQ(of->with_factors(A0->factors), A0);
}

TEST(BodyTemplates, OldOperatorsAreMadeAnew)
{
  const auto of = template_of(block());
  const auto first = of->with_factors(StepRule::midpoint(1e-3).factors({}));
  for (int i = 2; i < 12; ++i)
    of->with_factors(StepRule::midpoint(1e-3 * i).factors({}));
  EXPECT_EQ(of->factorizations(), 11);
  const auto again = of->with_factors(StepRule::midpoint(1e-3).factors({}));
  EXPECT_EQ(of->factorizations(), 12);
  const Eigen::VectorXd b = noise(81, 1);
  Eigen::VectorXd x = b, y = b;
  first->solve_in_place(x);  // who still has it may use it
  again->solve_in_place(y);
  EXPECT_EQ(x, y);
}

TEST(BodyTemplates, BytesAndColumnsAreThoseOfTheOperators)
{
  const auto of = template_of(distorted_block(Kind::hexahedra, 0.1, 6));
  const std::size_t without = of->bytes();
  const auto A0 = of->with_factors(StepRule::midpoint(1e-3).factors({}));
  EXPECT_EQ(of->bytes(), without + A0->bytes());
  A0->need_columns(std::vector<int>{1, 2});
  EXPECT_EQ(of->columns(), 2U);
  EXPECT_EQ(of->bytes(), without + A0->bytes());
}

TEST(TemplateLibraries, TheBudgetIsThatOfEachTemplate)
{
  TemplateLibrary library;
  const auto of = library.find_or_add(solid_of(distorted_block(Kind::hexahedra, 0.1, 6))).of;
  library.set_budget(0);
  EXPECT_EQ(library.budget(), 0U);
  const auto kept_after = [](const BodyTemplate& known) {
    const auto A0 = known.with_factors(StepRule::midpoint(1e-3).factors({}));
    A0->need_columns(std::vector<int>{1, 2});
    A0->drop_passing();
    return known.columns();
  };
  EXPECT_EQ(kept_after(*of), 0U);
  EXPECT_EQ(kept_after(*library.find_or_add(solid_of(distorted_block(Kind::hexahedra, 0.05, 6))).of), 0U);
  library.set_budget(std::size_t{1} << 30);
  EXPECT_EQ(kept_after(*of), 2U);
}

}  // namespace
}  // namespace corbel::testing
