// SPDX-License-Identifier: MIT
#include "corbel/bodies/corotated_operator.hpp"

#include "corbel/core/threads.hpp"

#include <algorithm>

namespace corbel {
namespace {

constexpr Eigen::Index small = 1000;  ///< unknowns up to which A₀⁻¹ is formed: 8 MB
/// Unknowns of the inverse per node up to which columns are summed whole: three rows at a time cost four times as much each.
constexpr std::size_t gathered_cost = 12;
constexpr std::size_t batch_nodes = 8;  ///< columns are solved in batches of 3 × this width, no other

Eigen::SparseMatrix<double> assemble(const MassMatrix& M, const Eigen::SparseMatrix<double>& K0,
                                     OperatorFactors factors)
{
  Eigen::SparseMatrix<double> A = factors.stiffness * K0;
  M.add_to(factors.mass, A);
  return A;
}

Eigen::MatrixXd inverse_of(const SparseCholesky& factor)
{
  const Eigen::Index n = factor.size();
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(n, n);
  factor.solve_in_place(inverse);
  return 0.5 * (inverse + inverse.transpose());
}

/// Per node those of its row in K₀ that have no lower number, ascending.
std::vector<std::vector<int>> neighbours(const Eigen::SparseMatrix<double>& K0)
{
  std::vector<std::vector<int>> all(static_cast<std::size_t>(K0.cols() / 3));
  for (Eigen::Index a = 0; a < K0.cols() / 3; ++a)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(K0, 3 * a); entry; ++entry)
      if (const auto b = static_cast<int>(entry.row() / 3); b >= a) {
        auto& of_a = all[static_cast<std::size_t>(a)];
        if (of_a.empty() || of_a.back() != b) of_a.push_back(b);
      }
  return all;
}

/// Those that are wanted, each once, ascending.
std::vector<int> sorted(std::span<const int> nodes, const auto& wanted)
{
  std::vector<int> some;
  std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(some), wanted);
  std::sort(some.begin(), some.end());
  some.erase(std::unique(some.begin(), some.end()), some.end());
  return some;
}

}  // namespace

CorotatedOperator::CorotatedOperator(const MassMatrix& M, const Eigen::SparseMatrix<double>& K0,
                                     OperatorFactors operator_factors, std::size_t budget)
    : factors(operator_factors), budget_(budget), column_(static_cast<std::size_t>(M.nodes()))
{
  factor_.emplace(assemble(M, K0, factors));
  factor_flops_ = factor_->flops();
  factor_bytes_ = factor_->bytes();
  if (K0.rows() > small) {
    neighbours_ = neighbours(K0);
    near_.resize(neighbours_.size());
    return;
  }
  inverse_ = inverse_of(*factor_);
  batched_.emplace(*factor_);
  factor_bytes_ = batched_->bytes();
  factor_.reset();
}

void CorotatedOperator::solve_in_place(Eigen::Ref<Eigen::MatrixXd> B) const
{
  if (batched_)
    batched_->solve_in_place(B);
  else
    factor_->solve_in_place(B);
}

bool CorotatedOperator::has_few(std::span<const int> nodes) const
{
  const auto n = static_cast<double>(column_.size());
  return factor_ && 18 * n * static_cast<double>(nodes.size()) < solve_flops();
}

void CorotatedOperator::solve_by_columns(std::span<const int> nodes, Eigen::Ref<Eigen::VectorXd> x) const
{
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(x.size());
  for (const int node : nodes)
    if (const Vec3 r = x.segment<3>(3 * node); !r.isZero(0)) {
      const Column& column = column_[static_cast<std::size_t>(node)];
      sum += r.x() * column.col(0) + r.y() * column.col(1) + r.z() * column.col(2);
    }
  x = sum;
}

template<class Use>
void CorotatedOperator::solve_columns(std::span<const int> nodes, const Use& use) const
{
  const std::size_t batches = (nodes.size() + batch_nodes - 1) / batch_nodes;
  parallel_for(batches, 1, [&](std::size_t batch) {
    const std::size_t begin = batch * batch_nodes, end = std::min(nodes.size(), begin + batch_nodes);
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(factor_->size(), static_cast<Eigen::Index>(3 * batch_nodes));
    for (std::size_t i = begin; i < end; ++i)
      B.block<3, 3>(3 * nodes[i], static_cast<Eigen::Index>(3 * (i - begin))).setIdentity();
    factor_->solve_in_place(B);
    for (std::size_t i = begin; i < end; ++i)
      use(nodes[i], B.middleCols<3>(static_cast<Eigen::Index>(3 * (i - begin))));
  });
}

void CorotatedOperator::need_columns(std::span<const int> nodes) const
{
  if (is_small()) return;
  const std::lock_guard lock(mutex_);
  const std::vector<int> missing =
      sorted(nodes, [&](int node) { return column_[static_cast<std::size_t>(node)].size() == 0; });
  solve_columns(missing,
                [&](int node, const auto& column) { column_[static_cast<std::size_t>(node)] = column; });
  for (const int node : missing) {
    const std::size_t bytes =
        sizeof(double) * static_cast<std::size_t>(column_[static_cast<std::size_t>(node)].size());
    if (column_bytes_ + bytes > budget_) passing_.push_back(node);
    column_bytes_ += bytes;
  }
}

void CorotatedOperator::need_neighbours(std::span<const int> nodes) const
{
  if (is_small()) return;
  const std::lock_guard lock(mutex_);
  const std::vector<int> missing =
      sorted(nodes, [&](int node) { return near_[static_cast<std::size_t>(node)].empty(); });
  solve_columns(missing, [&](int node, const auto& column) {
    for (const int b : neighbours_[static_cast<std::size_t>(node)])
      near_[static_cast<std::size_t>(node)].push_back(column.template middleRows<3>(3 * b).transpose());
  });
  for (const int node : missing)
    near_bytes_ += sizeof(Mat3) * near_[static_cast<std::size_t>(node)].size();
}

void CorotatedOperator::drop_passing() const
{
  const std::lock_guard lock(mutex_);
  for (const int node : passing_) {
    Column& column = column_[static_cast<std::size_t>(node)];
    column_bytes_ -= sizeof(double) * static_cast<std::size_t>(column.size());
    column.resize(0, 3);
  }
  passing_.clear();
}

Mat3 CorotatedOperator::block(const NodeWeights& X, const NodeWeights& Y) const
{
  Mat3 sum = Mat3::Zero();
  for (std::size_t a = 0; a < static_cast<std::size_t>(X.count); ++a)
    for (std::size_t b = 0; b < static_cast<std::size_t>(Y.count); ++b)
      sum += (X.N[a] * Y.N[b]) * node_block(X.node[a], Y.node[b]);
  return sum;
}

void CorotatedOperator::sum_columns(const NodeWeights& X, std::span<const int> nodes, Column& Y) const
{
  Y.setZero();
  for (std::size_t b = 0; b < static_cast<std::size_t>(X.count); ++b)
    if (nodes.empty())
      Y += X.N[b] * inverse_.middleCols<3>(3 * X.node[b]);
    else
      for (std::size_t a = 0; a < nodes.size(); ++a)
        Y.middleRows<3>(static_cast<Eigen::Index>(3 * a)) += X.N[b] * node_block(nodes[a], X.node[b]);
}

/// Of each point first the sum of its columns at the nodes of all points: m points with 8 nodes each then cost 8 products of blocks per
/// pair, not 64. A small inverse is summed whole, in memory order, unless the nodes are a small part of it.
void CorotatedOperator::blocks(std::span<const NodeWeights> X, std::span<const Mat3> E,
                               Eigen::MatrixXd& C) const
{
  std::vector<int> nodes;
  for (const NodeWeights& w : X)
    nodes.insert(nodes.end(), w.node.begin(), w.node.begin() + w.count);
  nodes = sorted(nodes, [](int) { return true; });
  const auto n = static_cast<std::size_t>(inverse_.rows());
  const bool whole = is_small() && n <= gathered_cost * nodes.size();
  const auto position = [&](int node) -> Eigen::Index {
    return whole ? 3 * node : 3 * (std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
  };
  std::vector<std::array<Eigen::Index, max_element_nodes>> row(X.size());
  for (std::size_t i = 0; i < X.size(); ++i)
    for (std::size_t a = 0; a < static_cast<std::size_t>(X[i].count); ++a)
      row[i][a] = position(X[i].node[a]);
  Column Y(whole ? inverse_.rows() : static_cast<Eigen::Index>(3 * nodes.size()), 3);
  C.resize(static_cast<Eigen::Index>(3 * X.size()), static_cast<Eigen::Index>(3 * X.size()));
  for (std::size_t j = 0; j < X.size(); ++j) {
    sum_columns(X[j], whole ? std::span<const int>() : nodes, Y);
    for (std::size_t i = 0; i <= j; ++i) {
      Mat3 sum = Mat3::Zero();
      for (std::size_t a = 0; a < static_cast<std::size_t>(X[i].count); ++a)
        sum += X[i].N[a] * Y.middleRows<3>(row[i][a]);
      Mat3 block = E[i].transpose() * sum * E[j];
      if (i == j) block = (0.5 * (block + block.transpose())).eval();
      C.block<3, 3>(static_cast<Eigen::Index>(3 * i), static_cast<Eigen::Index>(3 * j)) = block;
      C.block<3, 3>(static_cast<Eigen::Index>(3 * j), static_cast<Eigen::Index>(3 * i)) = block.transpose();
    }
  }
}

Mat3 CorotatedOperator::node_block(int a, int b) const
{
  if (is_small()) return inverse_.block<3, 3>(3 * a, 3 * b);
  // Both hold it, up to round-off: the lower number decides, so W is symmetric to the last bit.
  if (a <= b) return column_[static_cast<std::size_t>(a)].middleRows<3>(3 * b).transpose();
  return column_[static_cast<std::size_t>(b)].middleRows<3>(3 * a);
}

Mat3 CorotatedOperator::neighbour_block(int a, int b) const
{
  const std::size_t first = static_cast<std::size_t>(std::min(a, b));
  const std::vector<int>& of_first = neighbours_[first];
  const auto position = std::lower_bound(of_first.begin(), of_first.end(), std::max(a, b)) - of_first.begin();
  const Mat3& block = near_[first][static_cast<std::size_t>(position)];
  return a <= b ? block : Mat3(block.transpose());
}

Mat3 CorotatedOperator::own_block(const NodeWeights& X) const
{
  if (is_small()) return block(X, X);
  Mat3 sum = Mat3::Zero();
  for (std::size_t a = 0; a < static_cast<std::size_t>(X.count); ++a)
    for (std::size_t b = 0; b < static_cast<std::size_t>(X.count); ++b)
      sum += (X.N[a] * X.N[b]) * neighbour_block(X.node[a], X.node[b]);
  return sum;
}

std::size_t CorotatedOperator::bytes() const
{
  return factor_bytes_ + sizeof(double) * static_cast<std::size_t>(inverse_.size()) + column_bytes_ +
         near_bytes_;
}

std::size_t CorotatedOperator::columns() const
{
  return static_cast<std::size_t>(
      std::count_if(column_.begin(), column_.end(), [](const Column& c) { return c.size() > 0; }));
}

double CorotatedOperator::solve_flops() const
{
  if (batched_) return batched_->flops();
  return 4.0 * static_cast<double>(factor_bytes_) /
         sizeof(double);  // each entry of L twice, once more for Lᵀ
}

}  // namespace corbel
