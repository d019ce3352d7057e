// SPDX-License-Identifier: MIT
// The binary impact of TR1 §8.3: two fuel bricks of the 81-brick array (81fbi.inp, Abaqus), closing
// with 0.15 m/s. Restitution 0.85 there (BC, h = 1e-4), 0.848 by Solfec-1.0.
#include <gtest/gtest.h>

#include "brick_impact.hpp"

#include <map>

using namespace corbel;
using namespace corbel::testing;

namespace {

const std::string path = CORBEL_SHARED_DATA "/81array/81fbi.inp";

std::vector<double> numbers_of(std::string line)
{
  std::ranges::replace(line, ',', ' ');
  std::istringstream in(line);
  std::vector<double> all;
  for (double x = 0; in >> x;)
    all.push_back(x);
  return all;
}

/// Node, element and instance lines, by the keyword above them.
std::map<std::string, std::vector<std::vector<double>>> read_keywords()
{
  std::ifstream in(path);
  std::map<std::string, std::vector<std::vector<double>>> lines;
  std::string line, keyword;
  while (std::getline(in, line)) {
    if (line.starts_with("*"))
      keyword = line.substr(0, line.find_first_of(",\r"));
    else
      lines[keyword].push_back(numbers_of(line));
  }
  return lines;
}

/// The part, translated by the first line of its instance and turned by the second: two points of an axis,
/// and degrees.
Bricks read_bricks()
{
  auto lines = read_keywords();
  std::vector<double> nodes;
  std::vector<int> elements;
  for (const auto& node : lines.at("*Node"))
    nodes.insert(nodes.end(), node.begin() + 1, node.end());
  for (const auto& element : lines.at("*Element")) {
    elements.push_back(8);
    for (std::size_t i = 1; i < 9; ++i)
      elements.push_back(static_cast<int>(element[i]) - 1);
    elements.push_back(0);
  }
  const auto& placement = lines.at("*Instance");
  std::vector<Mesh> placed;
  for (const std::size_t i : {0U, 2U}) {
    ShapePart part = make_mesh(nodes, elements, std::vector<int>{0});
    translate(part, {placement[i][0], placement[i][1], placement[i][2]});
    const std::vector<double>& turn = placement[i + 1];
    const Vec3 from(turn[0], turn[1], turn[2]), to(turn[3], turn[4], turn[5]);
    rotate(part, from, to - from, turn[6]);
    placed.push_back(std::get<Mesh>(part));
  }
  return {
      placed[0], placed[1], {.label = "", .young = 1.18e10, .poisson = 0.21, .density = 1687.71}, 2.9034e-3};
}

}  // namespace

TEST(BinaryImpactOf81fbi, RestitutionOfTwentyStepsAgrees)
{
  if (!std::ifstream(path))
    GTEST_SKIP() << "the meshes of the 81-brick array are not part of the project: no file " << path;
  const Bricks bricks = read_bricks();
  for (const ContactPoints points : {ContactPoints::centroid, ContactPoints::patch})
    for (const char* form : {"BC", "TL"}) {
      const BrickImpact impact{.points = points, .form = form};
      EXPECT_LE(spread(restitutions(bricks, impact)), 0.05) << form;
      EXPECT_NEAR(strike(bricks, impact).restitution, 0.85, 0.01) << form;
    }
}
