# Whole scenes, run in memory: the tests know a simulation by its interface only, as the program does.
function(simulation_test folder name)
  cmake_parse_arguments(arg "" "" "LABELS;LINKS" ${ARGN})
  es_test(simulation_${name} SOURCES simulation/${folder}/${name}_test.cpp LINKS driver ${arg_LINKS} LABELS ${arg_LABELS} HEADERS scene_test_headers)
  target_compile_definitions(simulation_${name} PRIVATE ES_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set_property(TEST simulation_${name} APPEND PROPERTY ENVIRONMENT OMP_WAIT_POLICY=passive)
endfunction()

simulation_test(scenes block_on_floor LABELS validation)
simulation_test(scenes cylinder_collision LABELS validation)
simulation_test(scenes forty_bodies LABELS validation)
simulation_test(scenes gallery LABELS validation)
simulation_test(scenes incline LABELS validation)
simulation_test(scenes incline_all LABELS validation slow)
simulation_test(scenes rounded LABELS validation)
simulation_test(scenes rolling_all LABELS validation slow)
simulation_test(scenes slide LABELS validation)
simulation_test(scenes slide_all LABELS validation slow)
simulation_test(scenes squeezed_ball LABELS validation)
simulation_test(scenes two_balls LABELS validation)
simulation_test(cost work LABELS property)
simulation_test(physics alarms LABELS validation)
simulation_test(physics blow_up LABELS validation)
simulation_test(physics conservation LABELS property)
simulation_test(physics free_bodies LABELS validation)
simulation_test(physics materials LABELS validation)
simulation_test(physics mesh_body LABELS validation)
simulation_test(physics pressed_blocks LABELS validation)
simulation_test(physics pressed_box LABELS validation)
simulation_test(physics pressed_cube LABELS validation)
simulation_test(laws memory LABELS validation)
simulation_test(rigid rigid LABELS validation)
simulation_test(static static LABELS validation)
simulation_test(regions cavity LABELS validation)
simulation_test(regions deformed_start LABELS validation)
simulation_test(regions fibres LABELS validation)
simulation_test(regions region_materials LABELS validation)
simulation_test(regions regions LABELS validation)
simulation_test(regions tie LABELS validation)
simulation_test(physics returned_energy LABELS validation)
simulation_test(physics sampled_obstacle LABELS validation)
simulation_test(physics spinning_obstacle LABELS validation)
simulation_test(physics squeezed_box LABELS validation)
simulation_test(physics squeezed_box_all LABELS validation slow)
simulation_test(same_answer backends_agree LABELS cross_backend gpu)
simulation_test(same_answer dumped_problems LABELS cross_backend)
simulation_test(same_answer same_bits LABELS cross_backend)
simulation_test(same_answer solver_engine LABELS cross_backend)
simulation_test(same_answer solvers_agree LABELS cross_backend)
simulation_test(same_answer state LABELS property)

# The same claims by the gpu backend, on the device of the tests.
if(ES_TEST_DEVICE)
  set(quick alarms blow_up dumped_problems work)
  foreach(name ${quick} free_bodies state two_balls)
    add_test(NAME simulation_${name}_gpu COMMAND simulation_${name})
    set(labels gpu)
    if(NOT name IN_LIST quick)
      list(APPEND labels slow)
    endif()
    set_tests_properties(simulation_${name}_gpu PROPERTIES LABELS "${labels}" TIMEOUT 3600
      ENVIRONMENT "OMP_WAIT_POLICY=passive;ES_TEST_BACKEND=gpu;ES_TEST_DEVICE=on;ES_TEST_DEVICE_PLAIN=1")
  endforeach()
endif()

# What the benchmarks of conservation measure, as claims.
simulation_test(invariance flights LINKS bench LABELS validation)
simulation_test(invariance frames LINKS bench LABELS validation)
simulation_test(invariance views LINKS bench LABELS property)
simulation_test(invariance periodic LABELS validation)
simulation_test(invariance random_scenes LINKS bench LABELS property)
simulation_test(invariance frames_slow LINKS bench LABELS validation slow)
simulation_test(invariance flights_slow LINKS bench LABELS validation slow)
simulation_test(invariance random_scenes_slow LINKS bench LABELS property slow)
simulation_test(invariance refinement_slow LINKS bench LABELS validation slow)

# A run that is killed and resumed, as a user runs it.
find_package(Python3 QUIET COMPONENTS Interpreter)
foreach(kills 8 100)
  add_test(NAME simulation_kill_and_resume_${kills}
           COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/simulation/kill_and_resume.py
                   ${PROJECT_SOURCE_DIR} $<TARGET_FILE:eulersolid> ${kills})
endforeach()
set_tests_properties(simulation_kill_and_resume_8 PROPERTIES LABELS property TIMEOUT 300)
set_tests_properties(simulation_kill_and_resume_100 PROPERTIES LABELS "property;slow" TIMEOUT 900)

# Scenes drawn at random, run as a user runs them, and judged from their files. Debian's Python has
# the module that reads VDB.
add_test(NAME simulation_random_runs_judge
         COMMAND /usr/bin/python3 ${CMAKE_CURRENT_SOURCE_DIR}/random_scenes/judge_test.py $<TARGET_FILE:eulersolid>)
add_test(NAME simulation_random_runs
         COMMAND /usr/bin/python3 ${CMAKE_CURRENT_SOURCE_DIR}/random_scenes/run.py $<TARGET_FILE:eulersolid> 4)
# The same of scenes as people make them: one each of three families.
add_test(NAME ordinary_scenes
         COMMAND /usr/bin/python3 ${CMAKE_CURRENT_SOURCE_DIR}/random_scenes/run.py $<TARGET_FILE:eulersolid> 1
                 --seed 2 --family hammer --family press --family gate)
# Of the first 74 none stops.
add_test(NAME simulation_random_runs_slow
         COMMAND /usr/bin/python3 ${CMAKE_CURRENT_SOURCE_DIR}/random_scenes/run.py $<TARGET_FILE:eulersolid> 30
                 --stops 0)
set_tests_properties(simulation_random_runs_judge simulation_random_runs ordinary_scenes PROPERTIES LABELS property)
set_tests_properties(simulation_random_runs_slow PROPERTIES LABELS "property;slow" TIMEOUT 1800)

# The gallery, as docs/gallery.md runs it: `check` warns of nothing, and no alarm ends a run.
file(GLOB gallery CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/gallery/*.toml)
foreach(scene IN LISTS gallery)
  get_filename_component(name ${scene} NAME_WE)
  add_test(NAME simulation_gallery_check_${name} COMMAND eulersolid check ${scene})
  set_tests_properties(simulation_gallery_check_${name} PROPERTIES LABELS validation FAIL_REGULAR_EXPRESSION "warning")
  add_test(NAME simulation_gallery_${name}
           COMMAND eulersolid run ${scene} --force -o ${CMAKE_CURRENT_BINARY_DIR}/gallery/${name})
  set_tests_properties(simulation_gallery_${name} PROPERTIES LABELS "validation;slow" TIMEOUT 1800
                       ENVIRONMENT "OMP_WAIT_POLICY=passive")
endforeach()
