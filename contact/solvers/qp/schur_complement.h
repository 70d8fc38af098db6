#pragma once

#include "contact/solvers/qp/box_qp.h"
#include "contact/solvers/qp/hessian.h"
#include "contact/solvers/qp/schur_columns.h"
#include "kernels/dense/quasi_definite.h"

ES_BEGIN

/// Solves the saddle point systems of an active-set method: given a working set, with the variables
/// outside the set F of free ones at prescribed values,
///
///     H_FF x_F = b_F - H_FB x_B        (Algorithm 5.1, C0_solve, and Eq. 5.5).
///
/// It factors G = H_F0F0 = L L^T for one set F0. For another working set, let R be the variables
/// freed and E those bound since, U = [H_F0R, I_F0E] and W = L^{-1} U. Then the Schur complement of
/// Eq. 3.6,
///
///     C = [ H_RR - W_R^T W_R    -W_R^T W_E ]
///         [   -W_E^T W_R        -W_E^T W_E ],
///
/// is symmetric quasi-definite, and with y = L^{-1} (b - H x_B)_F0
///
///     C [ x_R ]  =  [ (b - H x_B)_R ]  - W^T y,       x_F0 = L^{-T} (y - W [ x_R ]).
///       [ pi  ]     [      x_E      ]                                      [ pi  ]
///
/// Only the forward half of each column's solve is ever done. A column is stored as long as its
/// factor lives; when a change is undone it leaves C, and it comes back for nothing.
class SchurComplement {
 public:
  SchurComplement(QpMethod method, int max_schur_columns)
      : method_(method), max_columns_(max_schur_columns) {}

  /// Forget the factorisation; H is kept by reference.
  void reset(const Hessian& H);

  /// Take a working set: add the columns it needs, or factor anew when there are too many for it to
  /// pay, or when C is not numerically quasi-definite. False when H_FF is not positive definite.
  bool set_working_set(Span<const std::int8_t> state, QpReport& report);

  /// @param b      right-hand side of all variables
  /// @param state  the working set that was taken last
  /// @param x      in: the values of the bound variables; out: those of the free ones too
  void solve(Span<const double> b, Span<const std::int8_t> state, Span<double> x, QpReport& report);

 private:
  using Rows = BlockCholesky::Rows;

  bool factor(Span<const std::int8_t> state, QpReport& report);
  void list_changes(Span<const std::int8_t> state);
  std::vector<Rows> find_rows();
  bool columns_pay(const std::vector<Rows>& rows, QpReport& report) const;
  void add_columns(const std::vector<Rows>& rows, QpReport& report);
  bool assemble();
  Span<const double> multiply_bound_values(Span<const double> x, Span<const std::int8_t> state);
  double forward_flops() const { return 0.5 * cholesky_.solve_flops(); }
  double columns_flops(const std::vector<Rows>& rows) const;
  double columns_cost(const std::vector<Rows>& rows) const;

  QpMethod method_;
  int max_columns_;
  const Hessian* H_ = nullptr;
  BlockCholesky cholesky_;
  bool has_factor_ = false;

  DeviceVector<std::uint8_t> in_factor_;  // is it in F0
  DeviceVector<int> kept_;                // F0
  DeviceVector<int> slot_;                // per variable: its column in W, or -1
  DeviceVector<std::uint8_t> flags_;
  DeviceVector<int> freed_, bound_, new_, ends_;  // R, E, columns to add, their first and last rows
  SchurColumns W_;
  QuasiDefinite C_;
  DeviceVector<double> fresh_, h_, zero_, bound_values_, next_values_, y_, previous_, z_,
      projection_, weights_, pi_;
  DeviceVector<int> changed_values_;
  bool has_previous_ = false, has_h_ = false;
};

ES_END
