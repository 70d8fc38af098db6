es_test(grid_kinematics SOURCES grid/kinematics_test.cpp LINKS grid_cpu LABELS analytic)
