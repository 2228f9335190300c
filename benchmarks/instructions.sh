#!/usr/bin/env bash
# Instructions per step, counted by callgrind. Two runs of different length are subtracted, so that building
# the body and the first step cancel. Counts do not depend on what else the machine does.
#
#     benchmarks/instructions.sh [FOLDER OF THE BENCHMARKS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
programs=${1:-build/bench/bin}

# instructions PROGRAM ARGUMENT... STEPS
instructions() {
    local program=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$programs/$program" "$@" 2>&1 |
        awk '/Collected/ { print $NF }'
}

# per_step STEPS PROGRAM ARGUMENT...
per_step() {
    local steps=$1 short long
    shift
    short=$(instructions "$@" "$steps")
    long=$(instructions "$@" $((2 * steps)))
    printf '%d' $(((long - short) / steps))
}

printf 'Instructions per segment and step (paoli_schatzman)\n\n'
printf '%-8s %7s %13s\n' springs n instructions
for springs in spiral paired; do
    for n in 9 80 1000; do
        count=$(per_step $((40000 / n)) bench_bar_steps paoli_schatzman "$springs" "$n")
        printf '%-8s %7d %13d\n' "$springs" "$n" $((count / n))
    done
done

printf '\nInstructions per step of linear bodies, the chains of 1000 springs\n\n'
printf '%-20s %13s\n' subject instructions
for subject in two_masses chain_in_flight chain_in_contact explicit_chain_1000; do
    steps=300
    if [[ $subject == two_masses ]]; then steps=20000; fi
    printf '%-20s %13d\n' "$subject" "$(per_step "$steps" bench_impulse_steps "$subject")"
done
