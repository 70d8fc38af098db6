#!/usr/bin/env bash
# Installs what is missing, builds the program, and runs the collision of nine cylinders into
# runs/cylinder_collision.
#
#   ./demo.sh            with CUDA where a driver answers
#   ./demo.sh --cuda     with CUDA wherever nvcc is found
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source tools/build.sh

cuda=auto
for option in "$@"; do
  case $option in
    --cuda) cuda=yes ;;
    *)
      echo "demo.sh: $option is no option; known are: --cuda" >&2
      exit 2
      ;;
  esac
done
if [[ $cuda == yes ]] && ! find_nvcc; then
  echo "demo.sh: --cuda needs nvcc (CUDA 12.4 or later), and there is none in PATH or /usr/local/cuda/bin" >&2
  exit 2
fi

tools/install_packages.sh
[[ -x build/cpu/eulersolid ]] || echo "the first build takes two to seven minutes on two cores"
build cpu eulersolid
program=build/cpu/eulersolid

if [[ $cuda == yes ]] || { nvidia-smi > /dev/null 2>&1 && find_nvcc; }; then
  if build cuda eulersolid; then
    # The program takes the GPU where a device answers, and the CPU elsewhere.
    program=build/cuda/eulersolid
  else
    echo "the CUDA build failed (messages above); going on with the CPU build" >&2
  fi
fi

# Where other programs are busy too, threads that spin while they wait make a run several times slower.
export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}"
run=runs/cylinder_collision
echo "running scenes/cylinder_collision.toml"
"$program" run scenes/cylinder_collision.toml -o "$run" --preview --force --set 'output.surface=["ply"]'

cat << END

pictures   $PWD/$run/preview/    cylinder_collision_0001.png, ...
VDB files  $PWD/$run/vdb/        one per frame, for Blender, Houdini, ...
meshes     $PWD/$run/surface/    one per body and frame, with sharp edges
tables     $PWD/$run/            steps.csv, bodies.csv, contacts.csv, run.json

In Blender (3.4 or later), set up with material, lights and camera:
  blender -P tools/blender_import.py -- $run
END
