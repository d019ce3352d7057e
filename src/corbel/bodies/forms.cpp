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

/// The first is the default.
constexpr std::array forms = {FiniteElementForm{"BC", make_form<CorotatedBody>},
                              FiniteElementForm{"TL", make_form<TotalLagrangianBody>},
                              FiniteElementForm{"LINEAR", make_form<LinearBody>}};

}  // namespace

const FiniteElementForm FiniteElementForm::bc = forms[0];
const FiniteElementForm FiniteElementForm::tl = forms[1];
const FiniteElementForm FiniteElementForm::linear = forms[2];

FiniteElementForm finite_element_form(std::string_view name)
{
  for (const FiniteElementForm& form : forms)
    if (form.name == name) return form;
  throw_input_error("form", fmt::format("'{}'", name),
                    fmt::format("one of '{}'", fmt::join(finite_element_forms(), "', '")));
}

std::vector<std::string> finite_element_forms()
{
  std::vector<std::string> names;
  for (const FiniteElementForm& form : forms)
    names.emplace_back(form.name);
  return names;
}

}  // namespace corbel
