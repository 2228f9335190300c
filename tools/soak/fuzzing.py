"""The fuzzers of the readers, in turn, for equal shares of a time."""

import re
import shutil
import subprocess

READERS = ["scene", "study", "matrix_market", "paper", "result", "database"]


def fuzz(root, reader, seconds):
    """Executions and findings of one fuzzer. It goes on after a finding; what fails stays in build/soak/fuzz."""
    folder = root / "build/soak/fuzz" / reader
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "failures").mkdir(parents=True)
    shutil.copytree(root / "fuzz/corpus" / reader, folder / "corpus")
    dictionary = root / "fuzz" / f"{reader}.dict"
    command = ["nice", "-n", "10", str(root / f"build/fuzz/bin/{reader}_fuzzer"), f"-max_total_time={max(1, int(seconds))}",
               "-timeout=10", "-rss_limit_mb=4096", "-fork=1", "-ignore_crashes=1", "-ignore_timeouts=1", "-ignore_ooms=1",
               f"-artifact_prefix={folder}/failures/", str(folder / "corpus")]
    if dictionary.exists():
        command.append(f"-dict={dictionary}")
    ended = subprocess.run(command, capture_output=True, text=True, errors="replace")
    (folder / "log").write_text(ended.stderr)
    counts = [int(n) for n in re.findall(r"^#(\d+): cov", ended.stderr, re.MULTILINE)]
    return {"executions": max(counts, default=0), "findings": len(list((folder / "failures").iterdir())),
            "seconds": int(seconds)}


def fuzz_all(root, minutes):
    return {reader: fuzz(root, reader, 60 * minutes / len(READERS)) for reader in READERS}
