#pragma once

#include <string>

#include "grid/body_fields.h"
#include "grid/ledger/momentum.h"
#include "grid/quadrature/geometry.h"
#include "shapes/level_set.h"

ES_BEGIN

/// How a body starts.
struct BodySetup {
  std::string name;
  LevelSet shape;
  Material material;
  Vec3 velocity;          ///< of the shape's centre [m/s]
  Vec3 angular_velocity;  ///< about it [rad/s]
};

/// One elastic body on its window of the grid: the reference map X = x - u and the velocity v at
/// the nodes. A step is
///     kick_and_advect(dt, g)   v^t -> v*
///     (contact changes v through view() and reports its impulses to receive())
///     move(dt)                 X^t -> X^{t+1} with v^{t+1}, then mass, force and layers at t+1
/// so that between steps everything belongs to one time.
///
/// Ledgers hold what impulses alone decide. Mass is scaled to the body's in every step. Momentum,
/// linear and angular, is restored after each motion; the spin is what the angular momentum about
/// the origin leaves beside the ledger's own centre of mass, which moves with p/m. Kinetic plus
/// elastic energy may fall (advection damps); where it rises by more than 1 % above what the body
/// started with plus the work done on it, the excess is taken from the motion that is not rigid, as
/// far as that has any: where strain gradients are steep, the elastic energy of the moved map
/// exceeds the work of the nodal forces by a few per cent. Energies are compared as leapfrog has
/// them: velocities belong to the middle of a step, where the elastic energy is the mean of its
/// ends.
class Body {
 public:
  Body(const BodySetup& setup, const GridSpec& grid);

  /// Half kick, advection, half kick: v* = Adv[v + dt/2 a] + dt/2 a with a = f/m + g, which keeps
  /// the spin of a free body to second order in dt (a kick after the advection loses 3 % per turn).
  void kick_and_advect(double dt, Vec3 gravity);

  /// Notes an impulse [N s] and an angular impulse about the origin [N m s] in the ledger.
  void receive(Vec3 impulse, Vec3 angular_impulse);

  /// @throws SimulationError when the body moves more than a cell in the step, holds a value that
  /// is not finite, tangles, or has no node left
  void move(double dt);

  /// The kinematic part of move: carries X with the velocities as they are, |v| dt <= h, and renews
  /// mass, force and layers.
  void advance_map(double dt);

  BodyView view();
  const std::string& name() const { return name_; }
  const BodyFields& fields() const { return fields_; }
  BodyFields& fields() { return fields_; }
  const LevelSet& shape() const { return shape_; }
  const Material& material() const { return material_; }
  const GeometryReport& geometry() const { return geometry_; }
  /// Mass, momenta and kinetic energy; the velocities belong to the middle of the last step.
  const Momentum& momentum() const { return momentum_; }
  double elastic() const { return elastic_; }  ///< in the middle of the last step [J]
  double damped() const { return damped_; }    ///< taken by the energy ledger in the last step [J]
  /// What the grid's quadrature makes of the mass, before it is scaled to the body's [kg].
  double quadrature_mass() const { return raw_mass_; }
  double contact_work() const { return contact_work_; }  ///< done on the body in the last step [J]
  Vec3 ledger_linear() const { return linear_; }         ///< [kg m/s]
  Vec3 ledger_angular() const { return angular_; }       ///< about the origin [kg m^2/s]
  double missing_momentum() const { return missing_; }   ///< restored in the last move [kg m/s]
  double speed() const;                                  ///< largest speed of a node [m/s]

  /// Displacements and velocities extrapolated to all four layers, for output; workspace arrays
  /// that hold until the next step. The state itself is not touched.
  struct Extended {
    Span<const Vec3> u, v;
  };
  Extended extended();

 private:
  void update_geometry(double dt);
  void settle_mass();
  void restore();
  void settle_energy(double elastic_before);
  void check(double dt) const;

  std::string name_;
  GridSpec grid_;
  LevelSet shape_;
  Material material_;
  BodyFields fields_;
  GeometryReport geometry_;
  double mass_ = 0, raw_mass_ = 0;
  Vec3 centre_, linear_, angular_;  ///< ledger
  double missing_ = 0, last_dt_ = 0;
  Vec3 gravity_;  ///< in the last step
  Momentum momentum_;
  double elastic_ = 0, contact_work_ = 0, damped_ = 0;
  double energy_ = 0;  ///< of the ledger: at the start, plus the work of contact and gravity [J]
};

ES_END
