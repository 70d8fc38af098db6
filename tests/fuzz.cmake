# What users, machines and hostile files may do to the program.
find_package(Python3 QUIET COMPONENTS Interpreter)
add_test(NAME fuzz_faults
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/faults.py
                 ${PROJECT_SOURCE_DIR} $<TARGET_FILE:eulersolid>)
set_tests_properties(fuzz_faults PROPERTIES LABELS property TIMEOUT 300)

# Targets for libFuzzer (preset fuzz, soak.sh). Without it, and where the library that reads an input
# may end its process, a driver of ours gives each its corpus and mutations of that for some seconds,
# also under the sanitizers.
set(inputs scene override matrix_market archive checkpoint vdb fclib mesh numpy)
if(TARGET es_itk)
  list(APPEND inputs image)
endif()
foreach(input IN LISTS inputs)
  set(target fuzz_${input})
  add_executable(${target} fuzz/targets/${target}.cpp)
  target_link_libraries(${target} PRIVATE io)
  if(ES_LIBFUZZER AND NOT input MATCHES "checkpoint|vdb|fclib|mesh|image")
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  else()
    target_sources(${target} PRIVATE fuzz/replay.cpp sanitizer_options.cpp)
  endif()
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME ${target} COMMAND ${target} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${input} 4)
  set_tests_properties(${target} PROPERTIES LABELS unit TIMEOUT 300)
endforeach()
target_link_libraries(fuzz_archive PRIVATE driver)
target_link_libraries(fuzz_checkpoint PRIVATE driver es_hdf5)
