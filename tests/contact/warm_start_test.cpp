#include <gtest/gtest.h>

#include <cmath>

#include "contact/warm_start.h"

using namespace eulersolid;

namespace {

Patch patch_at(Int3 cell, double area, int pair = 0) {
  Patch patch;
  patch.cell = cell;
  patch.area = area;
  patch.pair = pair;
  return patch;
}

/// Contacts given by hand, each a list of patches, with impulses.
struct Contacts {
  DeviceVector<ContactPair> pairs;
  DeviceVector<Contact> contacts;
  DeviceVector<Patch> patches;
  DeviceVector<int> patch_order, first_patch;
  DeviceVector<double> normal, pressure;
  DeviceVector<Vec3> friction, velocity;

  explicit Contacts(const std::vector<std::vector<Patch>>& parts) {
    std::vector<Contact> all;
    std::vector<Patch> every;
    std::vector<int> places, firsts;
    for (const std::vector<Patch>& part : parts) {
      Contact contact;
      contact.normal = {0, 0, 1};
      contact.friction = 0.5;
      firsts.push_back(int(every.size()));
      for (const Patch& patch : part) {
        contact.area += patch.area;
        contact.pair = patch.pair;
        places.push_back(int(every.size()));
        every.push_back(patch);
      }
      all.push_back(contact);
    }
    ContactPair first, second;
    first.number = 3;
    second.number = 7;
    pairs.assign({first, second});
    contacts.assign(all);
    patches.assign(every);
    patch_order.assign(places);
    first_patch.assign(firsts);
    normal.resize(contacts.size());
    friction.resize(contacts.size());
    velocity.assign(std::vector<Vec3>(all.size(), {0.3, 0.4, -2}));
    pressure.resize(contacts.size());
  }
  SceneView scene() const { return {{}, {}, {}, {}, pairs.span(), {}}; }
  ContactsView set() const {
    return {contacts.span(), patches.span(), patch_order.span(), first_patch.span()};
  }
  ContactImpulses impulses() { return {normal.span(), friction.span()}; }
  void leave(WarmStart& memory) { memory.remember(scene(), set(), 1, impulses(), velocity.span()); }
  void predict(const WarmStart& memory, double dt = 1) {
    memory.predict(scene(), set(), dt, impulses(), pressure.span());
  }
};

}  // namespace

/// Without a memory there is nothing to start from.
TEST(WarmStart, NewContactsStartFromNothing) {
  Contacts contacts({{patch_at({0, 0, 0}, 1)}, {patch_at({1, 0, 0}, 1)}});
  contacts.predict(WarmStart());
  EXPECT_EQ(contacts.normal.to_host(), (std::vector<double>{0, 0}));
  EXPECT_EQ(contacts.pressure.to_host(), (std::vector<double>{INFINITY, INFINITY}));
  for (const Vec3& friction : contacts.friction.to_host()) EXPECT_EQ(norm(friction), 0);
}

/// A contact takes over from its largest remembered patch, of its own pair and cell only,
/// tractions; friction stays tangential.
TEST(WarmStart, TakesOverFromTheLargestRememberedPatch) {
  // One contact of one cell and one of another, as the step before left them.
  Contacts before({{patch_at({-5, 2, 0}, 2)}, {patch_at({-5, 2, 1}, 4)}});
  before.normal.assign({6, 20});
  before.friction.assign({Vec3{}, Vec3{8, 4, 1}});
  WarmStart memory;
  before.leave(memory);

  // Now both cells are one contact (larger share in the second), and the same cells of another
  // pair.
  Contacts now({{patch_at({-5, 2, 0}, 0.25), patch_at({-5, 2, 1}, 0.75)},
                {patch_at({-5, 2, 1}, 1, 1)},
                {patch_at({-5, 2, 0}, 3), patch_at({-5, 3, 0}, 5)},
                {patch_at({-5, 2, 1}, 1.5), patch_at({-5, 2, 0}, 0.5)}});
  now.predict(memory);
  EXPECT_EQ(now.normal.to_host(), (std::vector<double>{5, 0, 24, 10}));
  const std::vector<Vec3> friction = now.friction.to_host();
  EXPECT_NEAR(norm(friction[0] - Vec3{2, 1, 0}), 0, 1e-15);  // 8 N s on an area of 4, now on 1
  EXPECT_EQ(norm(friction[1]), 0);
  EXPECT_EQ(norm(friction[2]), 0);
  EXPECT_NEAR(norm(friction[3] - Vec3{4, 2, 0}), 0, 1e-15);

  // Half a step has half of the impulse.
  now.predict(memory, 0.5);
  EXPECT_EQ(now.normal.to_host(), (std::vector<double>{2.5, 0, 12, 5}));

  memory.forget();
  now.predict(memory);
  EXPECT_EQ(now.normal.to_host(), (std::vector<double>{0, 0, 0, 0}));
}

/// What presses slides by what of its velocity is tangential; what does not press has no slip.
TEST(WarmStart, RemembersTheSlipOfWhatPresses) {
  Contacts before({{patch_at({0, 0, 0}, 1)}, {patch_at({1, 0, 0}, 1)}});
  before.normal.assign({6, 0});
  before.friction.assign({Vec3{}, Vec3{}});
  WarmStart memory;
  before.leave(memory);
  const std::vector<WarmEntry> entries = memory.save().entries;
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_NEAR(entries[0].slip, 0.5, 1e-15);
  EXPECT_EQ(entries[1].slip, 0);
}

/// Parts of a cell know themselves; where a cell has been divided or made whole since, the mean is
/// what there is. What is new in a cell starts from nothing on either side.
TEST(WarmStart, KnowsThePartsOfCells) {
  const auto part = [](int halves, int half) {
    Patch patch = patch_at({-5, 2, 1}, 0.5);
    patch.halves = halves, patch.half = half;
    return patch;
  };
  for (const int half : {0, 1}) {
    Contacts before({{part(1, half)}});
    before.normal.assign({6});
    before.friction.assign({Vec3{}});
    WarmStart memory;
    before.leave(memory);
    Contacts same({{part(1, 0)}, {part(1, 1)}}), whole({{part(0, 0)}}), quarter({{part(3, 2)}});
    same.predict(memory), whole.predict(memory), quarter.predict(memory);
    EXPECT_EQ(same.normal.to_host(), (std::vector<double>{half ? 0.0 : 6.0, half ? 6.0 : 0.0}));
    EXPECT_EQ(whole.normal.to_host(), (std::vector<double>{3}));
    EXPECT_EQ(quarter.normal.to_host(), (std::vector<double>{3}));
  }
}
