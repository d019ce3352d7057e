// SPDX-License-Identifier: MIT
// A LocalProblem as a local problem of FCLIB, in the types and names that its own reader expects.
#include "corbel/fclib/contact_order.hpp"
#include "corbel/fclib/fclib.hpp"
#include "corbel/fclib/matrix.hpp"
#include "corbel/output/hdf5_handle.hpp"

#include <filesystem>
#include <limits>

namespace corbel {
namespace {

int component(int k) { return file_order[static_cast<std::size_t>(k)]; }

Handle make_group(hid_t parent, const char* name)
{
  return {H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
          "a group cannot be made"};
}

void write_array(hid_t group, const char* name, hid_t type, hsize_t count, const void* data)
{
  const Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose, "no data space");
  const Handle set(H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose,
                   "a dataset cannot be made");
  if (count > 0)
    checked(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "a dataset cannot be written");
}

void write_numbers(hid_t group, const char* name, const std::vector<double>& x)
{
  write_array(group, name, H5T_NATIVE_DOUBLE, x.size(), x.data());
}

void write_integers(hid_t group, const char* name, const std::vector<int>& x)
{
  write_array(group, name, H5T_NATIVE_INT, x.size(), x.data());
}

/// Fixed size with its zero at the end.
void write_text(hid_t group, const char* name, const std::string& text)
{
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "no text type");
  checked(H5Tset_size(type, text.size() + 1), "no text size");
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "no data space");
  const Handle set(H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose,
                   "a text cannot be made");
  checked(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()), "a text cannot be written");
}

/// (N, T1, T2) contact by contact.
std::vector<double> in_file_order(const std::vector<Vec3>& vectors)
{
  std::vector<double> x;
  x.reserve(3 * vectors.size());
  for (const Vec3& vector : vectors)
    for (int k = 0; k < 3; ++k)
      x.push_back(vector(component(k)));
  return x;
}

/// Rows or columns, one after the other.
struct Compressed {
  int m = 0, n = 0;
  int kind = compressed_rows;
  std::vector<int> p = {0}, i;
  std::vector<double> x;

  void add(int index, double value)
  {
    i.push_back(index);
    x.push_back(value);
  }
  void end_line() { p.push_back(static_cast<int>(x.size())); }
};

void write_matrix(hid_t parent, const char* name, const Compressed& A)
{
  const Handle group = make_group(parent, name);
  write_integers(group, "nzmax", {static_cast<int>(A.x.size())});
  write_integers(group, "m", {A.m});
  write_integers(group, "n", {A.n});
  write_integers(group, "nz", {A.kind});
  write_integers(group, "p", A.p);
  write_integers(group, "i", A.i);
  write_numbers(group, "x", A.x);
}

Compressed assembled(const LocalOperator& operator_W)
{
  const BlockSparse W = operator_W.assemble();
  if (W.block.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) / 9)
    throw_input_error("problem", fmt::format("{} blocks in W", W.block.size()),
                      "fewer than 32-bit indices can number");
  Compressed rows;
  rows.m = rows.n = static_cast<int>(3 * W.n);
  for (std::size_t i = 0; i < W.n; ++i)
    for (int k = 0; k < 3; ++k) {
      for (auto b = static_cast<std::size_t>(W.row_begin[i]);
           b < static_cast<std::size_t>(W.row_begin[i + 1]); ++b)
        for (int l = 0; l < 3; ++l)
          rows.add(3 * W.column[b] + l, W.block[b](component(k), component(l)));
      rows.end_line();
    }
  return rows;
}

Compressed identity(int size)
{
  Compressed I;
  I.m = I.n = size;
  for (int k = 0; k < size; ++k) {
    I.add(k, 1);
    I.end_line();
  }
  return I;
}

/// H = Gᵀ by columns, which are the rows of G.
Compressed transposed_factor(const LocalOperator& W)
{
  Compressed H;
  const FactorRows& G = W.factor();
  H.m = static_cast<int>(G.total_width());
  H.n = static_cast<int>(3 * W.size());
  H.kind = compressed_columns;
  for (std::size_t i = 0; i < W.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      for (std::size_t a = 0; a < 2; ++a)
        for (Eigen::Index l = 0; l < G.block(i, a).cols(); ++l)
          H.add(static_cast<int>(G.offset(i, a) + l), G.block(i, a)(component(k), l));
      H.end_line();
    }
  return H;
}

/// μ, and the shift of each law in q_N.
std::vector<double> contact_laws(const LocalProblem& problem, std::vector<Vec3>& q)
{
  std::vector<double> mu;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const auto contact = rigid_contact(problem.laws[i]);
    if (!contact)
      throw_input_error("problem", fmt::format("constraint {}, which is not a contact", i),
                        "contacts with Coulomb friction",
                        "FCLIB supports no others: eliminate joints first.");
    if (contact->cohesion != 0)
      throw_input_error("problem", fmt::format("contact {} with cohesion", i), "contacts without cohesion",
                        "FCLIB has no cohesion: contacts_only() moves it into q.");
    mu.push_back(contact->mu);
    q[i].z() += contact->offset.z();
  }
  return mu;
}

void write_info(hid_t root, const FclibInfo& info)
{
  const Handle texts = make_group(root, "info");
  write_text(texts, "title", info.title);
  write_text(texts, "description", info.description);
  write_text(texts, "math_info", info.math_info);
}

void write_local(hid_t root, const LocalOperator& W, const std::vector<Vec3>& q,
                 const std::vector<double>& mu)
{
  write_matrix(root, "W", assembled(W));
  const Handle vectors = make_group(root, "vectors");
  write_numbers(vectors, "q", in_file_order(q));
  write_numbers(vectors, "mu", mu);
}

void write_global(hid_t root, const LocalOperator& W, const std::vector<Vec3>& q,
                  const std::vector<double>& mu)
{
  write_matrix(root, "M", identity(static_cast<int>(W.factor().total_width())));
  write_matrix(root, "H", transposed_factor(W));
  const Handle vectors = make_group(root, "vectors");
  write_numbers(vectors, "f", std::vector<double>(static_cast<std::size_t>(W.factor().total_width()), 0.0));
  write_numbers(vectors, "w", in_file_order(q));
  write_numbers(vectors, "mu", mu);
}

void write_solution(hid_t file, const LocalProblem& problem, const std::vector<Vec3>& q, const Impulses& R)
{
  std::vector<Vec3> u = problem.W.multiply(R);
  for (std::size_t i = 0; i < u.size(); ++i)
    u[i] += q[i];
  const Handle solution = make_group(file, "solution");
  write_numbers(solution, "u", in_file_order(u));
  write_numbers(solution, "r", in_file_order(R));
}

void remove_quietly(const std::string& path)
{
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

void write_all(hid_t file, const LocalProblem& problem, const FclibInfo& info, const Impulses& solution,
               FclibForm form)
{
  std::vector<Vec3> q = problem.B;
  const std::vector<double> mu = contact_laws(problem, q);
  const bool factors =
      form == FclibForm::compact && problem.W.factor().total_width() > 0 && problem.W.blocks().n == 0;
  {
    const Handle root = make_group(file, factors ? "fclib_global" : "fclib_local");
    write_integers(root, "spacedim", {3});
    (factors ? write_global : write_local)(root, problem.W, q, mu);
    write_info(root, info);
  }
  if (!solution.empty() && solution.size() == problem.size()) write_solution(file, problem, q, solution);
}

}  // namespace

void write_fclib(const std::string& path, const LocalProblem& problem, const FclibInfo& info,
                 const Impulses& solution, FclibForm form)
{
  const std::string part = path + ".part";  // what has the name stays whole until this is
  with_path("write", path, "Check that the directory exists, and its permissions and free space.", [&] {
    try {
      Handle file(H5Fcreate(part.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose,
                  "it cannot be created");
      write_all(file, problem, info, solution, form);
      if (!file.reset()) throw Hdf5Failure{"it could not be written completely"};
      std::error_code error;
      std::filesystem::rename(part, path, error);
      if (error) throw Hdf5Failure{"it cannot be renamed: " + error.message()};
    } catch (...) {
      remove_quietly(part);
      throw;
    }
  });
}

}  // namespace corbel
