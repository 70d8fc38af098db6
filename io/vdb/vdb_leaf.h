#pragma once

/// One block of 8^3 cells of a frame, and how a grid is built from such blocks.

#include <openvdb/openvdb.h>

#include <array>
#include <memory>
#include <vector>

#include "io/vdb/frame.h"

namespace eulersolid {

constexpr int leaf_width = 8;
constexpr int leaf_voxels = leaf_width * leaf_width * leaf_width;
static_assert(openvdb::FloatTree::LeafNodeType::SIZE == leaf_voxels);

/// A block that some bodies' boxes reach into.
struct LeafPlace {
  openvdb::Coord origin;    ///< grid indices of its first cell
  std::vector<int> bodies;  ///< in ascending order
};

/// The blocks that a frame's boxes reach into.
std::vector<LeafPlace> leaf_places(const FrameSample& frame);

/// Which body is nearest to each voxel of a block, in the order of OpenVDB's leaves.
struct NearestBodies {
  std::array<float, leaf_voxels> sdf;     ///< least of all bodies [m], and of `band`
  std::array<int, leaf_voxels> body;      ///< whose it is, or -1 where none is nearer than `band`
  std::array<Index, leaf_voxels> cell;    ///< of that body's box
  std::array<float, leaf_voxels> filled;  ///< volume fraction, of all bodies together
  bool any = false;                       ///< is some body nearer than `band` anywhere?
};
void find_nearest(const FrameSample& frame, const LeafPlace& place, float band,
                  NearestBodies& nearest);

/// A grid in the making: its blocks are filled one by one, in any order and by several threads, and
/// then put in place.
template <class Grid>
class GridBuilder {
 public:
  using Value = typename Grid::ValueType;
  using Leaf = typename Grid::TreeType::LeafNodeType;

  GridBuilder(Value background, std::size_t places)
      : grid_(Grid::create(background)), leaves_(places) {}

  /// Fill a block: `value_of(voxel, value)` sets the value and returns whether it is active.
  template <class Function>
  void fill(std::size_t place, openvdb::Coord origin, Function value_of) {
    auto leaf = std::make_unique<Leaf>(origin, grid_->background(), false);
    Value* values = leaf->buffer().data();
    typename Leaf::NodeMaskType active;
    for (int n = 0; n < leaf_voxels; ++n)
      if (value_of(n, values[n])) active.setOn(openvdb::Index32(n));
    leaf->setValueMask(active);
    leaves_[place] = std::move(leaf);
  }

  /// Put the blocks in place; blocks of one value become tiles.
  typename Grid::Ptr finish() {
    typename Grid::TreeType& tree = grid_->tree();
    for (std::unique_ptr<Leaf>& leaf : leaves_) {
      if (leaf == nullptr) continue;
      Value value;
      bool active = false;
      if (!leaf->isConstant(value, active))
        tree.addLeaf(leaf.release());
      else if (active || value != grid_->background())
        tree.addTile(1, leaf->origin(), value, active);
    }
    return grid_;
  }

 private:
  typename Grid::Ptr grid_;
  std::vector<std::unique_ptr<Leaf>> leaves_;
};

}  // namespace eulersolid
