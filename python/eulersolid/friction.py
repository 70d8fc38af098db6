"""Problems of frictional contact as matrices, and their solvers (docs/solvers.md)."""
from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np

from . import _core
from .errors import InputError, MachineError


def _numbers(name: str, values: Any) -> np.ndarray:
    try:
        if np.iscomplexobj(values):
            raise TypeError("it is complex")
        numbers = np.ascontiguousarray(values, dtype=float)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} is no array of numbers: {error}") from None
    if numbers.ndim > 2 or numbers.ndim == 2 and numbers.shape[0] != 1 and numbers.shape[1] not in (1, 3, 5):
        raise InputError(f"{name} has the shape {numbers.shape}, but must be one of numbers in a row, or of three or five to a contact")
    return numbers.reshape(-1)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _rows(name: str, matrix: Any) -> tuple:
    """A matrix of scipy, or a dense one, by compressed rows."""
    if np.iscomplexobj(matrix):
        raise InputError(f"{name} is no matrix of real numbers")
    if hasattr(matrix, "tocsr"):
        matrix = matrix.tocsr()
        if len(matrix.shape) != 2:
            raise InputError(f"{name} has {len(matrix.shape)} dimensions, but must be a matrix")
        if max(*matrix.shape, matrix.nnz, matrix.indices.max(initial=0)) > np.iinfo(np.int32).max:
            raise InputError(f"{name} has more than 2^31 rows, columns or elements")
        return (*matrix.shape, np.ascontiguousarray(matrix.indptr, dtype=np.int32),
                np.ascontiguousarray(matrix.indices, dtype=np.int32), np.ascontiguousarray(matrix.data, dtype=float))
    try:
        dense = np.asarray(matrix, dtype=float)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} is no matrix: {error}") from None
    if dense.ndim != 2:
        raise InputError(f"{name} has {dense.ndim} dimensions, but must be a matrix")
    row, column = np.nonzero(dense)
    start = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=dense.shape[0]))])
    return (*dense.shape, start.astype(np.int32), column.astype(np.int32), dense[row, column])


def _scipy(rows: int, columns: int, start: np.ndarray, column: np.ndarray, value: np.ndarray):
    from scipy.sparse import csr_matrix

    return csr_matrix((value, column, start), shape=(rows, columns))


class FrictionProblem:
    """Coulomb friction at points of contact, in FCLIB's two forms; of each contact (N, T1, T2).

    Local:  u = W r + q. Global: M v = f + H r, u = H^T v + w. mu: a coefficient for each contact.
    With rolling friction mu_rolling [m] a contact has five components: behind (N, T1, T2) those of a moment m [N m s],
    |m| <= mu_rolling r_N, and of the angular velocity against it [1/s]. Matrices are scipy's, sparse, or dense arrays.
    """

    @classmethod
    def local(cls, W: Any, q: Any, mu: Any, compliance: Any = (), mu_rolling: Any = ()) -> FrictionProblem:
        """From the Delassus matrix W [1/kg] and the velocities q without impulses [m/s].

        compliance: what contacts give by, u += E r; a number for each, along its normal, or for all components [1/kg].
        """
        return cls._of(_core._FrictionProblem.local(*_rows("W", W), _numbers("q", q), _numbers("mu", mu),
                                                    _numbers("compliance", compliance),
                                                    _numbers("mu_rolling", mu_rolling)))

    @classmethod
    def from_global(cls, M: Any, H: Any, f: Any, w: Any, mu: Any, G: Any = None, b: Any = (),
                    compliance: Any = (), mu_rolling: Any = ()) -> FrictionProblem:
        """From masses M [kg], H by degrees of freedom and components, momenta f [N s] and velocities w [m/s].

        With equality constraints, if any: M v = f + H r + G l and G^T v + b = 0. They are joints: contacts behind the
        others, three equations each, of infinite friction, whose impulses are l; not beside rolling friction. compliance:
        as of local().
        """
        bound = _rows("G", G if G is not None else np.zeros((0, 0)))
        return cls._of(_core._FrictionProblem.global_(*_rows("M", M), *_rows("H", H), *bound, _numbers("f", f),
                                                      _numbers("w", w), _numbers("mu", mu), _numbers("b", b),
                                                      _numbers("compliance", compliance),
                                                      _numbers("mu_rolling", mu_rolling)))

    @classmethod
    def load(cls, file: Union[str, os.PathLike]) -> FrictionProblem:
        """From a file of FCLIB, a NumPy archive (see save_npz), or a folder of files of Matrix Market."""
        return cls._of(_core._FrictionProblem.load(os.fspath(file)))

    @classmethod
    def _of(cls, problem: _core._FrictionProblem) -> FrictionProblem:
        made = cls.__new__(cls)
        made._problem = problem
        return made

    def save(self, file: Union[str, os.PathLike], r: Any = None) -> None:
        """Writes a file of FCLIB, with impulses r as its solution."""
        self._problem.save(os.fspath(file), None if r is None else _numbers("r", r))

    def save_npz(self, file: Union[str, os.PathLike]) -> None:
        """Writes a NumPy archive of its matrices, by compressed rows, and its vectors, which load() reads.

        A name without `.npz` gets that. Nothing is written over.
        """
        place = os.fspath(file) if os.fspath(file).endswith(".npz") else f"{os.fspath(file)}.npz"
        if os.path.lexists(place):
            raise InputError(f"{place}: there is such a file already")
        if np.isinf(self.mu).any():
            raise InputError("an archive has no place for the joints of equality constraints; save() writes them")
        arrays = {"mu": self.mu} | ({"mu_rolling": self.mu_rolling} if self.mu_rolling.size else {})
        matrices = {"M": self._problem.M(), "H": self._problem.H()} if self.is_global else {"W": self._problem.W()}
        for name, (rows, columns, start, column, value) in matrices.items():
            arrays |= {f"{name}_shape": [rows, columns], f"{name}_indptr": start, f"{name}_indices": column,
                       f"{name}_data": value}
        arrays |= {"f": self.f, "w": self.w} if self.is_global else {"q": self.q}
        if self.guess.any():
            arrays["r"] = self.guess
        try:
            handle, part = tempfile.mkstemp(suffix=".npz", dir=os.path.dirname(place) or ".")
            try:
                with os.fdopen(handle, "wb") as whole:
                    np.savez_compressed(whole, **arrays)
                os.chmod(part, 0o666 & ~_umask())
                os.link(part, place)  # fails where something has come to be there
            finally:
                os.unlink(part)
        except OSError as error:
            raise MachineError(f"{place}: {error.strerror}") from None

    @property
    def contacts(self) -> int:
        return self._problem.contacts

    @property
    def is_global(self) -> bool:
        return self._problem.is_global

    @property
    def W(self):
        """Delassus matrix [1/kg], of either form; scipy's csr_matrix, as M and H."""
        return _scipy(*self._problem.W())

    @property
    def M(self):
        return _scipy(*self._problem.M())

    @property
    def H(self):
        return _scipy(*self._problem.H())

    @property
    def q(self) -> np.ndarray:
        return self._problem.q().reshape(-1, self.components)

    @property
    def mu(self) -> np.ndarray:
        return self._problem.mu()

    @property
    def mu_rolling(self) -> np.ndarray:
        """Of each contact [m]; empty without rolling friction."""
        return self._problem.mu_rolling()

    @property
    def components(self) -> int:
        """Of a contact: three, or five with rolling friction."""
        return 5 if self.mu_rolling.size else 3

    @property
    def f(self) -> np.ndarray:
        return self._problem.f()

    @property
    def w(self) -> np.ndarray:
        return self._problem.w().reshape(-1, self.components)

    @property
    def guess(self) -> np.ndarray:
        """The first of the file; else zeros [N s]."""
        return self._problem.guess().reshape(-1, self.components)

    def __repr__(self) -> str:
        return f"<FrictionProblem: {self.contacts} contacts, {'global' if self.is_global else 'local'} form>"


@dataclass(frozen=True)
class FrictionSolution:
    """What a solver made of a problem. Errors follow from the impulses, and are none of its claims."""

    solver: str
    solved: bool  #: the error is at most the tolerance
    reason: str  #: why it stopped
    error: float  #: of Coulomb's law, by the natural map [-]
    relaxed_error: float
    complementarity: float
    penetration: float
    cone_violation: float
    iterations: int
    seconds: float
    r: np.ndarray  #: impulses [N s], (contacts, 3), or with moments (contacts, 5)
    u: np.ndarray  #: velocities of contact [m/s], of the same shape
    v: np.ndarray  #: velocities of the bodies of a global form [m/s]
    history: list[tuple[float, float]]  #: seconds and the error, whenever it fell


def solve(problem: FrictionProblem, solver: str = "automatic", tolerance: float = 1e-8, max_seconds: float = 10,
          guess: Any = None) -> FrictionSolution:
    """Solves a problem by one of friction_solvers(); max_seconds are of processor time."""
    if not isinstance(problem, FrictionProblem):
        raise InputError(f"the problem is a {type(problem).__name__}, but must be a FrictionProblem")
    start = None if guess is None else _numbers("the guess", guess)
    return FrictionSolution(**_core.solve(problem._problem, solver, tolerance, max_seconds, start))


def friction_solvers() -> dict[str, str]:
    """Names of the solvers, and what each is."""
    return dict(_core.friction_solvers())
