#!/usr/bin/env bash
# Instructions per segment and step of the explicit scheme, counted by callgrind. Two runs of different
# length are subtracted, so that building the bar and the first step cancel. Counts do not depend on
# what else the machine does.
#
#     benchmarks/instructions.sh [bench_bar_steps]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=${1:-build/bench/bin/bench_bar_steps}

# instructions SPRINGS SEGMENTS STEPS
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" paoli_schatzman "$@" 2>&1 |
        awk '/Collected/ { print $NF }'
}

printf 'Instructions per segment and step (paoli_schatzman)\n\n'
printf '%-8s %7s %13s\n' springs n instructions
for springs in spiral paired; do
    for n in 9 80 1000; do
        steps=$((40000 / n))
        short=$(instructions "$springs" "$n" "$steps")
        long=$(instructions "$springs" "$n" $((2 * steps)))
        printf '%-8s %7d %13d\n' "$springs" "$n" $(((long - short) / (n * steps)))
    done
done
