#include "tests/simulation/scenes/slide.h"

namespace eulersolid::test {
namespace {

/// Where the thesis' pyramid is 22 % too far and 13 degrees off.
TEST(Slide, IsStraightBetweenTheAxes) { expect_straight_slide(22.5); }

/// In each cell mu times the pressure, while all of the base slides; and there is as much of it as
/// of the weight, but for what the block rocks by at the start. The base slides as fast as the
/// block.
TEST(Slide, RubsWithTheFrictionOfCoulomb) {
  Scene scene = slide_scene({1, 0, 0}, "disc");
  scene.output.extra = {"contact_pressure", "friction_traction", "slip_speed"};
  const std::unique_ptr<Simulation> simulation = simulate(scene);
  History history = begin(*simulation);
  advance_by(*simulation, scene, 0.1, history);
  const BodyMap body = simulation->sample(0).bodies[0];
  ASSERT_EQ(body.cell_values.size(), 3u);
  const std::vector<float>&pressure = body.cell_values[0].values,
        &friction = body.cell_values[1].values, &slip = body.cell_values[2].values;
  EXPECT_EQ(body.cell_values[1].name, "friction_traction");
  double normal = 0, tangential = 0, apart = 0, sliding = 0;
  for (std::size_t c = 0; c < pressure.size(); ++c) {
    if (std::isnan(pressure[c])) continue;
    normal += double(pressure[c]), tangential += double(friction[c]);
    sliding += double(pressure[c]) * double(slip[c]);
    apart += std::fabs(double(friction[c]) - slide_friction * double(pressure[c]));
  }
  EXPECT_GT(normal, 0);
  EXPECT_LT(apart, 0.05 * tangential);  // the solver's tolerance of 1e-3 is on squares
  EXPECT_NEAR(tangential / normal, slide_friction, 0.02 * slide_friction);
  const BodyRecord block = simulation->bodies()[0];
  const double speed = block.momentum.x / block.mass;
  EXPECT_NEAR(sliding / normal, speed, 0.02 * speed);  // the mean by pressure: it rocks a little
}

}  // namespace
}  // namespace eulersolid::test
