es_test(bench_test
  SOURCES bench/bench_test.cpp bench/bench_parts_test.cpp bench/paper_bench_test.cpp
  LINKS app bench nlohmann_json::nlohmann_json
  LABELS property TOGETHER)
target_compile_definitions(bench_test PRIVATE ES_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
es_test(simulation_bench_test
  SOURCES bench/simulation_bench_test.cpp
  LINKS app bench nlohmann_json::nlohmann_json
  LABELS property)
target_compile_definitions(simulation_bench_test PRIVATE ES_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
es_test(verification_test SOURCES bench/verification_test.cpp LINKS app bench nlohmann_json::nlohmann_json LABELS validation)
es_test(verification_slow_test SOURCES bench/verification_slow_test.cpp LINKS bench_verification LABELS validation slow)
set_tests_properties(verification_slow_test PROPERTIES TIMEOUT 3600)
target_compile_definitions(verification_test PRIVATE ES_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
set_tests_properties(bench_test simulation_bench_test verification_test verification_slow_test PROPERTIES ENVIRONMENT "OMP_WAIT_POLICY=passive")

es_test(library_factor_test SOURCES bench/library_factor_test.cpp LINKS bench_cases_cpu LABELS unit)
es_test(rigid_test SOURCES bench/rigid_test.cpp LINKS bench_rigid LABELS unit analytic)
