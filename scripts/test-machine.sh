#!/usr/bin/env bash
# The programs that some tests drive: Chromium (browser tests) and PostgreSQL (the store's second home).
# As root on a Debian-like machine, installs the missing ones; elsewhere says what will be skipped.
# Never fails: a test whose program is missing skips itself.
set -u

have_chromium() {
    command -v chromium || command -v chromium-browser || command -v google-chrome
} >/dev/null 2>&1

have_postgresql() {
    command -v initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb'
} >/dev/null 2>&1

missing() {
    have_chromium || echo chromium
    have_postgresql || echo postgresql
}

wanted=$(missing | xargs)
[ -z "$wanted" ] && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "test machine: installing $wanted ..."
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # a list of package names
    { apt-get update -q && apt-get install -qy --no-install-recommends $wanted; } >"$log" 2>&1 </dev/null \
        || { echo "test machine: apt-get did not manage; its last lines:"; tail -n 5 "$log"; }
    rm -f "$log"
fi

have_chromium || echo "test machine: no chromium here, so the browser tests will be skipped"
have_postgresql || echo "test machine: no postgresql here, so the tests of the store on PostgreSQL will be skipped"
exit 0
