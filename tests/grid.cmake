backend_test(grid_kinematics SLOW_DEVICE SOURCES grid/kinematics_test.cpp LINKS grid LABELS analytic)
es_test(grid_materials
  SOURCES grid/materials/fixed_corotated_test.cpp grid/materials/law_table_test.cpp
          grid/materials/laws_test.cpp grid/materials/material_test.cpp
          grid/materials/mooney_rivlin_test.cpp grid/materials/neo_hookean_test.cpp
          grid/materials/fibre_reinforced_test.cpp grid/materials/memory_test.cpp grid/materials/ogden_test.cpp grid/materials/st_venant_kirchhoff_test.cpp
          grid/materials/wave_speed_test.cpp grid/quadrature/cell_loads_test.cpp
  LINKS es_flags LABELS unit property analytic UNOPTIMISED)
backend_test(grid_layers SOURCES grid/layers_test.cpp grid/motion/stencil_test.cpp grid/aggregate_test.cpp grid/motion/workspace_test.cpp grid/guard_test.cpp grid/motion/inverted_test.cpp LINKS grid LABELS analytic)
backend_test(grid_transport SOURCES grid/transport_test.cpp grid/motion/momentum_test.cpp LINKS grid LABELS analytic)
backend_test(grid_node_box SOURCES grid/motion/node_box_test.cpp grid/motion/resample_test.cpp LINKS grid LABELS unit property)
backend_test(grid_time_step SLOW_DEVICE SOURCES grid/motion/time_order_test.cpp grid/motion/stable_step_test.cpp LINKS grid LABELS analytic)
backend_test(grid_ringing SOURCES grid/ringing_test.cpp LINKS grid LABELS validation)
backend_test(grid_ringing_slow SOURCES grid/ringing_slow_test.cpp LINKS grid LABELS validation slow)
backend_test(grid_vortex SLOW_DEVICE SOURCES grid/vortex_test.cpp LINKS grid LABELS validation)
backend_test(grid_sampled_body SOURCES grid/sampled_body_test.cpp LINKS grid LABELS analytic)
backend_test(grid_energy SOURCES grid/ledger/energy_test.cpp LINKS grid LABELS analytic)
backend_test(grid_given_velocities SOURCES grid/ledger/given_velocities_test.cpp LINKS grid LABELS unit)
es_test(grid_ledger SOURCES grid/ledger/drift_test.cpp LINKS es_flags LABELS unit)
es_test(grid_quadrature SOURCES grid/quadrature/solid_points_test.cpp grid/quadrature/plane_cut_test.cpp LINKS grid_cpu LABELS analytic property)
backend_test(grid_patch SOURCES grid/quadrature/patch_test.cpp grid/quadrature/moving_block_test.cpp grid/quadrature/kinks_test.cpp LINKS grid LABELS analytic)
backend_test(grid_incompressible SLOW_DEVICE SOURCES grid/incompressible/noise_test.cpp LINKS grid LABELS validation)
backend_test(grid_ball_mode_slow SOURCES grid/incompressible/ball_mode_slow_test.cpp LINKS grid LABELS validation slow)
backend_test(grid_vortex_slow SOURCES grid/vortex_slow_test.cpp LINKS grid LABELS validation slow)
backend_test(grid_rigid SOURCES grid/rigid/rigid_bodies_test.cpp LINKS grid LABELS analytic)
