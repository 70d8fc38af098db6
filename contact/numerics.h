#pragma once

namespace eulersolid {

/// What corrections of contact go by, with what each value rests on; docs/corrections.md says what
/// they are. `[numerics]` of a scene changes them. "The scene" is the collision of two cylinders
/// (scenes/cylinder_collision.toml).
struct ContactNumerics {
  // Points and patches (detect/surface_search.h).

  /// Largest gap of a patch [h]. The bound across an open gap only acts on what would cross it in
  /// one step. With much less, fast bodies overlap before they are seen; more costs contacts that
  /// carry nothing.
  double largest_gap = 0.5;
  /// Points whose gap is this wider weigh 1/e [h].
  double tip_depth = 0.1;
  /// Least area of a patch [h^2]: what points share with the next cell. Rows of less are nearly
  /// those of their neighbours, and points are in these, too.
  double min_area = 0.02;
  /// Least length of the mean normal of a patch [-]: of what sees both sides of a thin plate little
  /// is left.
  double min_normal = 0.3;
  /// Where a pair touches in no more than this many cells in a row each is halved along it. It
  /// bounds what wide contacts cost: the cylinders take 1.2 times as long where all cells are
  /// halved, and proximal_newton takes three to five times as long with 8. With 3 a ball of 6 cells
  /// is at times above it and at times not, and what its gaps jump by gives it energy; so it does
  /// where cells are halved by how much the gap varies in them.
  int narrow_row = 5;

  // Merging (detect/contact_merger.h). Measured on a floor on a plane of nodes: without it 208
  // contacts, 219 iterations of the normal QP, and 501 of the friction QP with 27 cycles; with it
  // 124 contacts, 7 and 6 iterations. Conditions of H^C fall from 3e4 ... 7e5 to 8e2 ... 9e4.

  /// Two patches of at least this part of the face that they may have stay apart [-]. Where a plane
  /// cuts a column of cells at two heights, one of the two patches is smaller. With 0 nothing
  /// merges.
  double whole_patch = 0.5;
  /// Least cosine between the normals of patches that merge: 46 degrees. With much less, the two
  /// sides of an edge become one contact with a normal that is neither's.
  double min_cosine = 0.7;

  // Problems (assemble/).

  /// Proximal term of a contact, as a part of its own element of the Delassus matrix [-]: between
  /// 0.005 and 0.1 the cylinders take the same time; without it their rows depend on each other,
  /// and they take 11 times as long. A cube that falls on its corner gains 2 % with 0.02, 8 % with
  /// 0.2.
  double proximal_part = 0.02;
  /// Posed are contacts that would be open by no more than this at the end of the step without
  /// contact [h]: what rests on something is open by nothing then, and bodies that move together
  /// stay as they are.
  double closing_margin = 0.01;

  // The layer that gives (assemble/compliant_layer.h).

  /// Its depth [h]: with 0.75 a ball of 10 cells that hits a floor over 1.3 cells has the time of
  /// contact and the greatest force of Hertz within 1 %; with 0.5 they are 3 % off, without it 10
  /// and 9 %.
  double layer_depth = 0.75;
  /// What it gives by at most [h]: files show that as an overlap.
  /// By Hertz a ball at rest of 0.12 m across, with E = 1e6 Pa, takes 0.06 h.
  double max_layer = 0.1;

  // Friction and bounds (assemble/contact_data.h).

  /// Where no contact of a pair is slower than this part of the speed of waves the pair slides as a
  /// whole, and none of them is at rest [-]. Blocks of E = 1e5 and 1e6 Pa whose load grows to the
  /// static force in 0.7 s let go after 1.01 of that; with 3e-5 what is left of waves moves all
  /// contacts at once, and the latter lets go 2 % early.
  double stick_slip = 1e-4;
  /// A contact of a pair that holds somewhere is at rest up to this part of the speed of waves [-]:
  /// below it edges slip as load comes on. What turns on the spot, and holds in the middle, slips
  /// faster. With 1e-3 edges of a block of 1e5 Pa pass to kinetic friction, and it lets go 4 %
  /// early.
  double rest_slip = 1e-2;
  /// Overlaps d are undone at this times c d/h while a pair's normal impulses have given no energy
  /// to speak of. Gaps come with errors of 0.01 h on balls and of 0.05 h where an edge crosses
  /// cells. A contact that never follows them back loses energy to them, the more the faster the
  /// grid is passed (restitution of two balls in five frames: a spread of 0.02); one that always
  /// does gives energy where edges are: a corner that hits a cylinder at 0.013 c leaves with 1.23
  /// times its own.
  double quick_push_out = 0.4;
  /// Largest speed at which overlaps are undone, as a part of the speed of waves: of 32 runs of
  /// boxes and balls that start 0.5 or 1 h deep in each other, or in a floor, too, 12 end by errors
  /// of the first two steps without it, 5 with this and 2 with 0.04, which is less than what edges
  /// that are pressed into soft bodies drift by.
  double fastest_push_out = 0.1;
  /// What normal impulses may have given to a pair beyond what the grid has taken from its bodies,
  /// over the sum of their |work|, before overlaps are undone at c (d/h)^3 only [-]. Without bound
  /// a ball that slides over a rim gets 0.05 of its energy, and two of 300 random scenes 0.07 (90,
  /// 241); with 0.1, 0.2 and 0.3 none does.
  double push_credit = 0.1;

  template <class Self, class Visit>
  static void each_key(Self& self, Visit visit) {
    visit("largest_gap", self.largest_gap), visit("tip_depth", self.tip_depth);
    visit("min_area", self.min_area);
    visit("min_normal", self.min_normal), visit("narrow_row", self.narrow_row);
    visit("whole_patch", self.whole_patch);
    visit("min_cosine", self.min_cosine), visit("proximal_part", self.proximal_part);
    visit("closing_margin", self.closing_margin), visit("layer_depth", self.layer_depth);
    visit("max_layer", self.max_layer), visit("stick_slip", self.stick_slip);
    visit("rest_slip", self.rest_slip), visit("quick_push_out", self.quick_push_out);
    visit("fastest_push_out", self.fastest_push_out), visit("push_credit", self.push_credit);
  }
};

}  // namespace eulersolid
