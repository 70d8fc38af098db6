# One source, two backends: each device source is compiled by g++ with OpenMP, and by nvcc where the
# CUDA backend is built.

set(ES_BACKENDS cpu)
if(ES_GPU)
  list(APPEND ES_BACKENDS gpu)
endif()

set(ES_CXX_FLAGS -Wall -Wextra -Wshadow -Wno-unknown-pragmas -ffp-contract=off)
if(ES_INSTRUCTIONS)
  list(APPEND ES_CXX_FLAGS -march=${ES_INSTRUCTIONS})
elseif(ES_NATIVE)
  list(APPEND ES_CXX_FLAGS -march=native)
endif()
if(ES_WERROR)
  list(APPEND ES_CXX_FLAGS -Werror)
endif()

# What every target shares, whatever its backend.
add_library(es_flags INTERFACE)
target_include_directories(es_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_features(es_flags INTERFACE cxx_std_20)
target_compile_options(es_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${ES_CXX_FLAGS}>")
target_link_libraries(es_flags INTERFACE Threads::Threads)

add_library(es_flags_cpu INTERFACE)
target_link_libraries(es_flags_cpu INTERFACE es_flags OpenMP::OpenMP_CXX)
target_compile_definitions(es_flags_cpu INTERFACE ES_BACKEND=cpu)

if(ES_GPU)
  add_library(es_flags_gpu INTERFACE)
  target_link_libraries(es_flags_gpu INTERFACE es_flags)
  target_compile_definitions(es_flags_gpu INTERFACE ES_BACKEND=gpu)
  if(ES_TEST_DEVICE)  # its headers stand in for CUDA's
    target_link_libraries(es_flags_gpu INTERFACE test_device)
    target_compile_definitions(es_flags_gpu INTERFACE ES_TEST_DEVICE)
    set(ES_CUDA_LIBRARIES "")
  else()
    target_link_libraries(es_flags_gpu INTERFACE CUDA::cudart)
    set(ES_CUDA_FLAGS --extended-lambda --fmad=false -Xcompiler=-ffp-contract=off,-Wall)
    if(ES_WERROR)
      list(APPEND ES_CUDA_FLAGS -Werror=all-warnings)
    endif()
    target_compile_options(es_flags_gpu INTERFACE "$<$<COMPILE_LANGUAGE:CUDA>:${ES_CUDA_FLAGS}>")
    set(ES_CUDA_LIBRARIES CUDA::cublas CUDA::cusolver CUDA::cusparse)
  endif()
endif()

# Sources in CUDA: nvcc compiles them, or g++ for the device of the tests.
function(es_cuda_sources)
  if(ES_TEST_DEVICE)
    set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CXX)
  endif()
endfunction()

# es_device_sources(<name> <list> a.cpp ...): appends sources in CUDA that include those, eight in each, as
# UNITY_BUILD does in C++: half of nvcc's time are the headers of what it compiles.
function(es_device_sources name list)
  set(number 0)
  while(ARGN)
    list(SUBLIST ARGN 0 8 files)
    list(REMOVE_ITEM ARGN ${files})
    list(TRANSFORM files REPLACE "(.+)" "#include \"${CMAKE_CURRENT_SOURCE_DIR}/\\1\"\n")
    list(JOIN files "" content)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}_${number}.cu)
    file(CONFIGURE OUTPUT ${source} CONTENT "${content}" @ONLY)
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    es_cuda_sources(${source})
    list(APPEND ${list} ${source})
    math(EXPR number "${number} + 1")
  endwhile()
  set(${list} ${${list}} PARENT_SCOPE)
endfunction()

# es_library(<name> [DEVICE a.cpp ...] [HOST b.cpp ...] [CPU c.cpp ...] [GPU d.cu ...] [LINKS other ...])
#   makes the targets <name>_cpu and, with CUDA, <name>_gpu.
#   DEVICE sources launch loops: g++ compiles them for the cpu, nvcc for the gpu.
#   HOST sources never see nvcc; they are compiled once for each backend's types.
#   CPU and GPU sources belong to one backend alone.
function(es_library name)
  cmake_parse_arguments(arg "" "" "DEVICE;HOST;CPU;GPU;LINKS" ${ARGN})
  foreach(backend IN LISTS ES_BACKENDS)
    set(sources ${arg_HOST})
    if(backend STREQUAL gpu)
      list(APPEND sources ${arg_GPU})
      es_cuda_sources(${arg_GPU})
      set_source_files_properties(${arg_GPU} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # as nvcc has them
    else()
      list(APPEND sources ${arg_CPU})
    endif()
    if(backend STREQUAL gpu)
      es_device_sources(${name} sources ${arg_DEVICE})
    else()
      list(APPEND sources ${arg_DEVICE})
    endif()
    add_library(${name}_${backend} STATIC ${sources})
    # Several files at once take half the time that they take one by one: each reads the same headers.
    set_target_properties(${name}_${backend} PROPERTIES UNITY_BUILD ON)
    # Where nothing is optimised for the sanitizers, tests would wait for loops over nodes most of all.
    target_compile_options(${name}_${backend} PRIVATE "$<$<AND:$<CONFIG:Debug>,$<COMPILE_LANGUAGE:CXX>>:-O1>")
    target_link_libraries(${name}_${backend} PUBLIC es_flags_${backend})
    foreach(other IN LISTS arg_LINKS)
      target_link_libraries(${name}_${backend} PUBLIC ${other}_${backend})
    endforeach()
  endforeach()
endfunction()
