# What is installed, and the Python package.
add_test(NAME install COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/install/install_test.sh ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR})
set_tests_properties(install PROPERTIES LABELS install TIMEOUT 300 ENVIRONMENT "OMP_WAIT_POLICY=passive")

if(ES_PYTHON)
  add_test(NAME python_package COMMAND ${ES_PYTHON_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/python/package_test.py)
  set_tests_properties(python_package PROPERTIES LABELS python TIMEOUT 300)
  add_test(NAME python_examples COMMAND ${ES_PYTHON_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/python/examples_test.py ${PROJECT_SOURCE_DIR})
  set_tests_properties(python_examples PROPERTIES LABELS python TIMEOUT 600)
  add_test(NAME docs_site COMMAND ${ES_PYTHON_PROGRAM} -m mkdocs build --strict -q -f ${PROJECT_SOURCE_DIR}/mkdocs.yml
                                  -d ${CMAKE_BINARY_DIR}/site)
  set_tests_properties(docs_site PROPERTIES LABELS python TIMEOUT 300 ENVIRONMENT "NO_MKDOCS_2_WARNING=1")
  foreach(size 12 200)
    set(name python_sweep)
    if(size EQUAL 200)
      set(name python_sweep_slow)
    endif()
    add_test(NAME ${name} COMMAND ${ES_PYTHON_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/python/sweep_test.py $<TARGET_FILE:eulersolid> ${size})
    set_tests_properties(${name} PROPERTIES LABELS python TIMEOUT 1800)
  endforeach()
  set_tests_properties(python_sweep_slow PROPERTIES LABELS "python;slow")
  add_test(NAME python_fit COMMAND ${ES_PYTHON_PROGRAM} ${CMAKE_CURRENT_SOURCE_DIR}/python/fit_test.py)
  set_tests_properties(python_fit PROPERTIES LABELS python TIMEOUT 600)
  set_tests_properties(python_package python_examples python_sweep python_sweep_slow python_fit PROPERTIES ENVIRONMENT
                       "PYTHONPATH=${CMAKE_BINARY_DIR}/python;OMP_WAIT_POLICY=passive")
  set_tests_properties(tools_pages PROPERTIES ENVIRONMENT  # commands of the package among those of the pages
                       "PYTHONPATH=${CMAKE_BINARY_DIR}/python;EULERSOLID_PYTHON=${ES_PYTHON_PROGRAM}")
endif()
