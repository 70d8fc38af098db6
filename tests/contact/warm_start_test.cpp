#include <gtest/gtest.h>

#include "contact/qp_vectors.h"
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

/// Contacts given by hand, each a list of patches; the order of the QPs is reversed.
struct Contacts {
  DeviceVector<ContactPair> pairs;
  DeviceVector<Contact> contacts;
  DeviceVector<Patch> patches;
  DeviceVector<int> patch_order, first_patch, order, rank;
  DeviceVector<std::int8_t> contact_state, friction_state;
  DeviceVector<Vec3> friction, u;
  DeviceVector<double> bound;

  /// @param speeds  normal component of the relative velocity of each contact; bounds are zero
  Contacts(const std::vector<std::vector<Patch>>& parts, const std::vector<double>& speeds) {
    std::vector<Contact> all;
    std::vector<Patch> every;
    std::vector<int> places, firsts, reversed;
    std::vector<Vec3> velocities;
    for (std::size_t c = 0; c < parts.size(); ++c) {
      Contact contact;
      contact.normal = {0, 0, 1};
      contact.friction = 0.5;
      firsts.push_back(int(every.size()));
      for (const Patch& patch : parts[c]) {
        contact.area += patch.area;
        contact.pair = patch.pair;
        places.push_back(int(every.size()));
        every.push_back(patch);
      }
      all.push_back(contact);
      velocities.push_back({0, 0, speeds[c]});
      reversed.push_back(int(parts.size() - 1 - c));
    }
    ContactPair first, second;
    first.number = 3;
    second.number = 7;
    pairs.assign({first, second});
    contacts.assign(all);
    patches.assign(every);
    patch_order.assign(places);
    first_patch.assign(firsts);
    order.assign(reversed);
    rank.assign(reversed);
    u.assign(velocities);
    bound.assign(std::vector<double>(parts.size(), 0.0));
    contact_state.resize(contacts.size());
    friction_state.resize(2 * contacts.size());
    friction.resize(contacts.size());
  }
  SceneView scene() const { return {{}, {}, {}, pairs.span(), {}}; }
  ContactsView set() const {
    return {contacts.span(), patches.span(), patch_order.span(), first_patch.span()};
  }
  OrderView positions() const { return {order.span(), rank.span(), {}}; }
  WorkingSets sets() { return {contact_state.span(), friction_state.span(), friction.span()}; }
  void predict(const WarmStart& memory) {
    memory.predict(scene(), set(), positions(), u.span(), bound.span(), sets());
  }
};

using States = std::vector<std::int8_t>;

}  // namespace

/// Without a memory a contact that would violate its bound is free and sticks; others carry
/// nothing.
TEST(WarmStart, PredictsNewContactsFromTheirVelocity) {
  Contacts contacts({{patch_at({0, 0, 0}, 1)}, {patch_at({1, 0, 0}, 1)}}, {-1, 1});
  contacts.predict(WarmStart());
  EXPECT_EQ(contacts.contact_state.to_host(), (States{-1, 0}));  // by position: reversed
  EXPECT_EQ(contacts.friction_state.to_host(), (States{fixed_at_zero, fixed_at_zero, 0, 0}));
}

/// A contact takes over from its largest remembered patch, of its own pair and cell only, and
/// friction per area.
TEST(WarmStart, TakesOverFromTheLargestRememberedPatch) {
  // One contact of one cell and one of another, as the step before left them.
  Contacts before({{patch_at({-5, 2, 0}, 2)}, {patch_at({-5, 2, 1}, 4)}}, {0, 0});
  before.contact_state.assign({0, -1});  // by position: the second contact is free
  before.friction_state.assign({1, -1, fixed_at_zero, fixed_at_zero});
  before.friction.assign({Vec3{}, Vec3{8, 4, 0}});  // by contact
  WarmStart memory;
  memory.remember(before.scene(), before.set(), before.positions(), before.sets());

  // Now both cells are one contact (larger share in the second), and the same cells of another
  // pair.
  Contacts now({{patch_at({-5, 2, 0}, 0.25), patch_at({-5, 2, 1}, 0.75)},
                {patch_at({-5, 2, 1}, 1, 1)},
                {patch_at({-5, 2, 0}, 3), patch_at({-5, 3, 0}, 5)},
                {patch_at({-5, 2, 1}, 0.75), patch_at({-5, 2, 0}, 0.25)}},
               {1, 1, -1, 1});
  now.predict(memory);
  EXPECT_EQ(now.contact_state.to_host(), (States{0, -1, -1, 0}));
  EXPECT_EQ(now.friction_state.to_host(),
            (States{1, -1, fixed_at_zero, fixed_at_zero, fixed_at_zero, fixed_at_zero, 1, -1}));
  EXPECT_NEAR(now.friction.to_host()[0].x, 2, 1e-15);  // 8 N s on an area of 4, now on 1
  EXPECT_NEAR(now.friction.to_host()[0].y, 1, 1e-15);

  memory.forget();
  now.predict(memory);
  EXPECT_EQ(now.contact_state.to_host(), (States{-1, 0, -1, -1}));
}

TEST(WarmStart, RatioCountsWhatIsBoundAtTheEnd) {
  const auto ratio = [](const States& predicted, const States& final) {
    const DeviceVector<std::int8_t> a(predicted), b(final);
    return warm_ratio(a.span(), b.span());
  };
  EXPECT_EQ(ratio({-1, -1}, {0, 0}), 1);  // nothing bound
  EXPECT_EQ(ratio({}, {}), 1);
  EXPECT_EQ(ratio({-1, 0, -1, 0}, {-1, -1, 0, 0}), 0.5);
  EXPECT_EQ(ratio({1, -1}, {1, 1}), 0.5);  // the wrong bound does not count
  EXPECT_EQ(ratio({1, 0}, {fixed_at_zero, fixed_at_zero}), 0.5);
}
