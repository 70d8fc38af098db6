es_test(shapes_test
  SOURCES shapes/distance_test.cpp shapes/keyframes_test.cpp shapes/overlap_test.cpp shapes/sampled_test.cpp shapes/turning_test.cpp
  LINKS shapes LABELS unit property analytic)
