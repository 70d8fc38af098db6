es_test(program_test
  SOURCES src/checkpoint_test.cpp src/program_test.cpp src/resume_test.cpp src/run_loop_test.cpp src/shape_files_test.cpp src/solve_test.cpp
  LINKS app nlohmann_json::nlohmann_json
  LABELS unit TOGETHER UNOPTIMISED)
