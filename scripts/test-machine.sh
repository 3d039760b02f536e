#!/usr/bin/env bash
# The programs that some tests drive: Chromium (browser tests) and PostgreSQL (the store's second home).
# Says in one line which are missing and what will be skipped; with `install` (`make test-machine`) it first
# installs them, and pip where Python has none, as root on a Debian-like machine.
# Never fails: a test whose program is missing skips itself.
set -u

have_chromium() {
    command -v chromium || command -v chromium-browser || command -v google-chrome
} >/dev/null 2>&1

# Draws pages with less work than the whole browser, which then few tests need; not every system offers it.
could_have_bare_chromium() {
    ! command -v chromium-headless-shell && apt-cache show chromium-headless-shell
} >/dev/null 2>&1

have_postgresql() {
    command -v initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb'
} >/dev/null 2>&1

have_pip() {
    "${PYTHON:-python3}" -m pip --version || "${PYTHON:-python3}" -c 'import ensurepip'
} >/dev/null 2>&1

missing() {
    have_chromium || echo chromium
    have_postgresql || echo postgresql
    have_pip || echo python3-venv
}

install() {
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
        echo "test machine: $* can be installed here only by hand"
        return
    fi
    echo "test machine: installing $* ..."
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update -q && apt-get install -qy --no-install-recommends "$@"; } >"$log" 2>&1 </dev/null \
        || { echo "test machine: apt-get did not manage; its last lines:"; tail -n 5 "$log"; }
    rm -f "$log"
}

if [ "${1-}" = install ]; then
    # shellcheck disable=SC2046  # a list of package names
    [ -z "$(missing)" ] || install $(missing)
    could_have_bare_chromium && install chromium-headless-shell
fi

skipped=()
have_chromium || skipped+=("browser tests (no Chromium)")
have_postgresql || skipped+=("tests of the store on PostgreSQL (no initdb)")
if [ ${#skipped[@]} -gt 0 ]; then
    list=$(printf ', %s' "${skipped[@]}")
    echo "test machine: skipped here: ${list:2}; 'make test-machine' installs what they need"
fi
exit 0
