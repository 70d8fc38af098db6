#pragma once

#include "grid/body_view.h"
#include "kernels/core/device_vector.h"

ES_BEGIN

/// Lists, in ascending order, the cells (by their lower corner's window index) through or near
/// which a body's surface passes: all corners have values, the lowest is below h and the highest
/// above -3 h. Contact patches lie at phi < h/4 |grad phi|, and more than 3 h deep no overlap is
/// resolved.
///
/// @param flags  workspace
void list_surface_cells(const BodyView& body, double h, DeviceVector<std::uint8_t>& flags,
                        DeviceVector<int>& cells);

ES_END
