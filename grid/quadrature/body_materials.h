#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "grid/device_samples.h"
#include "grid/materials/mass_at_rest.h"
#include "grid/materials/material.h"

ES_BEGIN

/// A material of a part of a body, and where that is at rest.
struct PlacedMaterial {
  PlacedShape where;  ///< views samples on the host, if any
  Material material;
};

/// The materials of a body: its own, and those of its regions.
class BodyMaterials {
 public:
  BodyMaterials(const Material& own, const std::vector<PlacedMaterial>& regions = {});

  bool is_one() const { return materials_.size() == 1; }
  const Material& own() const { return materials_.front(); }

  using Visit = std::function<void(const Material&, const MaterialShare&)>;

  /// The share is of places in the memory of this backend.
  void each(const Visit& visit) const;

  /// The same, the share being of places on the host.
  void each_on_host(const Visit& visit) const;

  /// Activates the fibres of a material.
  /// @param m  0: the body's own; else that of a region, in their order
  void activate(std::size_t m, double activation, double before);

  double min_density() const;          ///< [kg/m^3]
  double min_wave_modulus() const;     ///< least lambda + 2 mu at small strain [Pa]
  double min_wave_speed() const;       ///< of pressure waves at rest [m/s]
  double min_contact_modulus() const;  ///< of those that are at the surface somewhere [Pa]

  /// @param shape  views samples on the host, if any
  MassAtRest at_rest(const PlacedShape& shape) const;

  /// Leaves to min_contact_modulus() what these points of the surface have.
  void note_surface(const std::vector<Vec3>& points);

 private:
  void each_in(Span<const PlacedShape> regions, const Visit& visit) const;

  std::vector<Material> materials_;
  std::vector<PlacedShape> on_host_;
  std::vector<std::unique_ptr<DeviceSamples>> samples_;
  DeviceVector<PlacedShape> regions_;
  std::vector<bool> at_surface_;  ///< by material
};

ES_END
