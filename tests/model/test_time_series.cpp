// SPDX-License-Identifier: MIT
// Splines in time: values, exact integrals, series of series, files; amplitudes made of them.
#include "corbel/model/time_series.hpp"

#include "corbel/model/amplitude.hpp"

#include "../geometry/bodies.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

namespace corbel::testing {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

/// Times 1, 2, 4, 5; up, down, flat.
TimeSeries sample_series() { return {{1, 2, 4, 5}, {3, 7, -1, -1}}; }

TEST(TimeSeries, IsLinearBetweenPoints)
{
  const TimeSeries s = sample_series();
  EXPECT_EQ(s.value(1), 3);
  EXPECT_EQ(s.value(2), 7);
  EXPECT_EQ(s.value(4), -1);
  EXPECT_EQ(s.value(5), -1);
  EXPECT_DOUBLE_EQ(s.value(1.25), 4);
  EXPECT_DOUBLE_EQ(s.value(2.5), 5);
  EXPECT_DOUBLE_EQ(s.value(3.75), 0);
  EXPECT_DOUBLE_EQ(s.value(4.5), -1);
}

TEST(TimeSeries, EndValuesGoOn)
{
  const TimeSeries s = sample_series();
  EXPECT_EQ(s.value(0.5), 3);
  EXPECT_EQ(s.value(-1e9), 3);
  EXPECT_EQ(s.value(5.5), -1);
  EXPECT_EQ(s.value(1e9), -1);
}

TEST(TimeSeries, IntegralIsExact)
{
  const TimeSeries s = sample_series();
  EXPECT_EQ(s.integral(1), 0);
  EXPECT_DOUBLE_EQ(s.integral(1.5), 0.5 * (3 + 5) / 2);
  EXPECT_DOUBLE_EQ(s.integral(2), 5);
  EXPECT_DOUBLE_EQ(s.integral(3), 5 + 5);
  EXPECT_DOUBLE_EQ(s.integral(4), 5 + 6);
  EXPECT_DOUBLE_EQ(s.integral(5), 11 - 1);
  EXPECT_DOUBLE_EQ(s.integral(7), 11 - 3);   // the last value goes on
  EXPECT_DOUBLE_EQ(s.integral(-1), -2 * 3);  // and the first before the first time
}

TEST(TimeSeries, IntegralIsTheSumOfTinyTrapezia)
{
  Random random(2);
  std::vector<double> times, values;
  for (int i = 0; i < 20; ++i) {
    times.push_back((times.empty() ? -1 : times.back()) + random.uniform(0.01, 0.5));
    values.push_back(random.uniform(-3, 3));
  }
  const TimeSeries s(times, values);
  double sum = 0;
  double t = times.front();
  const int parts = 100000;
  const double dt = (times.back() - t) / parts;
  for (int i = 0; i < parts; ++i, t += dt)
    sum += 0.5 * dt * (s.value(t) + s.value(t + dt));
  EXPECT_NEAR(s.integral(times.back()), sum, 1e-8);
}

TEST(TimeSeries, IntegralSeriesHoldsTheIntegralAtThePoints)
{
  const TimeSeries s = sample_series().integral_series();
  EXPECT_EQ(s.times(), (std::vector<double>{1, 2, 4, 5}));
  EXPECT_EQ(s.values(), (std::vector<double>{0, 5, 11, 10}));
}

TEST(TimeSeries, DerivativeSeriesHoldsTheSlopes)
{
  const TimeSeries s = sample_series().derivative_series();
  EXPECT_EQ(s.value(1), 4);
  EXPECT_EQ(s.value(1.999), 4);
  EXPECT_EQ(s.value(2), -4);
  EXPECT_EQ(s.value(3.999), -4);
  EXPECT_EQ(s.value(4), 0);
  EXPECT_EQ(s.value(6), 0);
  EXPECT_EQ(s.value(0), 4);
  EXPECT_NEAR(s.integral(5), 7 - 3 - 8 + 0, 1e-8);  // back to the change of the series
}

/// The jump has to fit between two numbers even where they are far apart.
TEST(TimeSeries, DerivativeSeriesOfLateShortIntervals)
{
  std::vector<double> times, values;
  for (int i = 0; i < 10; ++i) {
    times.push_back(1e5 + 1e-3 * i);
    values.push_back(i % 2);
  }
  const TimeSeries s = TimeSeries(times, values).derivative_series();
  EXPECT_NEAR(s.value(1e5 + 0.5e-3), 1e3, 1e-3);
  EXPECT_NEAR(s.value(1e5 + 1.5e-3), -1e3, 1e-3);
}

TEST(TimeSeries, BadPointsAreNamed)
{
  EXPECT_INPUT_ERROR(TimeSeries({0, 1}, {0}), "points", "2 times and 1 values");
  EXPECT_INPUT_ERROR(TimeSeries({}, {}), "points", "0 points");
  EXPECT_INPUT_ERROR(TimeSeries({0}, {1}), "points", "1 points");
  EXPECT_INPUT_ERROR(TimeSeries({0, nan}, {0, 1}), "points", "nan");
  EXPECT_INPUT_ERROR(TimeSeries({0, 1}, {nan, 1}), "points", "nan");
  EXPECT_INPUT_ERROR(TimeSeries({0, infinity}, {0, 1}), "points", "inf");
  EXPECT_INPUT_ERROR(TimeSeries({0, 2, 1}, {0, 0, 0}), "points", "time 1 after time 2");
  EXPECT_INPUT_ERROR(TimeSeries({0, 1, 1}, {0, 0, 0}), "points", "increasing");
}

class TimeSeriesFile : public ::testing::Test {
 protected:
  std::string path_ =
      (std::filesystem::temp_directory_path() / ("corbel_series_" + std::to_string(::getpid()))).string();
  ~TimeSeriesFile() override { std::filesystem::remove(path_); }

  TimeSeries read(const std::string& text)
  {
    std::ofstream(path_) << text;
    return TimeSeries::from_file(path_);
  }
  std::string error_of(const std::string& text)
  {
    try {
      read(text);
    } catch (const InputError& error) {
      return error.what();
    }
    ADD_FAILURE() << "no InputError";
    return "";
  }
  void expect_error(const std::string& text, const std::string& detail)
  {
    const std::string message = error_of(text);
    EXPECT_NE(message.find(path_), std::string::npos) << message;
    EXPECT_NE(message.find(detail), std::string::npos) << message;
  }
};

TEST_F(TimeSeriesFile, TwoColumnsWithAnySeparator)
{
  const TimeSeries s = read("# time value\n0 1\n 1.5,2e1\n\n2;\t-3.5\r\n  # a remark\n3 , 4");
  EXPECT_EQ(s.times(), (std::vector<double>{0, 1.5, 2, 3}));
  EXPECT_EQ(s.values(), (std::vector<double>{1, 20, -3.5, 4}));
}

TEST_F(TimeSeriesFile, BadLinesAreNamed)
{
  expect_error("0 1\n# remark\n1 x\n2 3\n", "line 3");
  expect_error("0 1\n1\n2 3\n", "line 2");
  expect_error("time value\n0 1\n", "line 1");
  expect_error("0 1\n1 2abc\n", "line 2");  // not quietly 2
}

TEST_F(TimeSeriesFile, BadSeriesNameTheFile)
{
  expect_error("", "0 points");
  expect_error("# nothing\n", "0 points");
  expect_error("0 1\n", "1 points");
  expect_error("0 1\n2 2\n1 3\n", "increasing");
  expect_error("0 1\n1 nan\n", "nan");
}

TEST_F(TimeSeriesFile, MissingFilesAreNamed)
{
  try {
    TimeSeries::from_file("no/such/missing.txt");
    ADD_FAILURE() << "no FileError";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("missing.txt"), std::string::npos) << error.what();
  }
}

TEST(Amplitude, OfANumber)
{
  const Amplitude a = 2.5;
  EXPECT_EQ(a.value(-1), 2.5);
  EXPECT_EQ(a.value(9), 2.5);
  EXPECT_EQ(a.integral(0), 0);
  EXPECT_EQ(a.integral(4), 10);
  EXPECT_EQ(a.series(), nullptr);
  EXPECT_EQ(Amplitude().value(1), 0);
}

TEST(Amplitude, OfASeriesIntegratesFromZero)
{
  const auto s = std::make_shared<const TimeSeries>(std::vector<double>{-1, 1}, std::vector<double>{0, 4});
  const Amplitude a = s;
  EXPECT_EQ(a.series(), s.get());
  EXPECT_DOUBLE_EQ(a.value(0), 2);
  EXPECT_EQ(a.integral(0), 0);
  EXPECT_DOUBLE_EQ(a.integral(1), 3);
  EXPECT_DOUBLE_EQ(a.integral(3), 11);
  EXPECT_DOUBLE_EQ(a.integral(-1), -1);
}

}  // namespace
}  // namespace corbel::testing
