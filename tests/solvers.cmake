es_test(box_qp_test
  SOURCES solvers/box_qp_test.cpp solvers/schurpa_test.cpp solvers/fallback_test.cpp
          solvers/friction_coordinates_test.cpp solvers/interior_point_test.cpp
          solvers/families.cpp solvers/families_test.cpp
  LINKS contact_solvers_cpu LABELS property)
