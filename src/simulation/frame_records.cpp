#include "src/simulation/frame_records.h"

#include <cmath>

ES_BEGIN

void add_flows(const Body& body, EnergyRecord& record) {
  const EnergyFlows& flows = body.ledger().energy;
  record.viscosity += flows.viscous;
  record.transport += flows.transport;
  record.masses += flows.masses;
  record.restored += flows.restored;
  record.map += flows.map;
  record.returned += flows.returned;
  record.load_work += flows.load, record.hold_work += flows.hold;
  record.activation_work += flows.activation;
  record.damped += flows.damped;
  record.residual += body.totals().momentum.kinetic + body.totals().elastic - flows.sum();
}

void take_larger(const Ledger& ledger, DriftRecord& record) {
  const BodyDrift drift = ledger.drift();
  const auto take = [](double value, double& most) {
    if (!(std::fabs(value) <= std::fabs(most))) most = value;
  };
  take(drift.momentum, record.momentum), take(drift.spin, record.spin);
  take(drift.transport, record.transport), take(drift.map, record.map);
  take(drift.left, record.left);
  take(drift.momentum_lengths, record.momentum_lengths);
  take(drift.spin_lengths, record.spin_lengths);
}

void add_received(const std::vector<Body>& bodies, RegionSums& sums) {
  for (const Body& body : bodies) {
    const BodyRegions& regions = body.regions();
    for (std::size_t r = 0; r < regions.size(); ++r) {
      const RegionTotals& step = regions.totals()[r];
      ReceivedByRegion& sum = sums[{body.name(), regions.name(r)}];
      sum.load += step.load, sum.load_torque += step.load_torque;
      sum.reaction += step.reaction, sum.reaction_torque += step.reaction_torque;
      sum.load_work += step.load_work, sum.hold_work += step.hold_work;
    }
  }
}

std::vector<BodyRecord> body_records(const std::vector<Body>& bodies, Vec3 gravity) {
  std::vector<BodyRecord> records;
  for (const Body& body : bodies) {
    const BodyTotals& totals = body.totals();
    const Momentum& m = totals.momentum;
    BodyRecord record;
    record.body = body.name();
    record.mass = m.mass;
    record.volume = totals.geometry.volume;
    record.centroid = m.centroid();
    record.momentum = body.ledger().linear;
    record.angular_momentum = body.ledger().angular;
    record.kinetic = m.kinetic;
    record.elastic = totals.elastic;
    record.gravity = -dot(gravity, m.first);
    record.gravity_work = body.ledger().energy.gravity;
    record.measured_mass = totals.measured.mass;
    record.measured_momentum = totals.measured.linear;
    record.measured_angular_momentum = totals.measured.angular;
    add_flows(body, record.energy);
    take_larger(body.ledger(), record.drift);
    record.contact_work = body.ledger().energy.contact;
    record.repaired_nodes = totals.geometry.repaired;
    record.clamped_points = totals.geometry.inverted;
    records.push_back(record);
  }
  return records;
}

std::vector<RegionRecord> region_records(const std::vector<Body>& bodies, double elapsed,
                                         RegionSums& sums) {
  std::vector<RegionRecord> records;
  const double per_time = elapsed > 0 ? 1 / elapsed : 0;
  for (const Body& body : bodies) {
    const BodyRegions& regions = body.regions();
    for (std::size_t r = 0; r < regions.size(); ++r) {
      const RegionPlace place = body.place_of_region(r);
      ReceivedByRegion& sum = sums[{body.name(), regions.name(r)}];
      RegionRecord& record = records.emplace_back();
      record.body = body.name(), record.region = regions.name(r), record.mass = place.mass;
      if (place.mass > 0)
        record.centroid = (1 / place.mass) * place.first,
        record.displacement = (1 / place.mass) * place.shifted;
      record.load_force = per_time * sum.load;
      record.load_torque = per_time * (sum.load_torque - cross(record.centroid, sum.load));
      record.reaction_force = per_time * sum.reaction;
      record.reaction_torque =
          per_time * (sum.reaction_torque - cross(record.centroid, sum.reaction));
      record.load_work = sum.load_work, record.hold_work = sum.hold_work;
      record.cavity_volume = regions.totals()[r].cavity_volume;
      record.pressure = regions.totals()[r].pressure;
      sum.load = sum.load_torque = sum.reaction = sum.reaction_torque = {};
    }
  }
  return records;
}

ES_END
