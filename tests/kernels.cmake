backend_test(vectors_test SOURCES kernels/core/vectors_test.cpp LINKS kernels LABELS unit)
es_test(core_test SOURCES kernels/core/span_test.cpp LINKS es_flags LABELS unit)
backend_test(linear_algebra_test
  SOURCES kernels/band/banded_test.cpp kernels/band/block_cholesky_test.cpp kernels/dense/dense_test.cpp
  LINKS kernels HOST_LINKS bench_problems es_lapacke LABELS unit property)
es_test(band_plan_test
  SOURCES kernels/band/elimination_plan_test.cpp kernels/band/panel_kernels_test.cpp
  LINKS kernels_cpu bench_problems LABELS unit)

# The kernels of the gpu backend on threads of this machine: no CUDA compiler, no device.
# Clang 14, for the thread sanitizer, lacks <source_location>.
set(emulation_compiles ON)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
  set(emulation_compiles OFF)
endif()
if(emulation_compiles)
  add_library(kernels_emulated STATIC
    kernels/gpu_emulation/emulation.cpp kernels/gpu_emulation/kernels.cpp ../kernels/band/banded.cpp
    kernels/gpu_emulation/device.cpp ../kernels/band/block_cholesky.cpp ../bench/baselines/library_factor.cpp
    ../kernels/band/packed_band.cpp ../kernels/band/panels.cpp ../kernels/band/panel_starts.cpp ../kernels/cpu/dense.cpp)
  target_include_directories(kernels_emulated BEFORE PRIVATE kernels/gpu_emulation)
  target_compile_definitions(kernels_emulated PUBLIC ES_BACKEND=gpu)
  target_link_libraries(kernels_emulated PUBLIC es_flags kernels_common es_lapacke OpenMP::OpenMP_CXX)
  es_test(gpu_emulation_test
    SOURCES kernels/band/banded_test.cpp kernels/band/block_cholesky_test.cpp
            kernels/gpu_emulation/subdomains_test.cpp
    LINKS kernels_emulated bench_problems LABELS unit)
  es_test(gpu_emulation_watch SOURCES kernels/gpu/check_test.cpp kernels/gpu/watch_test.cpp
          LINKS kernels_emulated bench_problems LABELS unit)
  target_include_directories(gpu_emulation_watch BEFORE PRIVATE kernels/gpu_emulation)
endif()

# CPU = GPU: with the emulation everywhere, and with the device where there is one.
es_library(backend_results HOST kernels/backend_results.cpp LINKS bench_cases)
if(emulation_compiles)
  add_library(backend_results_emulated STATIC kernels/backend_results.cpp)
  target_link_libraries(backend_results_emulated PUBLIC kernels_emulated)
  es_test(gpu_emulation_agrees SOURCES kernels/backends_agree_test.cpp
          LINKS bench_problems $<LINK_ONLY:backend_results_cpu> $<LINK_ONLY:backend_results_emulated>
          LABELS cross_backend)
endif()
if(ES_GPU)
  es_test(kernels_backends_agree SOURCES kernels/backends_agree_test.cpp
          LINKS bench_problems $<LINK_ONLY:backend_results_cpu> $<LINK_ONLY:backend_results_gpu>
          LABELS cross_backend gpu)
  es_test(kernels_subdomains_gpu
          SOURCES kernels/gpu_emulation/subdomains_test.cpp $<TARGET_OBJECTS:needs_device>
          LINKS bench_cases_gpu bench_problems LABELS gpu)
  set(wrappers "")  # these launch kernels of their own
  foreach(test check watch)
    set(wrapper ${CMAKE_CURRENT_BINARY_DIR}/${test}_test.cu)
    file(CONFIGURE OUTPUT ${wrapper} @ONLY
         CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/kernels/gpu/${test}_test.cpp\"\n")
    list(APPEND wrappers ${wrapper})
  endforeach()
  es_test(kernels_watch_gpu SOURCES ${wrappers} $<TARGET_OBJECTS:needs_device>
          LINKS kernels_gpu bench_problems LABELS gpu)
endif()
es_test(sparse_test SOURCES kernels/sparse/sparse_matrix_test.cpp LINKS kernels_common LABELS unit)
backend_test(block_product_test SOURCES kernels/sparse/block_product_test.cpp
  LINKS kernels HOST_LINKS bench_problems LABELS unit)
