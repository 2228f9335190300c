"""Runs scenes by the driver soak_runs: many in one process, none of which can stop the campaign.

A driver that crashes or hangs on a scene is started again for the scenes after it.
"""

import json
import subprocess
import threading

from scene import text_of


class Driver:
    def __init__(self, program, folder="."):
        self.command = ["nice", "-n", "19", program, folder]
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()
            self.process = None

    def run(self, scenes, seconds):
        """The summaries of scenes (dictionaries or texts), in their order."""
        told = []
        while len(told) < len(scenes):
            told += self._run_until_it_ends(scenes[len(told):], seconds)
        return told

    def run_one(self, scene, seconds):
        return self.run([scene], seconds)[0]

    def _run_until_it_ends(self, scenes, seconds):
        if self.process is None:
            self.start()
        process = self.process
        writer = threading.Thread(target=write_records, args=(process.stdin, scenes, seconds))
        writer.start()
        told = []
        for _ in scenes:
            line = process.stdout.readline()
            if not line:
                code = process.wait()
                told.append({"status": "crashes", "reason": f"the process ended with {code}", "seconds": 0.0})
                break
            told.append(json.loads(line))
            if told[-1]["status"] == "hangs":
                told[-1]["seconds"] = 10 * seconds
                process.wait()
                break
        else:
            writer.join()
            return told
        self.process = None
        writer.join()
        return told


def write_records(stream, scenes, seconds):
    try:
        for number, scene in enumerate(scenes):
            text = (scene if isinstance(scene, str) else text_of(scene)).encode()
            stream.write(f"{number} {seconds} {len(text)}\n".encode() + text)
        stream.flush()
    except (BrokenPipeError, ValueError):
        pass  # the driver has ended; whoever reads its answers notices
