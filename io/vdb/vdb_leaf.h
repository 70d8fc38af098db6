#pragma once

/// One block of 8^3 cells of a frame, and how a grid is built from such blocks.

#include <openvdb/openvdb.h>

#include <algorithm>
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
      : grid_(Grid::create(background)), blocks_(places) {}

  /// Fill a block: `value_of(voxel, value)` sets the value and returns whether it is active. Memory
  /// is taken for blocks that are not of one value alone.
  template <class Function>
  void fill(std::size_t place, openvdb::Coord origin, Function value_of) {
    std::array<Value, leaf_voxels> values;
    values.fill(grid_->background());
    typename Leaf::NodeMaskType active;
    bool same = true;
    for (int n = 0; n < leaf_voxels; ++n) {
      const auto at = std::size_t(n);
      if (value_of(n, values[at])) active.setOn(openvdb::Index32(n));
      same = same && values[at] == values[0];
    }
    Block& block = blocks_[place];
    if (same && (active.isOn() || active.isOff())) {
      block.tile = values[0], block.active = active.isOn(), block.origin = origin;
      block.is_tile = block.active || block.tile != grid_->background();
      return;
    }
    block.leaf = std::make_unique<Leaf>(openvdb::PartialCreate(), origin, grid_->background());
    block.leaf->buffer().allocate();
    std::copy(values.begin(), values.end(), block.leaf->buffer().data());
    block.leaf->setValueMask(active);
  }

  /// Put the blocks in place; those of one value are tiles.
  typename Grid::Ptr finish() {
    typename Grid::TreeType& tree = grid_->tree();
    for (Block& block : blocks_) {
      if (block.leaf != nullptr)
        tree.addLeaf(block.leaf.release());
      else if (block.is_tile)
        tree.addTile(1, block.origin, block.tile, block.active);
    }
    return grid_;
  }

 private:
  /// A leaf, a tile or nothing.
  struct Block {
    std::unique_ptr<Leaf> leaf;
    openvdb::Coord origin;
    Value tile;
    bool is_tile = false, active = false;
  };

  typename Grid::Ptr grid_;
  std::vector<Block> blocks_;
};

}  // namespace eulersolid
