es_test(box_qp_test
  SOURCES contact/solvers/qp/box_qp_test.cpp contact/solvers/qp/schurpa_test.cpp contact/solvers/qp/fallback_test.cpp
          contact/solvers/qp/friction_coordinates_test.cpp contact/solvers/qp/interior_point_test.cpp
          contact/solvers/qp/families_test.cpp contact/solvers/qp/kkt_test.cpp
  LINKS contact_solvers_cpu bench_problems LABELS property TOGETHER)
es_test(coulomb_test
  SOURCES contact/solvers/coulomb/coulomb_errors_test.cpp contact/solvers/coulomb/coulomb_solvers_test.cpp contact/solvers/coulomb/other_laws_test.cpp
          contact/solvers/coulomb/interior_point_test.cpp contact/solvers/coulomb/cones_test.cpp
  LINKS coulomb LABELS unit property TOGETHER)
es_test(alternation_test SOURCES contact/solvers/coulomb/alternation_test.cpp contact/solvers/coulomb/rolling_test.cpp
  LINKS coulomb bench_rigid bench_problems LABELS unit property)
es_test(problem_solvers_test SOURCES contact/solvers/problem_solvers_test.cpp LINKS contact_solvers_cpu LABELS unit)
backend_test(parallel_methods_test SOURCES contact/solvers/parallel_methods_test.cpp
  LINKS coulomb_parallel kernels HOST_LINKS bench_rigid bench_problems LABELS unit property)
if(ES_GPU)
  es_test(methods_backends_agree SOURCES contact/solvers/methods_backends_agree_test.cpp
          LINKS bench_rigid $<LINK_ONLY:coulomb_parallel_gpu> LABELS cross_backend gpu)
endif()
