// SPDX-License-Identifier: MIT
#include "corbel/bodies/forms.hpp"

#include "corbel/bodies/linear_body.hpp"
#include "corbel/bodies/total_lagrangian_body.hpp"
#include "corbel/core/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace corbel {
namespace {

template<class Form>
std::unique_ptr<FiniteElementBody> make_form(const Shape& shape, TemplateMatch match)
{
  return std::make_unique<Form>(shape, std::move(match));
}

}  // namespace

const FiniteElementForm FiniteElementForm::tl = {"TL", make_form<TotalLagrangianBody>};
const FiniteElementForm FiniteElementForm::bc = {"BC", make_form<CorotatedBody>};
const FiniteElementForm FiniteElementForm::linear = {"LINEAR", make_form<LinearBody>};

namespace {

const std::array table = {&FiniteElementForm::bc, &FiniteElementForm::tl, &FiniteElementForm::linear};

}  // namespace

FiniteElementForm finite_element_form(std::string_view name)
{
  for (const FiniteElementForm* form : table)
    if (form->name == name) return *form;
  throw_input_error("form", fmt::format("'{}'", name),
                    fmt::format("one of '{}'", fmt::join(finite_element_forms(), "', '")));
}

std::vector<std::string> finite_element_forms()
{
  std::vector<std::string> names;
  for (const FiniteElementForm* form : table)
    names.emplace_back(form->name);
  return names;
}

}  // namespace corbel
