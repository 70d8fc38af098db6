es_library(contact_fixtures HOST contact/analytic_body.cpp LINKS contact grid)
foreach(claim "detect/surface analytic" "assemble/closing_contacts property" "assemble/rows property" "module analytic"
        "warm_start unit" "solvers/cone_residual property" "solvers/disc property" "solvers/engine unit" "solvers/prediction property"
        "solvers/projections property" "solvers/registry property" "solvers/forms property")
  string(REPLACE " " ";" claim ${claim})
  list(GET claim 0 file)
  get_filename_component(name ${file} NAME)
  list(GET claim 1 label)
  backend_test(contact_${name} SOURCES contact/${file}_test.cpp LINKS contact_fixtures LABELS ${label})
endforeach()
