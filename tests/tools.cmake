# The scripts in tools/ that judge something.
find_package(Python3 QUIET COMPONENTS Interpreter)
add_test(NAME tools_compare_runs
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tools/compare_runs_test.py ${PROJECT_SOURCE_DIR})
set_tests_properties(tools_compare_runs PROPERTIES LABELS tools)

# Those for a machine with a GPU, where there is none.
add_test(NAME tools_gpu_check
         COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/tools/gpu_check_test.sh ${PROJECT_SOURCE_DIR}
                 $<TARGET_FILE:eulersolid>)
set_tests_properties(tools_gpu_check PROPERTIES LABELS tools TIMEOUT 120)

# What a run looks like in Blender, where there is one.
add_test(NAME tools_blender
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tools/blender_test.py ${PROJECT_SOURCE_DIR}
                 $<TARGET_FILE:eulersolid>)
set_tests_properties(tools_blender PROPERTIES LABELS tools SKIP_RETURN_CODE 77 TIMEOUT 300)

# The add-on for Blender, likewise.
add_test(NAME tools_addon
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tools/addon_test.py ${PROJECT_SOURCE_DIR}
                 $<TARGET_FILE:eulersolid>)
set_tests_properties(tools_addon PROPERTIES LABELS tools SKIP_RETURN_CODE 77 TIMEOUT 300)

# What the Alembic archives of a run hold.
add_test(NAME tools_alembic
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tools/alembic_test.py ${PROJECT_SOURCE_DIR}
                 $<TARGET_FILE:eulersolid>)
set_tests_properties(tools_alembic PROPERTIES LABELS tools TIMEOUT 120)

# What USD's own library, and Blender's importers, make of the stages and archives of a run, where there are such.
foreach(reader usd usd_blender animation_blender)
  add_test(NAME tools_${reader}
           COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tools/${reader}_test.py ${PROJECT_SOURCE_DIR}
                   $<TARGET_FILE:eulersolid>)
  set_tests_properties(tools_${reader} PROPERTIES LABELS tools SKIP_RETURN_CODE 77 TIMEOUT 300)
endforeach()

# What the pages for users show runs, and prints what they say; the examples in Python read what is there.
foreach(shown pages examples)
  add_test(NAME tools_${shown}
           COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/tools/${shown}_test.py ${PROJECT_SOURCE_DIR}
                   $<TARGET_FILE:eulersolid>)
  set_tests_properties(tools_${shown} PROPERTIES LABELS tools TIMEOUT 300)
endforeach()
