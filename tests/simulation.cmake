# Whole scenes, run in memory: the tests know a simulation by its interface only, as the program does.
function(simulation_test name)
  cmake_parse_arguments(arg "" "" "LABELS" ${ARGN})
  es_test(simulation_${name} SOURCES simulation/${name}_test.cpp LINKS driver LABELS ${arg_LABELS})
  target_compile_definitions(simulation_${name} PRIVATE ES_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set_tests_properties(simulation_${name} PROPERTIES
                       ENVIRONMENT "OMP_WAIT_POLICY=passive"
                       SKIP_REGULAR_EXPRESSION "backends_agree_test.cpp:[0-9]+: Skipped")
endfunction()

simulation_test(backends_agree LABELS cross_backend gpu)
simulation_test(block_on_floor LABELS validation)
simulation_test(blow_up LABELS validation)
simulation_test(conservation LABELS property)
simulation_test(cylinder_collision LABELS validation)
simulation_test(free_bodies LABELS validation)
simulation_test(incline LABELS validation)
simulation_test(incline_all LABELS validation slow)
simulation_test(same_bits LABELS cross_backend)
simulation_test(solver_engine LABELS cross_backend)
simulation_test(solvers_agree LABELS cross_backend)
simulation_test(squeezed_ball LABELS validation)
simulation_test(state LABELS property)
simulation_test(two_balls LABELS validation)
