#!/bin/sh
# Runs a benchmark:
#   benchmarks/run.sh SUITE [--servers SERVER ...] [--rounds N] [--seconds N] [--log] [--quick] [--fresh]
#                    [--name NAME] [--output DIRECTORY]
#     guide    after "Tomcat: The Definitive Guide": ab, siege and JMeter with 149 clients
#     series   after "Fastest Servlets in the West": static files and TLS
#     jigsaw   W3C's 1.a to 4.b, with access log, collections over time
#     servlet  hello, JSON, session, async, waiting, streaming
#     static   files of all sizes
#     idle     memory of an idle connection
#     start    process start to first answer, memory then
#     websocket  echo, idle connections and a broadcast, on the JDK of JAVA_HOME and the newest;
#              --connections N (1000) of the echo, --idle N (10000; also of the suite idle), --broadcast N (5000)
#              receivers, all by a client of its own
#     peers    all loads beside Jetty, Undertow, Helidon, httpd and nginx; idle and start have them anyway
#     proxies  Serval and Tomcat behind the same httpd, by HTTP and AJP
#     load     one scenario, see LOAD_OPTS
#   benchmarks/run.sh slow [SERVER ...]   small files beside 500 slow downloads
#   benchmarks/run.sh pairs DIRECTORY [--rounds 7] [--seconds 3] [--connectors NIO NIO2 BIO]
#                    [--loads hello json session async 13 32k]
#                                         whether this checkout needs more CPU than another, built one in DIRECTORY
#                                         (mvn -DskipTests -pl benchmarks -am package), by interleaved rounds of
#                                         the other, the other again, and this; exit code 1 when it does; all take
#                                         about 30 minutes
#   benchmarks/run.sh observed [--rounds 7] [--seconds 3]
#                                         the CPU of a hello on the packed server with its monitoring off, off again,
#                                         counted (ops endpoint, metrics, JMX), recorded too (JFR), traced too
#                                         (traceparent), and told to clients; exit code 1 when one costs more
#                                         than 3 % beyond the scatter
#   benchmarks/run.sh embedded            how long an embedded server takes to start in a running JVM
#   benchmarks/run.sh faults [SCENARIO ...] [--connectors NIO NIO2 BIO] [--jdk 17 25] [--home DIRECTORY]
#                                         what holds when something goes wrong: heap, errors, descriptors, threads,
#                                         handshakes, hashing, slow-heads, digest, form, propfind; exit code 1 when
#                                         one is broken, whose logs and threads are then below target/faults;
#                                         JDKs: that of JAVA_HOME and the newest; DIRECTORY: another installation than
#                                         this checkout's; all take about 12 minutes
#   benchmarks/run.sh jsp [--rounds N] [--seconds N]
#                                         JSP pages without and with a session on the packed server and Tomcat, and
#                                         how long their first compilation takes
#   benchmarks/run.sh sessions [--rounds N] [--seconds N]
#                                         what a request costs without a session, with one in memory, and with one in
#                                         PostgreSQL and Redis, on the packed server and on Tomcat
#   benchmarks/run.sh extensions [--rounds N]
#                                         what the packed server's extensions cost when no application needs them:
#                                         start and memory
#   benchmarks/run.sh examples            the pages and WebSockets of Tomcat's examples application, unchanged, on the
#                                         packed server (NIO, NIO2, BIO) and on Tomcat: every answer is compared;
#                                         exit code 1 when one differs that was not decided on
#   benchmarks/run.sh deploy [--rounds N] [none|cxf|spring|hundred|fuseki ...]
#                                         the packed server and Tomcat, from script to first answer of real WARs
#   benchmarks/run.sh jmh [--quick] [JMH options]   the parts, one by one, with what they allocate
#   benchmarks/run.sh report              RESULTS.md, its charts and the page of the documentation
# --seconds: of each measurement of wrk and h2load (10, quick 2; the long runs of jigsaw 60 times as many).
# --log: every server writes an access log; the results are those of SUITE-log.
# An interrupted suite goes on where it was, with the same --rounds or others; --fresh starts it anew.
# Results go to results/load/NAME.json, those of --quick to target/load. JAVA_HOME chooses the JDK,
# LOAD_OPTS the system properties of dev.serval.benchmarks.Load, for example
# LOAD_OPTS="-Dclient=wrk -Dpath=/hello -Dclients=25" benchmarks/run.sh load --servers serval-nio nginx
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
java=java
[ -n "${JAVA_HOME:-}" ] && java=$JAVA_HOME/bin/java
[ -f "$here/target/classpath" ] || (cd "$here/.." && mvn -q -B -DskipTests -pl benchmarks -am package)
classpath=$here/target/classes:$(cat "$here/target/classpath")
what=${1:-help}
[ $# -gt 0 ] && shift
# Thousands of connections; every shell that runs this has it.
# shellcheck disable=SC3045
ulimit -n "$(ulimit -H -n)" 2>/dev/null || true
jmeter=$here/target/jmeter
driver() {
    main=$1
    shift
    # shellcheck disable=SC2086
    exec "$java" -Dserval.benchmarks="$here" -Djmeter="$jmeter" ${LOAD_OPTS:-} \
        -cp "$classpath" "dev.serval.benchmarks.$main" "$@"
}
case $what in
guide)
    # Once; without it the driver says so and leaves its scenarios out.
    [ -f "$jmeter/bin/ApacheJMeter.jar" ] || timeout 180 mvn -q -B -f "$here/jmeter" package >/dev/null 2>&1 || true
    driver Load guide "$@" ;;
series | jigsaw | servlet | static | idle | start | websocket | peers | proxies | load) driver Load "$what" "$@" ;;
slow) driver SlowReaders "$@" ;;
pairs) driver Pairs "$@" ;;
observed) driver Observed "$@" ;;
embedded) driver Starts "$@" ;;
faults)
    # The jars of this checkout, as its scripts run them.
    case " $* " in *" --home "*) ;; *) "$here/../bin/serval.sh" version >/dev/null ;; esac
    driver faults.Faults "$@" ;;
jsp | sessions | extensions | examples)
    [ -d "$(ls -d "$here"/target/deploy/apache-tomcat-* 2>/dev/null)" ] || mvn -q -B -N -f "$here/deploy" package
    case $what in
    jsp) driver Pages "$@" ;;
    sessions) driver SessionCosts "$@" ;;
    extensions) driver UnusedExtensions "$@" ;;
    examples) driver examples.Examples "$@" ;;
    esac ;;
deploy)
    for war in fuseki hundred; do
        [ -f "$here/target/deploy/wars/$war.war" ] || mvn -q -B -f "$here/deploy" package
    done
    driver Deployments "$@" ;;
jmh) exec "$java" -cp "$classpath" dev.serval.benchmarks.micro.MicroBenchmarks "$here/results/jmh" "$@" ;;
report) exec "$java" -Djava.awt.headless=true -cp "$classpath" dev.serval.benchmarks.report.Report "$here/.." ;;
*) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
