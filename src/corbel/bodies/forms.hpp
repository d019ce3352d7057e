// SPDX-License-Identifier: MIT
// The formulations of finite-element bodies by name.
#pragma once

#include "corbel/bodies/finite_element_body.hpp"

#include <memory>
#include <string>
#include <vector>

namespace corbel {

/// A row of the table in forms.cpp.
struct FiniteElementForm {
  std::string_view name;
  std::unique_ptr<FiniteElementBody> (*make)(const Shape& shape, TemplateMatch match);

  static const FiniteElementForm tl, bc, linear;  ///< those that code asks for by name
};

FiniteElementForm finite_element_form(std::string_view name);  ///< throws InputError, naming those there are
std::vector<std::string> finite_element_forms();               ///< their names

}  // namespace corbel
