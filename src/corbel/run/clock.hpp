// SPDX-License-Identifier: MIT
// The instants of a run.
#pragma once

namespace corbel {

/// The instant one step of h after t [s].
///
/// Adding h again and again gathers round-off: 0.1 ten times is 0.9999999999999999. Where t is a multiple n
/// h, to round-off, the next instant is therefore (n + 1) h, and of an h that has few decimals, 0.1, 2.5e-4,
/// the multiple as one would write it down: (n + 1) p / 10^k with integers p and 10^k, correctly rounded.
/// Else t + h. A function of t and h alone, so that a run continued from a frame meets the same instants.
double next_instant(double t, double h);

}  // namespace corbel
