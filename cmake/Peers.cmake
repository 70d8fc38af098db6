# Finds the solvers that bench/peers/ measures ours against; asked for by ES_PEERS only, and linked
# into those benchmarks only.

find_package(PkgConfig QUIET)
if(NOT PkgConfig_FOUND)
  es_missing(pkg-config "pkg-config")
endif()

# es_find_peer(<target> <module> <package>): an imported target for a library known to pkg-config.
function(es_find_peer target module package)
  pkg_check_modules(${target} QUIET IMPORTED_TARGET GLOBAL ${module})
  if(NOT ${target}_FOUND)
    es_missing("${package} (or bench/peers/install.sh)" "${module}")
  endif()
endfunction()

es_find_peer(es_petsc PETSc libpetsc-real-dev)
es_find_peer(es_mpi mpi-c libopenmpi-dev)  # whose header those of PETSc include
es_find_peer(es_ipopt ipopt coinor-libipopt-dev)
