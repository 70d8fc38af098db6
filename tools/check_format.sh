#!/usr/bin/env bash
# Says which sources clang-format would change. `tools/check_format.sh --fix` changes them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v clang-format > /dev/null; then
  echo "error: there is no clang-format. On Debian: apt-get install clang-format" >&2
  exit 1
fi
mapfile -t sources < <(git ls-files '*.h' '*.cpp' '*.cu')
if [[ "${1:-}" == --fix ]]; then
  clang-format -i "${sources[@]}"
  exit
fi
unformatted=()
for source in "${sources[@]}"; do
  clang-format --dry-run --Werror "$source" > /dev/null 2>&1 || unformatted+=("$source")
done
[[ ${#unformatted[@]} -gt 0 ]] || exit 0
printf '%s\n' "${unformatted[@]}"
echo "error: ${#unformatted[@]} of ${#sources[@]} sources are not formatted: tools/check_format.sh --fix" >&2
exit 1
