"""Builds the wheel (PEP 517) with CMake and Python's own library alone, so that it works without a network.

    pip install .                                    or, without a network, pip install --no-build-isolation .

The module is compiled into build/wheel. Libraries that a bare system does not have go into the wheel beside it, found by the
module's own path, so that no compiler and no package is needed where it is installed.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("REBOND_WHEEL_BUILD", ROOT / "build" / "wheel"))

# What every system with this C library and Python has.
SYSTEM = re.compile(r"^(ld-linux|linux-vdso|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+|python[\d.]+|z|resolv|util))[-.]")


def version():
    return re.search(r"project\(rebond VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def build():
    """The package folder with the module in it; one that is built already if REBOND_WHEEL_PACKAGE names it."""
    if "REBOND_WHEEL_PACKAGE" in os.environ:
        return pathlib.Path(os.environ["REBOND_WHEEL_PACKAGE"])
    command = ["cmake", "-S", ROOT, "-B", BUILD, "-DCMAKE_BUILD_TYPE=Release", "-DREBOND_BUILD_TESTS=OFF",
               "-DREBOND_BUILD_PYTHON=ON", "-DREBOND_PRECOMPILE=ON", "-DREBOND_TOGETHER=ON", "-DREBOND_WHEEL=ON",
               "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON", f"-DPython_EXECUTABLE={sys.executable}"]
    if not (BUILD / "CMakeCache.txt").exists():
        command += ["-G", "Ninja"]
    subprocess.run(command, check=True)
    subprocess.run(["cmake", "--build", BUILD, "--target", "rebond_python_package"], check=True)
    return BUILD / "python" / "rebond"


def libraries(module):
    """The libraries that the module needs and a bare system does not have, by name."""
    found = {}
    for line in subprocess.run(["ldd", module], capture_output=True, text=True, check=True).stdout.splitlines():
        parts = line.split()
        if len(parts) >= 3 and parts[1] == "=>" and not SYSTEM.match(parts[0]):
            if parts[2] == "not":
                raise RuntimeError(f"the library {parts[0]} was not found")
            found[parts[0]] = pathlib.Path(parts[2])
    return found


def metadata():
    return (f"Metadata-Version: 2.1\nName: rebond\nVersion: {version()}\n"
            "Summary: A laboratory for impacts of elastic and rigid bodies\nLicense: Apache-2.0\n"
            "Requires-Python: >=3.9\nRequires-Dist: numpy\nProvides-Extra: all\n"
            'Requires-Dist: matplotlib; extra == "all"\nRequires-Dist: pandas; extra == "all"\n'
            'Requires-Dist: xarray; extra == "all"\nDescription-Content-Type: text/markdown\n\n'
            + (ROOT / "README.md").read_text(encoding="utf-8"))


def contents(package):
    """Every file of the wheel but its record: name and bytes."""
    for path in sorted(package.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"rebond/{path.relative_to(package)}", path.read_bytes()
    module = next(package.glob("_engine*.so"))
    for name, path in sorted(libraries(module).items()):
        yield f"rebond/libs/{name}", path.read_bytes()
    for path in sorted((ROOT / "papers").rglob("*")):
        if path.is_file():
            yield f"rebond/papers/{path.relative_to(ROOT / 'papers')}", path.read_bytes()
    info = f"rebond-{version()}.dist-info"
    yield f"{info}/METADATA", metadata().encode()
    yield f"{info}/WHEEL", (f"Wheel-Version: 1.0\nGenerator: rebond\nRoot-Is-Purelib: false\nTag: {tag()}\n").encode()
    for name in ("LICENSE", "NOTICE"):
        yield f"{info}/{name}", (ROOT / name).read_bytes()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = build()
    name = f"rebond-{version()}-{tag()}.whl"
    record = []
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, data in contents(package):
            wheel.writestr(file, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{file},sha256={digest},{len(data)}")
        listed = f"rebond-{version()}.dist-info/RECORD"
        wheel.writestr(listed, "\n".join([*record, f"{listed},,", ""]))
    return name


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_sdist(sdist_directory, config_settings=None):
    """The files that git knows."""
    import io
    import tarfile
    name = f"rebond-{version()}"
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    with tarfile.open(pathlib.Path(sdist_directory) / f"{name}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for file in filter(None, files):
            archive.add(ROOT / file, f"{name}/{file}")
        data = metadata().encode()
        entry = tarfile.TarInfo(f"{name}/PKG-INFO")
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return f"{name}.tar.gz"
