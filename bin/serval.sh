#!/bin/sh
# Runs the server. "serval.sh help" lists the commands and the environment variables.
# POSIX sh; needs nothing but the usual small tools. Users' settings belong in bin/setenv.sh.
# Each process that a start needs costs it a millisecond or more: there are few, and one JVM.
# Lists of options are split on purpose, and "ls -l" is what shows owners everywhere.
# shellcheck disable=SC1091,SC2012,SC2015,SC2086,SC2153,SC2154

say() { printf '%s\n' "$*"; }
fail() {
    say "$*" >&2
    exit 1
}

# ---- where things are

# Sets found to the file behind a path.
follow() {
    case $1 in
        */*) found=$1 ;;
        *) found=./$1 ;; # of an empty part of the PATH, too
    esac
    while [ -h "$found" ]; do
        link=$(ls -ld -- "$found")
        link=${link#*" -> "}
        case $link in
            /*) found=$link ;;
            *) found=${found%/*}/$link ;;
        esac
    done
}

# Prints the path of a directory without symbolic links.
real() { CDPATH='' cd -- "$1" && pwd -P; }

follow "$0"
here=$(real "${found%/*}/..") || exit 1

# CATALINA_HOME may well be that of a Tomcat on the same machine.
if [ -z "$SERVAL_HOME" ]; then
    SERVAL_HOME=$here
    [ -z "$CATALINA_HOME" ] || [ ! -f "$CATALINA_HOME/bin/serval.sh" ] || SERVAL_HOME=$CATALINA_HOME
fi
[ -f "$SERVAL_HOME/bin/serval.sh" ] \
    || fail "SERVAL_HOME is $SERVAL_HOME, where there is no bin/serval.sh. Unset it, or name the installation."
[ "$SERVAL_HOME" = "$here" ] || SERVAL_HOME=$(real "$SERVAL_HOME") || exit 1
SERVAL_BASE=${SERVAL_BASE:-${CATALINA_BASE:-$SERVAL_HOME}}
[ -d "$SERVAL_BASE" ] || fail "SERVAL_BASE is $SERVAL_BASE, which is not a directory."
[ "$SERVAL_BASE" = "$here" ] || SERVAL_BASE=$(real "$SERVAL_BASE") || exit 1
export SERVAL_HOME SERVAL_BASE

# For the setenv.sh of somebody who comes from Tomcat.
CATALINA_HOME=$SERVAL_HOME
CATALINA_BASE=$SERVAL_BASE

CLASSPATH= # as with Tomcat, only that of setenv.sh counts
if [ -r "$SERVAL_BASE/bin/setenv.sh" ]; then
    . "$SERVAL_BASE/bin/setenv.sh"
elif [ -r "$SERVAL_HOME/bin/setenv.sh" ]; then
    . "$SERVAL_HOME/bin/setenv.sh"
fi

SERVAL_OPTS=${SERVAL_OPTS-$CATALINA_OPTS}
SERVAL_PID=${SERVAL_PID:-${CATALINA_PID:-$SERVAL_BASE/temp/serval.pid}}
SERVAL_OUT=${SERVAL_OUT:-${CATALINA_OUT:-$SERVAL_BASE/logs/serval.out}}
SERVAL_TMPDIR=${SERVAL_TMPDIR:-${CATALINA_TMPDIR:-$SERVAL_BASE/temp}}
SERVAL_CDS=${SERVAL_CDS:-on}
case $SERVAL_CDS in
    on | use | off) ;;
    *) fail "SERVAL_CDS is \"$SERVAL_CDS\": it can be on, use or off." ;;
esac

. "$SERVAL_HOME/bin/jvm.sh"

# ---- processes

# True for a living process, also one of another user; a zombie does not live.
alive() {
    if [ -r "/proc/$1/stat" ]; then
        read -r stat 2>/dev/null <"/proc/$1/stat" || return 1
        case $stat in
            *') Z '*) return 1 ;;
        esac
    else
        kill -0 "$1" 2>/dev/null
    fi
}

# Sets pid to that of the running server of this PID file; false if there is none. A PID that now
# belongs to something else does not count.
running() {
    pid=
    [ -r "$SERVAL_PID" ] && read -r pid <"$SERVAL_PID"
    case $pid in
        '' | *[!0-9]*) return 1 ;;
    esac
    alive "$pid" || return 1
    case $(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" || ps -p "$pid" -o args=) in
        *dev.serval.startup.Main*) ;;
        *) return 1 ;;
    esac
}

refuse_second() {
    ! running || fail "Serval runs already from $SERVAL_BASE (PID $pid). Stop it with bin/shutdown.sh."
    if [ -s "$SERVAL_PID" ]; then
        say "The PID file $SERVAL_PID is left over from a server that no longer runs; it is replaced."
        rm -f "$SERVAL_PID"
    fi
}

pause() { sleep 0.1 2>/dev/null || sleep 1; }

# ---- the command line of the JVM

# The packages that applications on Tomcat are used to reach by reflection.
opened="--add-opens=java.base/java.lang=ALL-UNNAMED
--add-opens=java.base/java.lang.reflect=ALL-UNNAMED
--add-opens=java.base/java.io=ALL-UNNAMED
--add-opens=java.base/java.util=ALL-UNNAMED
--add-opens=java.base/java.util.concurrent=ALL-UNNAMED
--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED"

# Replaces this shell by the JVM: launch COMMAND [ARGUMENT...]. Users' options come last and win.
launch() {
    command=$1
    shift
    class_path=
    while IFS= read -r jar; do
        [ -z "$jar" ] || class_path=$class_path${class_path:+:}$SERVAL_HOME/lib/$jar
    done <"$SERVAL_HOME/lib/serval.classpath"
    # An empty part would be the working directory; "CLASSPATH=$CLASSPATH:/a.jar" has one.
    more=
    [ -z "$CLASSPATH" ] || more=$(say "$CLASSPATH" | sed 's/::*/:/g; s/^://; s/:$//')

    options=$JAVA_OPTS archive='' starting='' sharing='' quiet='' pid_file='' terminal=''
    if [ "$command" = start ]; then
        options="$JAVA_OPTS $SERVAL_OPTS"
        pid_file=-Dserval.pid=$SERVAL_PID
        ! archive_wanted || begin_with_archive "$@"
    else
        # Leaves nothing behind in the installation, which may be another user's.
        SERVAL_TMPDIR=${TMPDIR:-/tmp}
        [ ! -t 1 ] || terminal=-Dserval.terminal=true
    fi
    # Split at blanks, honouring quotes, without evaluating anything in them.
    case $options in
        *[![:space:]]*)
            options=$(say "$options" | xargs printf '%s\n') \
                || fail "JAVA_OPTS or SERVAL_OPTS has a quote without its partner: $options"
            ;;
        *) options='' ;;
    esac
    umask "${UMASK:-0027}"
    set -f
    IFS='
'
    exec "$java_home/bin/java" $quiet ${sharing:+"$sharing"} $opened \
        "-Djava.io.tmpdir=$SERVAL_TMPDIR" \
        "-Dserval.home=$SERVAL_HOME" "-Dserval.base=$SERVAL_BASE" \
        "-Dcatalina.home=$SERVAL_HOME" "-Dcatalina.base=$SERVAL_BASE" \
        ${starting:+"-Dserval.starting=$starting"} ${starting:+"-Dserval.cds=$SERVAL_CDS:$archive"} \
        ${pid_file:+"$pid_file"} ${report:+"-Dserval.report=$report"} ${report:+$to_file} \
        $terminal $debugging $options \
        -classpath "$class_path${more:+:$more}" dev.serval.startup.Main "$command" "$@"
}

# Runs the JVM in the background and waits for its report: "ok" or "failed" in the first line,
# then what there is to tell.
start() {
    case $SERVAL_OUT in
        */*) ;;
        *) SERVAL_OUT=./$SERVAL_OUT ;;
    esac
    report=$SERVAL_TMPDIR/serval.start.$$
    mkdir -p "$SERVAL_TMPDIR" "${SERVAL_OUT%/*}" \
        || fail "SERVAL_BASE is $SERVAL_BASE, where directories cannot be made."
    [ ! -e "$report" ] || rm -f "$report"
    (umask "${UMASK:-0027}" && : >>"$SERVAL_OUT") 2>/dev/null || fail "Cannot write $SERVAL_OUT."
    written=0
    [ ! -f "$SERVAL_OUT" ] || [ ! -s "$SERVAL_OUT" ] || written=$(wc -c <"$SERVAL_OUT")
    (
        trap '' HUP # the server outlives the terminal
        launch start "$@"
    ) >>"$SERVAL_OUT" 2>&1 </dev/null &
    child=$!
    # Ctrl-C while waiting stops what was started.
    trap 'kill "$child" 2>/dev/null; rm -f "$report"; exit 130' INT
    trap 'kill "$child" 2>/dev/null; rm -f "$report"; exit 143' TERM
    # Each process that this shell starts takes the time of the one that it waits for.
    looks=0
    while [ ! -f "$report" ]; do
        if ! alive "$child"; then
            [ -f "$report" ] && break
            wait "$child"
            code=$?
            case $code in
                134 | 135 | 138 | 139) # SIGABRT, SIGBUS, SIGSEGV: the JVM crashed
                    work=$SERVAL_BASE/work
                    if [ -s "$work/cds/starting" ]; then
                        say "The JVM crashed; once more, without its archive of classes ..." >&2
                        exec "$SERVAL_HOME/bin/serval.sh" ${jpda:+jpda} start "$@"
                    fi
                    ;;
            esac
            say "Serval did not start (exit code $code); the end of what it wrote into $SERVAL_OUT:" >&2
            tail -c "+$((written + 1))" -- "$SERVAL_OUT" | tail -n 10 >&2
            exit 1
        fi
        looks=$((looks + 1))
        [ $((looks % 100)) -ne 0 ] \
            || say "Still starting after $((looks / 10)) s; see $SERVAL_BASE/logs/serval.log ..."
        pause
    done
    {
        read -r outcome
        if [ "$outcome" = ok ]; then cat; else cat >&2; fi
    } <"$report"
    rm -f "$report"
    [ "$outcome" = ok ] && exit 0
    wait "$child"
    exit 1
}

# stop [SECONDS] [-force]
stop() {
    force=
    seconds=
    while [ $# -gt 0 ]; do
        case $1 in
            -force) force=1 ;;
            -config) [ $# -eq 1 ] || shift ;; # the PID file tells whom to stop
            '' | *[!0-9]* | ???????*) fail "stop [SECONDS] [-force]: what is \"$1\"?" ;;
            *)
                seconds=${1#"${1%%[!0]*}"} # 08 would be octal
                seconds=${seconds:-0}
                ;;
        esac
        shift
    done
    [ -n "$seconds" ] || [ -z "$force" ] || seconds=5
    if ! running; then
        [ -s "$SERVAL_PID" ] || fail "Serval is not running: there is no PID file $SERVAL_PID."
        rm -f "$SERVAL_PID"
        fail "Serval is not running; the left-over PID file $SERVAL_PID was removed."
    fi
    # A signal carries no number: startup.StopOrder reads it here.
    order=$SERVAL_PID.stop
    rm -f "$order"
    [ -z "$seconds" ] || (umask 022 && set -C && say "$pid $seconds $force" >"$order")
    kill "$pid" || {
        rm -f "$order"
        fail "The server, PID $pid, could not be told to stop."
    }
    # Without -force it ends by itself, soon after it has cut what is left.
    patience=${seconds:-20}
    [ -n "$force" ] || patience=$((patience + 10))
    until_stopped "$patience" && say "Stopped." && exit 0
    [ -n "$force" ] \
        || fail "PID $pid has not stopped within $patience s; it finishes its requests. \"serval.sh stop -force\" would kill it."
    kill -9 "$pid"
    until_stopped 5 || fail "PID $pid cannot be killed."
    rm -f "$SERVAL_PID" "$order"
    say "Killed after $seconds s."
    exit 0
}

# Waits for as many seconds, and for up to one more, never less: the clock has no parts of them.
until_stopped() {
    end=$(($(date +%s) + $1))
    while alive "$pid"; do
        [ "$(date +%s)" -le "$end" ] || return 1
        pause
    done
}

# ---- commands

jpda='' debugging='' report=''
to_file='-Dserval.console=WARN
-Dserval.console.applications=OFF'
if [ "$1" = jpda ]; then
    jpda=1
    shift
    case $1 in
        run | start) ;;
        *) fail "jpda run or jpda start" ;;
    esac
    debugging=-agentlib:jdwp=transport=${JPDA_TRANSPORT:-dt_socket},address=${JPDA_ADDRESS:-localhost:8000}
    debugging=${JPDA_OPTS:-$debugging,server=y,suspend=${JPDA_SUSPEND:-n}}
fi
command=$1
[ $# -eq 0 ] || shift
case $command in
    stop) stop "$@" ;;
    debug) fail "debug is not offered: use \"serval.sh jpda run\" and attach a debugger." ;;
esac
find_java
# Only a checkout has it.
[ ! -f "$SERVAL_HOME/distribution/build.sh" ] || . "$SERVAL_HOME/distribution/build.sh"
[ -f "$SERVAL_HOME/lib/serval.classpath" ] \
    || fail "lib/serval.classpath is missing in $SERVAL_HOME: the installation is not complete."
case $command in
    run)
        refuse_second
        launch start "$@"
        ;;
    start)
        refuse_second
        start "$@"
        ;;
    cds)
        [ $# -eq 0 ] || launch cds "$@" # which refuses them
        options="$JAVA_OPTS $SERVAL_OPTS"
        archive_wanted \
            || fail "No archive is wanted: SERVAL_CDS is off, options name one, or (before Java 25) $SERVAL_HOME has a blank."
        archive_place || fail "No archive was made in $cds."
        ;;
esac
launch "$command" "$@"
