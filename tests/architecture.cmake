# What the tree looks like: seconds, no program is built for it.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(NOT Python3_FOUND)
  es_missing(python3 "Python 3")
endif()

function(architecture_test what)
  add_test(NAME architecture_${what}
           COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/architecture/check_${what}.py
                   ${PROJECT_SOURCE_DIR} ${ARGN})
  set_tests_properties(architecture_${what} PROPERTIES LABELS architecture TIMEOUT 900)
endfunction()

architecture_test(floors)
architecture_test(scenes)
architecture_test(docs)

set(flags -std=c++20 -Wall -Wextra -Werror -Wno-unknown-pragmas ${OpenMP_CXX_FLAGS})
foreach(folder ${es_openblas_INCLUDE} ${es_lapacke_INCLUDE} ${es_openvdb_INCLUDE} ${ES_TOMLPLUSPLUS})
  list(APPEND flags -isystem ${folder})
endforeach()
list(REMOVE_ITEM flags /usr/include)
architecture_test(headers ${CMAKE_CXX_COMPILER} ${flags})
