// SPDX-License-Identifier: MIT
// A quantity in time: a number or a time series.
#pragma once

#include "corbel/core/check.hpp"
#include "corbel/core/property.hpp"
#include "corbel/model/time_series.hpp"

#include <memory>

namespace corbel {

class Amplitude {
 public:
  Amplitude(double constant = 0) : constant_(constant) {}  // NOLINT: a number is an amplitude
  Amplitude(std::shared_ptr<const TimeSeries> series) : series_(std::move(series)) {}  // NOLINT

  double value(double t) const { return series_ ? series_->value(t) : constant_; }
  /// ∫₀ᵗ
  double integral(double t) const
  {
    return series_ ? series_->integral(t) - series_->integral(0) : constant_ * t;
  }
  /// The value taken for an acceleration: the velocity it gives, up to a constant, and the displacement, up
  /// to a linear function. A series that was recorded says nothing of what comes before and after it: there
  /// the acceleration is zero and the velocity stays, as in Solfec-1.0.
  double velocity(double t) const { return series_ ? series_->velocity(t) : constant_ * t; }
  double displacement(double t) const { return series_ ? series_->displacement(t) : 0.5 * constant_ * t * t; }
  const TimeSeries* series() const { return series_.get(); }
  /// A number, or the times and then the values of the series.
  Property described(const std::string& name) const
  {
    if (!series_) return {name, "", {constant_}};
    Property property = {name, "time series", series_->times()};
    property.numbers.insert(property.numbers.end(), series_->values().begin(), series_->values().end());
    return property;
  }

 private:
  double constant_ = 0;
  std::shared_ptr<const TimeSeries> series_;
};

}  // namespace corbel
