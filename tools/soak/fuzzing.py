"""The fuzzers of the readers, in turn, for equal shares of a time."""

import re
import shutil
import subprocess
import time

READERS = ["scene", "study", "matrix_market", "paper", "result", "database"]
LONGEST = 2000     # bytes of an input: longer ones tell nothing more, more slowly
MOST_FINDINGS = 5  # of one reader, after which it has had enough


def fuzz(root, reader, seconds):
    """Executions and findings of one fuzzer, which goes on after a finding. Inputs that fail stay in build/soak/fuzz."""
    folder = root / "build/soak/fuzz" / reader
    shutil.rmtree(folder, ignore_errors=True)
    failures = folder / "failures"
    failures.mkdir(parents=True)
    shutil.copytree(root / "fuzz/corpus" / reader, folder / "corpus")
    end = time.monotonic() + seconds
    executions, log = 0, ""
    while (left := int(end - time.monotonic())) > 0 and len(list(failures.iterdir())) < MOST_FINDINGS:
        ended = subprocess.run(command(root, reader, folder, left), capture_output=True, text=True, errors="replace")
        log += ended.stderr
        found = re.search(r"number_of_executed_units: (\d+)", ended.stderr)
        executions += int(found.group(1)) if found else 0
        if ended.returncode and not any(failures.iterdir()):
            raise RuntimeError(f"the {reader} fuzzer does not start: {ended.stderr[-500:]}")
    (folder / "log").write_text(log)
    return {"executions": executions, "findings": len(list(failures.iterdir())), "seconds": int(seconds)}


def command(root, reader, folder, seconds):
    dictionary = root / "fuzz" / f"{reader}.dict"
    return ["nice", "-n", "10", str(root / f"build/fuzz/bin/{reader}_fuzzer"), f"-max_total_time={seconds}", "-timeout=10",
            "-rss_limit_mb=4096", f"-max_len={LONGEST}", "-print_final_stats=1", f"-artifact_prefix={folder}/failures/",
            str(folder / "corpus"), *([f"-dict={dictionary}"] if dictionary.exists() else [])]


def fuzz_all(root, minutes):
    return {reader: fuzz(root, reader, 60 * minutes / len(READERS)) for reader in READERS}
