es_test(surface_points
  SOURCES surface/advected_surface_test.cpp surface/rest_points_test.cpp surface/smooth_map_test.cpp
  LINKS surface
  LABELS unit)
