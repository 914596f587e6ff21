#!/bin/sh
# Runs a benchmark:  benchmarks/run.sh load [contender ...]   Serval beside its peers, needs ab or wrk
#                    benchmarks/run.sh static [contender ...] the static files of the literature; needs wrk
#                    benchmarks/run.sh slow [contender ...]   small files beside 500 slow downloads; needs wrk
#                    benchmarks/run.sh start                  how long an embedded server takes to start
#                    benchmarks/run.sh idle [server ...]      what an idle connection costs; needs ulimit -n 11000
#                    benchmarks/run.sh jmh [--quick] [JMH options]   the parts, one by one, with what they allocate
#                    benchmarks/run.sh report                 RESULTS.md and its charts, from what is in results/
# JAVA_HOME chooses the JDK, LOAD_OPTS the settings, for example LOAD_OPTS="-Drounds=5 -Dbytes=9126"
# or LOAD_OPTS="-Dclient=WRK -Dpath=/hello", which needs wrk, or LOAD_OPTS="-Dtls=TLSv1.3".
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
java=java
[ -n "${JAVA_HOME:-}" ] && java=$JAVA_HOME/bin/java
[ -f "$here/target/classpath" ] || (cd "$here/.." && mvn -q -B -DskipTests -pl benchmarks -am package)
classpath=$here/target/classes:$(cat "$here/target/classpath")
what=${1:-load}
[ $# -gt 0 ] && shift
case $what in
load)
    case ${LOAD_OPTS:-} in
    *client=WRK*) command -v wrk >/dev/null || { echo "wrk is missing: it comes with Debian's package wrk" >&2; exit 1; } ;;
    *) command -v ab >/dev/null || { echo "ab is missing: it comes with Debian's package apache2-utils" >&2; exit 1; } ;;
    esac
    # shellcheck disable=SC2086
    exec "$java" ${LOAD_OPTS:-} -cp "$classpath" dev.serval.benchmarks.Load "$@" ;;
static)
    command -v wrk >/dev/null || { echo "wrk is missing: it comes with Debian's package wrk" >&2; exit 1; }
    # shellcheck disable=SC2086
    exec "$java" -Dsuite=static ${LOAD_OPTS:-} -cp "$classpath" dev.serval.benchmarks.Load "$@" ;;
slow)
    command -v wrk >/dev/null || { echo "wrk is missing: it comes with Debian's package wrk" >&2; exit 1; }
    # shellcheck disable=SC2086
    exec "$java" ${LOAD_OPTS:-} -cp "$classpath" dev.serval.benchmarks.SlowReaders "$@" ;;
start)
    # shellcheck disable=SC2086
    exec "$java" ${LOAD_OPTS:-} -cp "$classpath" dev.serval.benchmarks.Starts "$@" ;;
idle)
    # shellcheck disable=SC2086
    exec "$java" ${LOAD_OPTS:-} -cp "$classpath" dev.serval.benchmarks.IdleMemory "$@" ;;
jmh) exec "$java" -cp "$classpath" dev.serval.benchmarks.micro.MicroBenchmarks "$here/results/jmh" "$@" ;;
report) exec "$java" -Djava.awt.headless=true -cp "$classpath" dev.serval.benchmarks.report.Report "$here/.." ;;
*) echo "usage: $0 load|static|slow|start|idle|jmh|report" >&2; exit 2 ;;
esac
