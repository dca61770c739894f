#!/usr/bin/env bash
# Build the web admin and pack it into C, for meson:
#
#   tools/web.sh PACK OUT.c OUT.bin DEPFILE
#
# The bundle does not depend on the C compiler, so it is built once: the result is stored
# in build-web/KEY, where KEY is a hash of all input files. If several builds need it at
# the same time, one builds it and the others wait.
set -euo pipefail
pack=$(realpath "$1") out_c=$2 out_bin=$3 depfile=$4
root=$(cd "$(dirname "$0")/.." && pwd)
keep=4

# All own files in web/; files generated from the API document contain no code.
sources() {
  find "$root/web" \( -name node_modules -o -name dist -o -name schema.d.ts \) -prune \
    -o "$@" -print | LC_ALL=C sort
}

key_of_sources() {
  { node --version && sources -type f | xargs -d '\n' sha256sum | sed "s|$root/||"; } |
    sha256sum | cut -c1-16
}

# In a separate folder until it is complete.
make_bundle() {
  local made=$1 scratch=$1.new
  rm -rf "$scratch"
  (cd "$root/web" && node_modules/.bin/vite build --logLevel error --outDir "$scratch" --emptyOutDir) >&2
  mv "$scratch" "$made"
}

# Old bundles are deleted.
forget_old() {
  find "$root/build-web" -mindepth 1 -maxdepth 1 -type d -printf '%T@ %p\n' | sort -rn |
    tail -n "+$((keep + 1))" | cut -d' ' -f2- | xargs -r -d '\n' rm -rf
}

if [[ ! -x $root/web/node_modules/.bin/vite ]]; then
  echo "the web admin needs its node modules: run script/setup, or set up with -Dweb=false" >&2
  exit 1
fi
mkdir -p "$root/build-web"
exec 9> "$root/build-web/lock"
flock 9
made=$root/build-web/$(key_of_sources)
if [[ -d $made ]]; then
  touch "$made"
else
  make_bundle "$made"
  forget_old
fi
"$pack" "$made" WEB "$out_c" "$out_bin"
# Folders too, so that new files are detected.
{ printf '%s: ' "$out_c" && sources \( -type f -o -type d \) | sed 's/ /\\ /g' | tr '\n' ' ' && echo; } > "$depfile"
