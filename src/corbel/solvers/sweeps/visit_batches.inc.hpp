// SPDX-License-Identifier: MIT
// The kernel of contact_batches.hpp, written once and compiled for several processors: CORBEL_VISIT_BATCHES is its name.
// Nothing with external linkage may be included here: the linker could hand its code to other processors.
#include "corbel/solvers/sweeps/contact_batches.hpp"

namespace corbel {
namespace {

typedef double Lanes __attribute__((vector_size(64)));  // eight numbers
typedef long long Mask __attribute__((vector_size(64)));

inline __attribute__((always_inline)) Lanes load(const double* a)
{
  return *reinterpret_cast<const Lanes*>(a);
}
inline __attribute__((always_inline)) void store(double* a, Lanes x) { *reinterpret_cast<Lanes*>(a) = x; }

inline __attribute__((always_inline)) Lanes root(Lanes a)
{
  Lanes r = {};
  for (int l = 0; l < 8; ++l)
    r[l] = __builtin_sqrt(a[l]);
  return r;
}

inline __attribute__((always_inline)) Lanes choose(Mask mask, Lanes a, Lanes b)
{
  return (Lanes)(((Mask)a & mask) | ((Mask)b & ~mask));
}

/// Rows become columns, 8×8, in three rounds: neighbours, pairs, fours.
inline __attribute__((always_inline)) void transpose(Lanes (&a)[8])
{
  Lanes b[8], c[8];
  for (int i = 0; i < 8; i += 2) {
    b[i] = __builtin_shufflevector(a[i], a[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    b[i + 1] = __builtin_shufflevector(a[i], a[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 8; i += 4)
    for (int k = 0; k < 2; ++k) {
      c[i + k] = __builtin_shufflevector(b[i + k], b[i + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
      c[i + k + 2] = __builtin_shufflevector(b[i + k], b[i + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int k = 0; k < 4; ++k) {
    a[k] = __builtin_shufflevector(c[k], c[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    a[k + 4] = __builtin_shufflevector(c[k], c[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

/// v of eight bodies, by component.
inline __attribute__((always_inline)) void gather(const double* v, const std::int32_t* body, Lanes (&of)[8])
{
  for (int l = 0; l < 8; ++l)
    of[l] = load(v + 8 * static_cast<std::size_t>(body[l]));
  transpose(of);
}

inline __attribute__((always_inline)) void add_product(const double (&G)[18][8], const Lanes (&v)[8],
                                                       Lanes (&u)[3])
{
  for (int c = 0; c < 6; ++c)
    for (int r = 0; r < 3; ++r)
      u[r] += load(G[3 * c + r]) * v[c];
}

/// v += Gᵀ d
inline __attribute__((always_inline)) void scatter(const double (&G)[18][8], const Lanes (&d)[3],
                                                   const std::int32_t* body, double* v)
{
  Lanes change[8] = {};
  for (int c = 0; c < 6; ++c)
    change[c] = load(G[3 * c]) * d[0] + load(G[3 * c + 1]) * d[1] + load(G[3 * c + 2]) * d[2];
  transpose(change);
  for (int l = 0; l < 8; ++l) {
    double* at = v + 8 * static_cast<std::size_t>(body[l]);
    store(at, load(at) + change[l]);
  }
}

/// P_K; what is inside of both cones (the apex) is zero, also for μ = 0.
inline __attribute__((always_inline)) void project(Lanes mu, Lanes over, Lanes (&z)[3])
{
  const Lanes zero = {};
  const Lanes t = root(z[0] * z[0] + z[1] * z[1]), n = z[2];
  const Mask open = mu * t <= -n, sticks = t <= mu * n;
  const Lanes n_slip = (n + mu * t) * over;
  const Lanes scale = choose(sticks, zero + 1.0, mu * n_slip / t);
  z[0] = choose(open, zero, z[0] * scale);
  z[1] = choose(open, zero, z[1] * scale);
  z[2] = choose(open, zero, choose(sticks, n, n_slip));
}

inline __attribute__((always_inline)) void visit(ContactBatch& batch, double beta, double* v, LaneSums& sums)
{
  Lanes v_a[8], v_b[8];
  gather(v, batch.body[0], v_a);
  gather(v, batch.body[1], v_b);
  Lanes u[3], y[3], z[3], d[3];
  for (int r = 0; r < 3; ++r)
    u[r] = load(batch.q[r]);
  add_product(batch.G[0], v_a, u);
  add_product(batch.G[1], v_b, u);
  const Lanes mu = load(batch.mu), rho = load(batch.rho), w = load(batch.w);
  u[2] += mu * root(u[0] * u[0] + u[1] * u[1]);
  Lanes e2 = {}, s = {};
  for (int r = 0; r < 3; ++r) {
    const Lanes x = load(batch.x[r]);
    y[r] = x + beta * (x - load(batch.x_last[r]));
    z[r] = y[r] - rho * u[r];
  }
  project(mu, load(batch.over), z);
  Mask moved = {};
  for (int r = 0; r < 3; ++r) {
    const Lanes x = load(batch.x[r]);
    d[r] = z[r] - y[r];
    moved |= d[r] != 0.0;
    e2 += d[r] * d[r];
    s += d[r] * (z[r] - x);
    store(batch.x_last[r], x);
    store(batch.x[r], z[r]);
  }
  store(sums.e2, load(sums.e2) + w * e2);
  store(sums.s, load(sums.s) - w * s);
  const long long any = moved[0] | moved[1] | moved[2] | moved[3] | moved[4] | moved[5] | moved[6] | moved[7];
  if (any == 0) return;
  scatter(batch.G[0], d, batch.body[0], v);
  scatter(batch.G[1], d, batch.body[1], v);
}

}  // namespace

void CORBEL_VISIT_BATCHES(ContactBatch* batches, const std::uint32_t* list, std::size_t count, double beta,
                          double* v, LaneSums* sums)
{
  for (std::size_t k = 0; k < count; ++k)
    visit(batches[list[k]], beta, v, *sums);
}

}  // namespace corbel
