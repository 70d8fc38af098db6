#include "grid/quadrature/body_materials.h"

#include <algorithm>
#include <limits>

ES_BEGIN

BodyMaterials::BodyMaterials(const Material& own, const std::vector<PlacedMaterial>& regions)
    : materials_{own} {
  std::vector<PlacedShape> on_device;
  for (const PlacedMaterial& region : regions) {
    materials_.push_back(region.material);
    on_host_.push_back(region.where);
    samples_.push_back(std::make_unique<DeviceSamples>());
    on_device.push_back({samples_.back()->upload(region.where.shape), region.where.pose});
  }
  regions_.assign(on_device);
  at_surface_.assign(materials_.size(), true);
}

void BodyMaterials::each(const Visit& visit) const { each_in(regions_.span(), visit); }

void BodyMaterials::each_on_host(const Visit& visit) const {
  each_in({on_host_.data(), Index(on_host_.size())}, visit);
}

void BodyMaterials::each_in(Span<const PlacedShape> regions, const Visit& visit) const {
  for (std::size_t m = 0; m < materials_.size(); ++m) visit(materials_[m], {regions, Index(m)});
}

void BodyMaterials::activate(std::size_t m, double activation, double before) {
  std::visit(
      [&](auto& law) {
        if constexpr (HasFibres<std::remove_reference_t<decltype(law)>>)
          law.activation = activation, law.activated = activation - before;
      },
      materials_[m].law);
}

double BodyMaterials::min_density() const {
  double least = own().density;
  for (const Material& material : materials_) least = std::min(least, material.density);
  return least;
}

double BodyMaterials::min_wave_modulus() const {
  double least = std::numeric_limits<double>::infinity();
  for (const Material& material : materials_) {
    const Moduli moduli = small_strain(material.law);
    least = std::min(least, moduli.lambda + 2 * moduli.mu);
  }
  return least;
}

double BodyMaterials::min_wave_speed() const {
  double least = std::numeric_limits<double>::infinity();
  for (const Material& material : materials_)
    least = std::min(least, pressure_wave_speed(material.law, material.density));
  return least;
}

double BodyMaterials::min_contact_modulus() const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t m = 0; m < materials_.size(); ++m)
    if (at_surface_[m]) least = std::min(least, contact_modulus(materials_[m].law));
  return least;
}

MassAtRest BodyMaterials::at_rest(const PlacedShape& shape) const {
  std::vector<double> densities;
  for (const Material& material : materials_) densities.push_back(material.density);
  return mass_at_rest(shape, densities, on_host_);
}

void BodyMaterials::note_surface(const std::vector<Vec3>& points) {
  if (is_one() || points.empty()) return;
  constexpr double tiny = 1e-300;  // a plane through the point: all of it, or nothing
  for (std::size_t m = 0; m < materials_.size(); ++m) {
    const MaterialShare share{{on_host_.data(), Index(on_host_.size())}, Index(m)};
    at_surface_[m] =
        std::any_of(points.begin(), points.end(), [&](Vec3 X) { return share.at(X, tiny) > 0; });
  }
}

ES_END
