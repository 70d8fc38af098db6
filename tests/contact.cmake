# The same claims on every backend that is built; on the gpu they are skipped where there is no device.
foreach(backend IN LISTS ES_BACKENDS)
  add_library(contact_fixtures_${backend} STATIC contact/analytic_body.cpp)
  target_link_libraries(contact_fixtures_${backend} PUBLIC contact_${backend})
  set(suffix "")
  set(device "")
  if(backend STREQUAL gpu)
    set(suffix _gpu)
    set(device contact/needs_device.cpp)
  endif()
  foreach(claim "detect/surface analytic" "assemble/rows property" "module analytic"
          "warm_start unit" "solvers/engine unit" "solvers/prediction property"
          "solvers/projections property")
    string(REPLACE " " ";" claim ${claim})
    list(GET claim 0 file)
    get_filename_component(name ${file} NAME)
    list(GET claim 1 label)
    if(backend STREQUAL gpu)
      set(label gpu)
    endif()
    es_test(contact_${name}${suffix} SOURCES contact/${file}_test.cpp ${device}
            LINKS contact_fixtures_${backend} LABELS ${label})
    set_tests_properties(contact_${name}${suffix} PROPERTIES
                         SKIP_REGULAR_EXPRESSION "needs_device.cpp:[0-9]+: Skipped")
  endforeach()
endforeach()
