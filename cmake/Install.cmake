# What `cmake --install` puts where, and the packages that CPack makes of it (tools/package.sh).
#
# A build for an instruction set, ES_INSTRUCTIONS, installs its shared library alone, where the loader
# of glibc 2.33 or later looks for it first on processors that have these instructions. Results have
# the same bits with each: contraction is off.

include(GNUInstallDirs)
set(destination ${CMAKE_INSTALL_LIBDIR})
if(ES_INSTRUCTIONS)
  string(APPEND destination /glibc-hwcaps/${ES_INSTRUCTIONS})
  install(TARGETS eulersolid_shared friction_shared LIBRARY DESTINATION ${destination} NAMELINK_SKIP)
  return()
endif()

# Wherever the folder is moved to, the program finds the library beside it.
file(RELATIVE_PATH to_libraries ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
set_target_properties(eulersolid eulersolid-bench PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
set_target_properties(eulersolid_shared friction_shared PROPERTIES INSTALL_RPATH "$ORIGIN")

install(TARGETS eulersolid)
install(TARGETS eulersolid_shared friction_shared EXPORT eulersolid)
install(TARGETS eulersolid-bench OPTIONAL)
install(DIRECTORY src/api/eulersolid DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(cmake_files ${CMAKE_INSTALL_LIBDIR}/cmake/eulersolid)
install(EXPORT eulersolid FILE eulersolidConfig.cmake NAMESPACE eulersolid:: DESTINATION ${cmake_files})
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/eulersolidConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/eulersolidConfigVersion.cmake DESTINATION ${cmake_files})
file(RELATIVE_PATH to_prefix ${CMAKE_INSTALL_FULL_LIBDIR} ${CMAKE_INSTALL_PREFIX})
foreach(library eulersolid eulersolid_friction)
  set(description ${PROJECT_DESCRIPTION})
  if(library STREQUAL eulersolid_friction)
    set(description "Solvers of frictional contact problems")
  endif()
  configure_file(cmake/eulersolid.pc.in ${CMAKE_BINARY_DIR}/${library}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${library}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# What the program says of itself.
foreach(text "manual eulersolid.1" "manual;--bash eulersolid.bash" "manual;--zsh _eulersolid" "schema scene.schema.json")
  string(REGEX MATCH "^(.*) (.*)$" ignored "${text}")
  install(CODE "execute_process(COMMAND \"$<TARGET_FILE:eulersolid>\" ${CMAKE_MATCH_1}
                                OUTPUT_FILE \"${CMAKE_BINARY_DIR}/${CMAKE_MATCH_2}\" COMMAND_ERROR_IS_FATAL ANY)")
endforeach()
install(FILES ${CMAKE_BINARY_DIR}/eulersolid.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${CMAKE_BINARY_DIR}/eulersolid.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME eulersolid)
install(FILES ${CMAKE_BINARY_DIR}/_eulersolid DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${CMAKE_BINARY_DIR}/scene.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/eulersolid)
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/eulersolid)
install(FILES tools/blender_import.py tools/compare_runs.py DESTINATION ${CMAKE_INSTALL_DATADIR}/eulersolid)
install(DIRECTORY bench/peers/siconos DESTINATION ${CMAKE_INSTALL_DATADIR}/eulersolid PATTERN __pycache__ EXCLUDE)
install(FILES README.md LICENSE CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs PATTERN images EXCLUDE)

set(CPACK_PACKAGE_NAME eulersolid)
set(CPACK_PACKAGE_CONTACT "The eulersolid developers")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME eulersolid_${PROJECT_VERSION}_linux_x86-64)
set(CPACK_THREADS 0)
set(CPACK_ARCHIVE_THREADS 0)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-matplotlib")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "deformable solids in frictional contact on a fixed grid
 Simulates soft solids that collide, stick and slide, and writes volumes and
 meshes that open in Blender and Houdini; solves frictional contact problems
 from files, and is a C++ library.")
# One tree for each instruction set, which tools/package.sh has built.
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};eulersolid;ALL;/")
foreach(folder IN LISTS ES_VARIANT_FOLDERS)
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS "${folder};eulersolid;ALL;/")
endforeach()
include(CPack)
