#!/usr/bin/env bash
# Installs what was built into a scratch root and uses it: the program, the library from outside the tree, the module.
#     tests/packages/test_packages.sh SOURCE BUILD
set -euo pipefail
source=$1 build=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cmake --install "$build" --prefix "$scratch/usr" >"$scratch/log"
"$scratch/usr/bin/rebond" --version | grep -q "built with"
"$scratch/usr/bin/rebond" reproduce | grep -q 000_paoli_schatzman
if command -v man >/dev/null; then man -l "$scratch/usr/share/man/man1/rebond.1" >/dev/null; fi
bash -n "$scratch/usr/share/bash-completion/completions/rebond"

cp -r "$source/examples/consumer" "$scratch/consumer"
cmake -S "$scratch/consumer" -B "$scratch/consumer/build" -DCMAKE_PREFIX_PATH="$scratch/usr" >>"$scratch/log"
cmake --build "$scratch/consumer/build" >>"$scratch/log"
"$scratch/consumer/build/stack"

pc=$(dirname "$(find "$scratch/usr" -name rebond.pc)")
# shellcheck disable=SC2046
g++ -std=c++20 "$source/examples/consumer/stack.cpp" $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs rebond) -o "$scratch/stack"
"$scratch/stack"

if [[ -d $build/python/rebond ]]; then
    /usr/bin/python3 -m venv --system-site-packages "$scratch/venv"
    REBOND_WHEEL_PACKAGE=$build/python/rebond "$scratch/venv/bin/pip" install --quiet --no-index --no-deps \
        --no-build-isolation "$source"
    cd "$scratch"
    env -u PYTHONPATH "$scratch/venv/bin/python" -c '
import os, rebond
there = os.listdir(os.path.join(os.path.dirname(rebond.__file__), "libs"))
for name in ("libhdf5", "libtomlplusplus", "libfmt", "libsqlite3"):  # what a bare system does not have
    assert any(one.startswith(name) for one in there), name
assert os.path.exists(os.path.join(os.path.dirname(rebond.__file__), "__init__.pyi"))
assert "venv" in rebond.__file__
assert rebond.run(rebond.Scene.new("bar")).status == "ok"
assert any(name.startswith("000") for name in rebond.reproduce())'
    "$scratch/venv/bin/pip" uninstall --quiet --yes rebond
    if env -u PYTHONPATH "$scratch/venv/bin/python" -c 'import rebond' 2>/dev/null; then exit 1; fi
fi

if [[ -d $scratch/usr/lib/python3/dist-packages/rebond ]]; then
    PYTHONPATH=$scratch/usr/lib/python3/dist-packages /usr/bin/python3 -c '
import rebond
assert rebond.run(rebond.Scene.new("bar")).status == "ok"'
fi
