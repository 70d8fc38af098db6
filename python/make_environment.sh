#!/usr/bin/env bash
# Makes build/python, a virtual environment with what the Python package is built from and tested with.
# Does nothing where it is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(nanobind numpy scipy tomli-w pandas dask distributed pyarrow mkdocs-material mkdocstrings-python)
environment=build/python
if "$environment/bin/python" -c 'import nanobind, numpy, scipy, tomli_w, pandas, distributed, pyarrow, material, mkdocstrings_handlers.python' 2> /dev/null; then exit 0; fi
tools/apt_install.sh python3 python3-dev python3-venv
rm -rf "$environment"
python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
