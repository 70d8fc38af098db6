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
# Half a second for each header: those of io, src and bench, two of three, are looked at with the long tests.
function(headers_test name rooms)
  add_test(NAME architecture_${name}
           COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/architecture/check_headers.py
                   ${PROJECT_SOURCE_DIR} ${rooms} ${CMAKE_CXX_COMPILER} -std=c++20 -Wall -Wextra -Werror
                   -Wno-unknown-pragmas ${OpenMP_CXX_FLAGS} ${folders})
  set_tests_properties(architecture_${name} PROPERTIES LABELS "architecture;${ARGN}" TIMEOUT 900)
endfunction()
headers_test(headers kernels,shapes,surface,grid,contact)
headers_test(headers_slow io,src,bench slow)
