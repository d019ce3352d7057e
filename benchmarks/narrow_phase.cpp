// SPDX-License-Identifier: MIT
// benchmark_narrow_phase [kind …]: microseconds per pair for kinds of pairs, one thread; prints a JSON array.
#include "benchmarks/pairs.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>

namespace {

using namespace corbel;
using benchmarks::PairMaker;

constexpr double epsilon = 1e-5;  ///< [m]; shapes are about a metre large
constexpr int pair_count = 4000;  ///< different ones, so that neither caches nor branch predictors know them
constexpr int rounds = 15;        ///< over all pairs; the fastest counts, for others use the machine too

class Report {
 public:
  explicit Report(std::vector<std::string> only) : only_(std::move(only)) {}

  /// make(maker) gives a pair, test(pair) whether it touches.
  template<class Make, class Test>
  void measure(const std::string& kind, const Make& make, const Test& test)
  {
    const std::string pair = kind.substr(0, kind.find(' '));  // of "tet_tet patch" and "tet_tet centroid"
    if (!only_.empty() && std::ranges::find(only_, pair) == only_.end()) return;
    PairMaker maker(1);
    std::vector<decltype(make(maker))> pairs;
    for (int i = 0; i < pair_count; ++i)
      pairs.push_back(make(maker));
    std::vector<double> seconds;
    int touching = 0;
    for (int round = 0; round < rounds; ++round) {
      touching = 0;
      const auto begin = std::chrono::steady_clock::now();
      for (const auto& one : pairs)
        touching += test(one);
      seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    json.push_back({{"kind", kind},
                    {"pairs", pair_count},
                    {"touching", static_cast<double>(touching) / pair_count},
                    {"microseconds_per_pair", 1e6 * std::ranges::min(seconds) / pair_count}});
  }

  nlohmann::json json = nlohmann::json::array();

 private:
  std::vector<std::string> only_;
};

/// Contact of any two shapes through a single point.
constexpr auto through_point = [](const auto& pair) {
  const auto shape = [](const auto& s) -> decltype(auto) {
    if constexpr (requires { s.view(); })
      return s.view();
    else
      return (s);
  };
  return touch(shape(pair.a), shape(pair.b), epsilon).has_value();
};

constexpr auto through_patch = [](const benchmarks::ConvexPair& pair) {
  return patch(pair.a.view(), pair.b.view(), epsilon).has_value();
};

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Narrow phase, JSON out");
  std::vector<std::string> kinds;
  app.add_option("kinds", kinds, "Kinds to measure (default: all)");
  CLI11_PARSE(app, argc, argv);

  Report report(kinds);
  constexpr double deep = 0.01, apart = -0.05, nearly = -2 * epsilon;  // [m]
  const auto convexes = [&](const std::string& kind, const auto& make) {
    report.measure(kind + " patch", make, through_patch);
    report.measure(kind + " centroid", make, through_point);
  };
  convexes("hex_hex_face_on_face", [](PairMaker& m) { return m.hexes_face_on_face(deep); });
  convexes("hex_hex_edge_on_face", [](PairMaker& m) { return m.hexes_edge_on_face(deep); });
  convexes("hex_hex_vertex_on_face", [](PairMaker& m) { return m.hexes_vertex_on_face(deep); });
  convexes("hex_hex_edge_on_edge", [](PairMaker& m) { return m.hexes_edge_on_edge(deep); });
  convexes("hex_hex_deep", [](PairMaker& m) { return m.hexes_anyhow(0.3); });
  convexes("hex_hex_face_apart", [](PairMaker& m) { return m.hexes_edge_on_face(apart); });
  convexes("hex_hex_face_nearly", [](PairMaker& m) { return m.hexes_vertex_on_face(nearly); });
  convexes("hex_hex_edges_apart", [](PairMaker& m) { return m.hexes_edge_on_edge(apart); });
  convexes("hex_hex_edges_nearly", [](PairMaker& m) { return m.hexes_edge_on_edge(nearly); });
  convexes("tet_tet", [](PairMaker& m) { return m.tets_anyhow(0.3); });
  convexes("hull_hull_40_points", [](PairMaker& m) { return m.hulls_anyhow(40, 0.5); });
  const auto others = [&](const std::string& kind, const auto& make) {
    report.measure(
        kind, [&](PairMaker& m) { return make(m, deep); }, through_point);
    report.measure(
        kind + "_apart", [&](PairMaker& m) { return make(m, apart); }, through_point);
  };
  others("sphere_sphere", [](PairMaker& m, double depth) { return m.spheres(depth); });
  others("hex_sphere", [](PairMaker& m, double depth) { return m.hex_and_sphere(depth); });
  others("ellipsoid_ellipsoid", [](PairMaker& m, double depth) { return m.ellipsoids(depth); });
  others("hex_ellipsoid", [](PairMaker& m, double depth) { return m.hex_and_ellipsoid(depth); });
  std::cout << report.json.dump(2) << '\n';
  return report.json.empty() ? 2 : 0;
}
