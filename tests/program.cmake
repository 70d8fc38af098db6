es_test(program_test
  SOURCES program/program_test.cpp program/run_loop_test.cpp
  LINKS app nlohmann_json::nlohmann_json
  LABELS unit)
