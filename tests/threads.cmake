# What threads share, seen by the thread sanitizer: preset tsan only. It knows what OpenMP orders from
# libarcher, which comes with clang's; g++'s OpenMP tells it nothing. A race is told only if both of
# its accesses are remembered: history_size is at its largest.
if(ES_TEST_DEVICE OR NOT CMAKE_CXX_FLAGS MATCHES "fsanitize=thread")
  return()
endif()
add_executable(planted_race threads/planted_race.cpp)
target_link_libraries(planted_race PRIVATE kernels_cpu)
set_target_properties(planted_race PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)

add_test(NAME threads_race_is_found COMMAND planted_race)
add_test(NAME threads_race_is_gone COMMAND planted_race fixed)
foreach(scene scene one_body)
  add_test(NAME threads_run_${scene}
           COMMAND eulersolid run ${CMAKE_CURRENT_SOURCE_DIR}/threads/${scene}.toml --threads 3 -q --force
                   -o ${CMAKE_CURRENT_BINARY_DIR}/threads_run_${scene} --checkpoint-every 0.1)
endforeach()
set_tests_properties(threads_race_is_found PROPERTIES
                     PASS_REGULAR_EXPRESSION "WARNING: ThreadSanitizer: data race")
set_tests_properties(threads_race_is_found threads_race_is_gone
                     threads_run_scene threads_run_one_body PROPERTIES
                     LABELS threads TIMEOUT 300
                     ENVIRONMENT "ES_SHARE_LOOPS=always;OMP_WAIT_POLICY=passive;OMP_NUM_THREADS=3;OPENBLAS_NUM_THREADS=1;TSAN_OPTIONS=history_size=7:ignore_noninstrumented_modules=1:suppressions=${CMAKE_CURRENT_SOURCE_DIR}/threads/suppressions.txt")
