es_test(linear_algebra_test
  SOURCES kernels/banded_test.cpp kernels/block_cholesky_test.cpp kernels/dense_test.cpp
          kernels/elimination_plan_test.cpp kernels/panel_kernels_test.cpp
  LINKS kernels_cpu LABELS unit property)
