"""Problems of frictional contact from FCLIB's files, and how far impulses are from solving them.

Local files hold W [1/kg], q [m/s] and mu [-]; global ones M [kg], H, f [N s] and w [m/s], and are
condensed: W = H^T M^-1 H, q = H^T M^-1 f + w. Contact c has the rows 3c (normal), 3c + 1, 3c + 2.

    problems.py ours.json FOLDER

takes what `eulersolid solve ... --write FOLDER --json ours.json` left, one solver, and says
whether coulomb_error() of the impulses is the error of the table. Exit code 1 where it is not.
"""
import json
import pathlib
import sys

import h5py
import numpy
import scipy.sparse
import scipy.sparse.linalg


class NoProblem(Exception):
    """A file that holds none, or one that is left out here; says why."""


class Problem:
    """u = W r + q; W is sparse by rows, with the elements of each row in order."""

    def __init__(self, W, q, mu):
        self.W, self.q, self.mu = scipy.sparse.csr_matrix(W), q, mu
        self.W.sum_duplicates()
        self.contacts = len(mu)


def matrix_of(group):
    """Triplets (nz >= 0), compressed columns (-1) or rows (-2). Lists may have room to spare."""
    m, n, nz = (int(numpy.ravel(group[key])[0]) for key in ("m", "n", "nz"))
    p, i, x = (numpy.ravel(group[key]) for key in ("p", "i", "x"))
    if nz >= 0:
        return scipy.sparse.coo_matrix((x[:nz], (i[:nz], p[:nz])), (m, n)).tocsr()
    lines, kind = ((n, scipy.sparse.csc_matrix) if nz == -1 else (m, scipy.sparse.csr_matrix))
    count = p[lines]
    return kind((x[:count], i[:count], p[:lines + 1]), (m, n)).tocsr()


def has_equations(group):
    return any(name in group and "n" in group[name] and int(numpy.ravel(group[name]["n"])[0]) > 0
               for name in ("G", "R"))


def condensed(M, H, f, w):
    """W and q, by a sparse factor of M; columns of M^-1 H stay as sparse as they are."""
    columns = scipy.sparse.linalg.spsolve(M.tocsc(), H.tocsc())
    if not scipy.sparse.issparse(columns):  # of one column scipy makes a vector
        columns = scipy.sparse.csc_matrix(columns.reshape(-1, 1))
    return H.T @ columns, H.T @ scipy.sparse.linalg.splu(M.tocsc()).solve(f) + w


def read_problem(path):
    """@throws NoProblem: no file of FCLIB, rolling friction, two dimensions, or equations."""
    try:
        file = h5py.File(path, "r")
    except OSError:
        raise NoProblem("it is no HDF5 file") from None
    with file:
        names = [name for name in ("fclib_local", "fclib_global") if name in file]
        if any("rolling" in name for name in file):
            raise NoProblem("friction of rolling")
        if not names:
            raise NoProblem("there is no fclib_local or fclib_global in it")
        group = file[names[0]]
        if "spacedim" in group and int(numpy.ravel(group["spacedim"])[0]) != 3:
            raise NoProblem("it does not have three dimensions")
        if has_equations(group):
            raise NoProblem("it has equations beside its contacts")
        vectors = {name: numpy.ravel(group["vectors"][name]) for name in group["vectors"]}
        if names[0] == "fclib_local":
            return Problem(matrix_of(group["W"]), vectors["q"], vectors["mu"])
        W, q = condensed(matrix_of(group["M"]), matrix_of(group["H"]), vectors["f"], vectors["w"])
        return Problem(W, q, vectors["mu"])


def project_to_cone(x, mu):
    """The nearest points of { |x_T| <= mu x_N }, by rows."""
    normal, tangential = x[:, 0], numpy.hypot(x[:, 1], x[:, 2])
    height = (normal + mu * tangential) / (1 + mu**2)
    shrink = mu * height / numpy.where(tangential > 0, tangential, 1)
    on_cone = numpy.column_stack([height, shrink * x[:, 1], shrink * x[:, 2]])
    inside = (tangential <= mu * normal)[:, None]
    polar = (normal <= -mu * tangential)[:, None]
    return numpy.where(polar, 0, numpy.where(inside, x, on_cone))


def coulomb_error(problem, impulses):
    """`error` of docs/solvers.md: max h_c |r_c - P_K(r_c - U_c / h_c)| over the largest
    |(min(q_N, 0), q_T)|, with h_c = tr W_cc / 3, U = (u_N + mu |u_T|, u_T). [-]"""
    impulses = numpy.asarray(impulses, float).ravel()
    if problem.contacts == 0:
        return 0.0
    if not numpy.isfinite(impulses).all():
        return numpy.inf
    with numpy.errstate(all="ignore"):
        u = (problem.W @ impulses + problem.q).reshape(-1, 3)
        h = problem.W.diagonal().reshape(-1, 3).sum(axis=1)[:, None] / 3
        U = u.copy()
        U[:, 0] += problem.mu * numpy.hypot(u[:, 1], u[:, 2])
        hr = h * impulses.reshape(-1, 3)
        miss = numpy.linalg.norm(hr - project_to_cone(hr - U, problem.mu), axis=1)
        miss += 1.1e-16 * numpy.linalg.norm(hr, axis=1)  # impulses that drown U solve nothing
        opposed = problem.q.reshape(-1, 3).copy()
        opposed[:, 0] = numpy.minimum(opposed[:, 0], 0)
        scale = numpy.linalg.norm(opposed, axis=1).max()
    worst = miss.max()
    return 0.0 if worst == 0 else numpy.inf if not worst < numpy.inf else worst / scale


def files_of(places):
    """Files as they are, and those of folders with an ending of HDF5, in order."""
    for place in map(pathlib.Path, places):
        if place.is_dir():
            yield from sorted(p for p in place.iterdir() if p.suffix in (".hdf5", ".h5"))
        else:
            yield place


def differences(table, folder):
    """(file, ours, eulersolid's) where the two errors are not equal, of what was written; the
    rounding of sums, of the order of h |r| / |q|, is let pass."""
    results = json.loads(pathlib.Path(table).read_text())["results"]
    for one in results:
        path = pathlib.Path(folder) / one["file"]
        try:
            problem = read_problem(path)
        except NoProblem:
            continue
        with h5py.File(path, "r") as file:
            impulses = numpy.ravel(file["solution/r"])
        error = coulomb_error(problem, impulses)
        if abs(error - one["error"]) > 1e-6 * error + 1e-11:
            yield one["file"], error, one["error"]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    found = list(differences(sys.argv[1], sys.argv[2]))
    for file, ours, theirs in found:
        print(f"{file}: {ours:.6e} here, {theirs:.6e} there")
    print("the errors agree" if not found else f"{len(found)} do not agree")
    sys.exit(bool(found))
