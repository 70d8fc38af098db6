add_library(contact_fixtures_cpu STATIC contact/analytic_body.cpp)
target_link_libraries(contact_fixtures_cpu PUBLIC contact_cpu)

es_test(contact_surface SOURCES contact/surface_test.cpp LINKS contact_fixtures_cpu LABELS analytic)
es_test(contact_rows SOURCES contact/rows_test.cpp LINKS contact_fixtures_cpu LABELS property)
es_test(contact_projections SOURCES contact/projections_test.cpp LINKS contact_fixtures_cpu
        LABELS property)
es_test(contact_module SOURCES contact/module_test.cpp LINKS contact_fixtures_cpu LABELS analytic)
es_test(contact_warm_start SOURCES contact/warm_start_test.cpp LINKS contact_cpu LABELS unit)
