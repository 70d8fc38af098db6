# The device of the tests itself: what it finds.
if(NOT ES_TEST_DEVICE)
  return()
endif()
if(NOT CMAKE_CXX_FLAGS MATCHES "fsanitize=thread")
  es_test(device_faults SOURCES device/faults_test.cpp LINKS es_flags_gpu LABELS gpu)
  return()
endif()

# Races of kernels, preset device-races.
add_executable(device_races device/races.cpp)
target_link_libraries(device_races PRIVATE es_flags_gpu)
set_target_properties(device_races PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
foreach(race shared global none)
  add_test(NAME device_races_${race} COMMAND device_races ${race})
  set_tests_properties(device_races_${race} PROPERTIES LABELS races)
endforeach()
set_tests_properties(device_races_shared PROPERTIES PASS_REGULAR_EXPRESSION "data race.*sum_of_block")
set_tests_properties(device_races_global PROPERTIES PASS_REGULAR_EXPRESSION "data race.*write_to_neighbours")
