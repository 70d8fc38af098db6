"""Siconos' solvers of local problems of frictional contact, and one call of one of them.

`name` has its sparse form of W, `name_dense` a dense one, which is faster below some hundred
contacts. Tolerances are Siconos' own, of its own residual; times are seconds of the processor.
"""
import collections
import time

import numpy
import siconos.numerics as siconos

MOST_DENSE = 200      # contacts
MOST_ITERATIONS = 10**7

Call = collections.namedtuple("Call", "impulses seconds iterations info")


def nsgs(local):
    options = siconos.SolverOptions(siconos.SICONOS_FRICTION_3D_NSGS)
    siconos.solver_options_update_internal(options, 0, local)
    return options


def with_rho_balanced():
    options = siconos.SolverOptions(siconos.SICONOS_FRICTION_3D_ADMM)
    options.iparam[siconos.SICONOS_FRICTION_3D_ADMM_IPARAM_RHO_STRATEGY] = (
        siconos.SICONOS_FRICTION_3D_ADMM_RHO_STRATEGY_RESIDUAL_BALANCING)
    return options


def plain(name):
    return lambda: siconos.SolverOptions(getattr(siconos, "SICONOS_FRICTION_3D_" + name))


# What is often first stands first, as `--cut` ends what comes behind it early.
OPTIONS = {
    "admm": plain("ADMM"),
    "nsgs_pli": lambda: nsgs(
        siconos.SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnConeWithLocalIteration),
    "nsgs_ac": lambda: nsgs(siconos.SICONOS_FRICTION_3D_ONECONTACT_NSN_GP_HYBRID),
    "nsn_nm": plain("NSN_NM"),
    "nsn_fb": plain("NSN_FB"),
    "nsn_ac": plain("NSN_AC"),
    "ppa": plain("PROX"),
    "vi_eg": plain("VI_EG"),
    "vi_fpp": plain("VI_FPP"),
    "admm_rb": with_rho_balanced,
}
WITH_FACTORS = ("admm", "nsn_nm", "nsn_fb", "nsn_ac", "ppa", "admm_rb")
NAMES = [form for name in OPTIONS
         for form in ([name + "_dense"] if name in WITH_FACTORS else []) + [name]]


def takes(name, problem):
    return not name.endswith("_dense") or problem.contacts <= MOST_DENSE


def matrix_for(name, W):
    if name.endswith("_dense"):
        return numpy.asfortranarray(W.toarray())
    columns = W.tocsc()
    columns.sort_indices()
    columns.indices = columns.indices.astype(numpy.int64)
    columns.indptr = columns.indptr.astype(numpy.int64)
    return columns


def call(name, problem, tolerance):
    """One solve from zero impulses. The problem is made anew, as Siconos keeps factors in it; only
    the solver's own call is timed, by the clock of the thread: that of the process is as coarse as
    its timer, 4 ms, where one is set."""
    options = OPTIONS[name.removesuffix("_dense")]()
    options.dparam[siconos.SICONOS_DPARAM_TOL] = tolerance
    options.iparam[siconos.SICONOS_IPARAM_MAX_ITER] = MOST_ITERATIONS
    theirs = siconos.FrictionContactProblem(3, matrix_for(name, problem.W), problem.q.copy(),
                                            problem.mu.copy())
    impulses, velocities = numpy.zeros((2, 3 * problem.contacts))
    begin = time.thread_time()
    info = siconos.fc3d_driver(theirs, impulses, velocities, options)
    seconds = time.thread_time() - begin
    return Call(impulses, seconds, int(options.iparam[siconos.SICONOS_IPARAM_ITER_DONE]), info)
