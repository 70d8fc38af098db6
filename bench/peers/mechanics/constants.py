"""Sizes and moduli of our cases (`bench/verification/cases/`). SI units."""

YOUNG, DENSITY = 1e5, 1000.0  # [Pa], [kg/m^3]
THICK, LENGTH = 0.1, 0.4  # of bars [m]


def shear_modulus(nu):
    return YOUNG / (2 * (1 + nu))


def lame_lambda(nu):
    return YOUNG * nu / ((1 + nu) * (1 - 2 * nu))
