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

set(folders ${es_openblas_INCLUDE} ${es_lapacke_INCLUDE} ${es_openvdb_INCLUDE} ${es_hdf5_INCLUDE} ${ES_TOMLPLUSPLUS})
list(REMOVE_ITEM folders /usr/include)  # as a folder of its own it would hide the standard library's
list(TRANSFORM folders PREPEND "-isystem")
# Half a second for each header: with the long tests.
add_test(NAME architecture_headers_slow
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/architecture/check_headers.py
                 ${PROJECT_SOURCE_DIR} kernels,shapes,surface,grid,contact,io,src,bench ${CMAKE_CXX_COMPILER}
                 -std=c++20 -Wall -Wextra -Werror -Wno-unknown-pragmas ${OpenMP_CXX_FLAGS} ${folders})
set_tests_properties(architecture_headers_slow PROPERTIES LABELS "architecture;slow" TIMEOUT 900)
