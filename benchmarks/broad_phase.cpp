// SPDX-License-Identifier: MIT
// benchmark_broad_phase [--threads 1,2] [--sizes 1000,10000,100000]: packings of boxes, at rest and moving;
// prints a JSON array.
#include "corbel/contact/broad_phase.hpp"
#include "corbel/core/threads.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <iostream>
#include <random>

namespace {

using namespace corbel;

constexpr int steps = 40;    ///< on the clock
constexpr int warm_up = 10;  ///< steps before it
constexpr int runs = 3;      ///< the fastest counts, for others use the machine too

/// How the boxes move: to and fro.
struct Motion {
  const char* name;
  double speed;  ///< box edges per step
  int there;     ///< steps until they turn back
};
constexpr Motion motions[] = {{"static", 0, 1}, {"moving", 0.01, 20}, {"fast", 0.2, 1}};

/// Unit cubes on a lattice of about a unit, jittered, so that each overlaps some ten neighbours; each moves
/// on a straight line of its own.
class Packing {
 public:
  explicit Packing(std::size_t count)
  {
    const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(count))));
    const auto coordinate = [](std::size_t i) { return 0.99 * static_cast<double>(i); };
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto vector = [&] { return Vec3(uniform(engine), uniform(engine), uniform(engine)); };
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 corner(coordinate(i % side), coordinate(i / side % side), coordinate(i / side / side));
      start_.push_back(corner + 0.05 * vector());
      direction_.push_back(vector().normalized());
      group.push_back(static_cast<std::int32_t>(i));
    }
    // The numbering of boxes is independent of their positions.
    std::shuffle(start_.begin(), start_.end(), engine);
    boxes.resize(count);
  }
  void move(const Motion& motion, int step)
  {
    const int phase = step % (2 * motion.there);
    const double s = motion.speed * std::min(phase, 2 * motion.there - phase);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const Vec3 lo = start_[i] + s * direction_[i];
      boxes[i] = {lo, lo + Vec3::Ones()};
    }
  }

  std::vector<Aabb> boxes;
  std::vector<std::int32_t> group;

 private:
  std::vector<Vec3> start_, direction_;
};

struct Measured {
  double milliseconds;  ///< per step
  double worst;         ///< slowest step [ms]
  double overlaps;      ///< per box
};

Measured run(std::size_t count, const Motion& motion)
{
  Packing packing(count);
  BroadPhase broad_phase;
  Measured measured{};
  std::size_t pairs = 0;
  for (int step = 0; step < warm_up + steps; ++step) {
    packing.move(motion, step);
    const auto begin = std::chrono::steady_clock::now();
    pairs = broad_phase.update(packing.boxes, packing.group).size();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    if (step < warm_up) continue;
    measured.milliseconds += time.count() / steps;
    measured.worst = std::max(measured.worst, time.count());
  }
  measured.overlaps = 2 * static_cast<double>(pairs) / static_cast<double>(count);
  return measured;
}

Measured fastest(std::size_t count, const Motion& motion)
{
  std::vector<Measured> all(runs);
  for (Measured& measured : all)
    measured = run(count, motion);
  return std::ranges::min(all, {}, &Measured::milliseconds);
}

/// Slope of log(time) over log(size) by least squares.
double exponent(const std::vector<std::size_t>& sizes, const std::vector<double>& times)
{
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double lx = std::log(static_cast<double>(sizes[i])), ly = std::log(times[i]);
    x += lx;
    y += ly;
    xx += lx * lx;
    xy += lx * ly;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Broad phase of packings, JSON out");
  std::vector<int> threads = {1, 2};
  std::vector<std::size_t> sizes = {1000, 10000, 100000};
  app.add_option("--threads", threads, "Numbers of threads")->delimiter(',');
  app.add_option("--sizes", sizes, "Numbers of boxes")->delimiter(',');
  CLI11_PARSE(app, argc, argv);

  nlohmann::json results = nlohmann::json::array();
  for (const int count : threads) {
    const ThreadLimit limit(count);
    for (const Motion& motion : motions) {
      nlohmann::json json{{"scene", motion.name}, {"threads", count}};
      std::vector<double> times;
      for (const std::size_t size : sizes) {
        const Measured measured = fastest(size, motion);
        times.push_back(measured.milliseconds);
        json["sizes"].push_back({{"boxes", size},
                                 {"milliseconds_per_step", measured.milliseconds},
                                 {"slowest_step_milliseconds", measured.worst},
                                 {"overlaps_per_box", measured.overlaps}});
      }
      if (sizes.size() > 1) json["exponent"] = exponent(sizes, times);
      results.push_back(json);
    }
  }
  std::cout << results.dump(2) << '\n';
}
