#include "contact/solvers/box_qp_solver.h"
