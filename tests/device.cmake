# The device of the tests itself: what it finds.
if(NOT ES_TEST_DEVICE)
  return()
endif()
if(NOT CMAKE_CXX_FLAGS MATCHES "fsanitize=thread")
  es_test(device_faults SOURCES device/faults_test.cpp LINKS es_flags_gpu LABELS gpu)
  find_package(Python3 QUIET COMPONENTS Interpreter)
  foreach(test lost_device block_orders)
    add_test(NAME device_${test} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/device/${test}.py
             ${PROJECT_SOURCE_DIR} $<TARGET_FILE:eulersolid>)
    set_tests_properties(device_${test} PROPERTIES LABELS gpu TIMEOUT 900)
  endforeach()
  return()
endif()

# Races of kernels, and reads of what is not there, preset device-races.
add_executable(device_races device/races.cpp)
target_link_libraries(device_races PRIVATE es_flags_gpu)
set_target_properties(device_races PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
foreach(fault shared global unwritten underway none)
  add_test(NAME device_races_${fault} COMMAND device_races ${fault})
  set_tests_properties(device_races_${fault} PROPERTIES LABELS races)
  list(APPEND planted device_races_${fault})
endforeach()
set_tests_properties(device_races_shared PROPERTIES PASS_REGULAR_EXPRESSION "data race.*sum_of_block")
set_tests_properties(device_races_global PROPERTIES PASS_REGULAR_EXPRESSION "data race.*write_to_neighbours")
set_tests_properties(device_races_unwritten PROPERTIES PASS_REGULAR_EXPRESSION
  "read of what was never written in planted fault:[0-9]+, which touched an allocation of 307200 bytes")
set_tests_properties(device_races_underway PROPERTIES PASS_REGULAR_EXPRESSION
  "read of what a copy has not brought yet in planted fault:")
