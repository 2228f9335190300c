"""What a step of Moreau and Jean's scheme costs in Siconos.

    siconos_steps.py two_masses|chain_in_flight|chain_in_contact WARM_UP STEPS

prints, last, a line "seconds q ...": processor time per step after the warm-up, and the positions at the end.
The timed loop is Siconos' own in C++, TimeStepping::run(); no Python runs in it.
"""

import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "peers"))

import siconos_moreau_jean as peer

SUBJECTS = {
    "two_masses": peer.two_masses,
    "chain_in_flight": lambda: peer.chain(1000, height=0.01),
    "chain_in_contact": lambda: peer.chain(1000, height=1e-6),
}


def main(subject, warm_up, steps):
    warm_up, steps = int(warm_up), int(steps)
    stepping, system = peer.simulation(SUBJECTS[subject](), "position", warm_up + steps)
    for _ in range(warm_up):
        stepping.computeOneStep()
        stepping.nextStep()
    start = time.thread_time()
    stepping.run()
    seconds = (time.thread_time() - start) / steps
    print(*map(repr, [seconds, *system.q().tolist()]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
