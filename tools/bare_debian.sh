#!/usr/bin/env bash
# Tries rebond on a bare Debian 12, in a root of its own made by debootstrap.
#     tools/bare_debian.sh packages BUILD   makes the Debian packages of a build folder, installs them with what they declare and
#                                           nothing else, uses them, removes them, and looks for what is left
#     tools/bare_debian.sh readme           follows README.md, line by line, from its first command to the first plot in a notebook
# Exits with 77 where it cannot run: it needs root, debootstrap and the Debian archive. The bare root is kept, packed, in
# build/bare.
set -euo pipefail
tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
packed=$tree/build/bare/bookworm.tar

skip() {
    printf 'skipped: %s\n' "$*"
    exit 77
}

# The bare root, at $root.
make_root() {
    ((EUID == 0)) || skip "a root of its own needs root"
    root=$(mktemp -d)
    trap 'umount -l "$root/proc" "$root/dev" 2>/dev/null; rm -rf --one-file-system "$root"' EXIT
    if [[ ! -e $packed ]]; then
        command -v debootstrap >/dev/null || skip "debootstrap is not installed"
        # From where this machine takes its own packages.
        local mirror=${REBOND_DEBIAN_MIRROR:-}
        if [[ -z $mirror ]]; then
            mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)
        fi
        [[ -n $mirror ]] || skip "this machine takes no packages from Debian 12; name an archive in REBOND_DEBIAN_MIRROR"
        mkdir -p "$(dirname "$packed")"
        debootstrap --variant=minbase bookworm "$root" "$mirror" >"$packed.log" 2>&1 ||
            skip "debootstrap failed: $(tail -n 1 "$packed.log")"
        tar -C "$root" -cf "$packed.part" . && mv "$packed.part" "$packed"
    else
        tar -C "$root" -xf "$packed"
    fi
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" || skip "nothing can be mounted here"
    inside 'apt-get -q update' >"$root/log" 2>&1 || skip "the Debian archive cannot be reached"
}

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    bash -ec "$1"; }

# Whatever bears the name of rebond, and what dpkg says is not as it should be.
leftovers() {
    (cd "$root" && find . -xdev \( -path ./debs -o -path ./proc -o -path ./dev -o -path ./var/log \) -prune -o -iname '*rebond*' -print)
    inside 'dpkg --audit'
}

try_packages() {
    make_root
    mkdir "$root/debs"
    cpack --config "$1/CPackConfig.cmake" -B "$root/debs" >"$root/log" || { cat "$root/log"; exit 1; }
    rm -rf "$root/debs/_CPack_Packages"
    inside 'apt-get -q install -y --no-install-recommends /debs/*.deb' >"$root/log" 2>&1 || { tail -n 30 "$root/log"; exit 1; }
    inside 'rebond --version
            cd "$HOME" && rebond new bar >bar.toml && rebond run bar.toml --out out --quiet && test -s out/report.html
            rebond reproduce | grep -q 000_paoli_schatzman
            test -s /usr/share/man/man1/rebond.1 -o -s /usr/share/man/man1/rebond.1.gz
            pkg-config --exists rebond
            python3 -c "import rebond; assert rebond.run(rebond.load(\"bar.toml\")).status == \"ok\""
            rm -rf bar.toml out'
    inside 'apt-get -q purge -y rebond librebond-dev python3-rebond' >"$root/log" 2>&1 || { tail -n 30 "$root/log"; exit 1; }
    local left
    left=$(leftovers)
    if [[ -n $left ]]; then
        printf 'left behind:\n%s\n' "$left"
        exit 1
    fi
    echo "installed with what they declare, used, and removed without a trace"
}

# The commands of the section "In a notebook" of README.md, as a newcomer types them.
lines_of_readme() {
    awk '/^## /{ in_section = ($0 == "## In a notebook") } in_section && /^    /' "$tree/README.md"
}

follow_readme() {
    make_root
    inside 'apt-get -q install -y --no-install-recommends ca-certificates' >"$root/log" 2>&1  # what a clone came with
    mkdir "$root/rebond"
    (cd "$tree" && git ls-files -z | xargs -0 tar -cf - --ignore-failed-read) | tar -C "$root/rebond" -xf -
    lines_of_readme
    [[ -n $(lines_of_readme) ]] || { echo "README.md has no such lines"; exit 1; }
    local start=$SECONDS
    inside "cd /rebond
$(lines_of_readme)" >"$root/log" 2>&1 || { tail -n 40 "$root/log"; exit 1; }
    grep -q '<img[^>]*src="data:image/\|<svg' "$root"/rebond/examples/notebooks/01_dropped_bar.html ||
        { echo "no plot in the page"; exit 1; }
    echo "from nothing to the first plot in $((SECONDS - start)) s"
}

case ${1:-} in
    readme) follow_readme ;;
    packages) try_packages "$2" ;;
    *)
        sed -n '2,8s/^# \?//p' "${BASH_SOURCE[0]}"
        exit 2
        ;;
esac
