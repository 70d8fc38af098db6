# What users, machines and hostile files may do to the program.
find_package(Python3 QUIET COMPONENTS Interpreter)
add_test(NAME fuzz_faults
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/faults.py
                 ${PROJECT_SOURCE_DIR} $<TARGET_FILE:eulersolid>)
set_tests_properties(fuzz_faults PROPERTIES LABELS property TIMEOUT 300)
