backend_test(vectors_test SOURCES kernels/core/vectors_test.cpp LINKS kernels LABELS unit)
backend_test(algorithms_test SOURCES kernels/core/algorithms_test.cpp LINKS kernels LABELS property)
backend_test(pieces_test SOURCES kernels/core/pieces_test.cpp LINKS kernels LABELS unit)
set_property(TEST pieces_test APPEND PROPERTY ENVIRONMENT "OMP_NUM_THREADS=2")  # that share a loop
es_test(core_test SOURCES kernels/core/clock_test.cpp kernels/core/span_test.cpp kernels/core/threads_test.cpp kernels/core/lanes3_test.cpp kernels/core/rows5_test.cpp LINKS kernels_common LABELS unit)
set_property(TEST core_test PROPERTY ENVIRONMENT_MODIFICATION ES_SHARE_LOOPS=unset:)
backend_test(linear_algebra_test
  SOURCES kernels/band/banded_test.cpp kernels/band/block_cholesky_test.cpp kernels/dense/dense_test.cpp
  LINKS kernels HOST_LINKS bench_problems es_lapacke LABELS unit property)
es_test(band_plan_test
  SOURCES kernels/band/elimination_plan_test.cpp kernels/band/panel_kernels_test.cpp
  LINKS kernels_cpu bench_problems LABELS unit)

# CPU = GPU.
es_library(backend_results HOST kernels/backend_results.cpp LINKS bench_cases)
if(ES_GPU)
  es_test(kernels_backends_agree SOURCES kernels/backends_agree_test.cpp
          LINKS bench_problems $<LINK_ONLY:backend_results_cpu> $<LINK_ONLY:backend_results_gpu>
          LABELS cross_backend gpu)
  es_test(kernels_subdomains_gpu
          SOURCES kernels/gpu/subdomains_test.cpp $<TARGET_OBJECTS:needs_device>
          LINKS bench_cases_gpu bench_problems LABELS gpu)
  es_test(kernels_together_gpu SOURCES kernels/gpu/together_test.cpp $<TARGET_OBJECTS:needs_device>
          LINKS kernels_gpu LABELS gpu)
  set(wrappers "")  # these launch kernels of their own
  foreach(test check watch)
    set(wrapper ${CMAKE_CURRENT_BINARY_DIR}/${test}_test.cu)
    file(CONFIGURE OUTPUT ${wrapper} @ONLY
         CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/kernels/gpu/${test}_test.cpp\"\n")
    list(APPEND wrappers ${wrapper})
  endforeach()
  es_cuda_sources(${wrappers})
  es_test(kernels_watch_gpu SOURCES ${wrappers} $<TARGET_OBJECTS:needs_device>
          LINKS kernels_gpu bench_problems LABELS gpu)
endif()
es_test(sparse_test SOURCES kernels/sparse/sparse_matrix_test.cpp LINKS kernels_common LABELS unit)
backend_test(block_product_test SOURCES kernels/sparse/block_product_test.cpp
  LINKS kernels HOST_LINKS bench_problems LABELS unit)
