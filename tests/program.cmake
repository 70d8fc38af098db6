es_test(program_test
  SOURCES program/program_test.cpp program/run_loop_test.cpp
  LINKS app nlohmann_json::nlohmann_json
  LABELS unit)

# The benchmarks with the program's own simulation. LINK_ONLY keeps ES_BACKEND out.
set(simulations $<LINK_ONLY:simulation_cpu>)
if(ES_GPU)
  list(APPEND simulations $<LINK_ONLY:simulation_gpu>)
endif()
es_test(bench_test
  SOURCES program/bench_test.cpp program/bench_parts_test.cpp
  LINKS app ${simulations} nlohmann_json::nlohmann_json
  LABELS unit)
target_compile_definitions(bench_test PRIVATE ES_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
set_tests_properties(bench_test PROPERTIES ENVIRONMENT "OMP_WAIT_POLICY=passive")
