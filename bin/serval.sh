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
# "adopt CATALINA_BASE" serves the directory of a Tomcat, whose home may be another one.
tomcat='' check=''
if [ "$1" = adopt ]; then
    case $#:$3 in 2: | 3:--check) ;; *) fail "adopt CATALINA_BASE [--check]" ;; esac
    [ -d "$2" ] || fail "adopt: $2 is not a directory."
    SERVAL_BASE=$(real "$2") || exit 1
    tomcat=$SERVAL_BASE
    [ -z "$CATALINA_HOME" ] || [ -f "$CATALINA_HOME/bin/serval.sh" ] \
        || tomcat=$(real "$CATALINA_HOME") || exit 1
    check=$3
    set -- adopt
fi
SERVAL_BASE=${SERVAL_BASE:-${CATALINA_BASE:-$SERVAL_HOME}}
[ -d "$SERVAL_BASE" ] || fail "SERVAL_BASE is $SERVAL_BASE, which is not a directory."
[ "$SERVAL_BASE" = "$here" ] || SERVAL_BASE=$(real "$SERVAL_BASE") || exit 1
export SERVAL_HOME SERVAL_BASE

# For the setenv.sh of somebody who comes from Tomcat.
CATALINA_HOME=${tomcat:-$SERVAL_HOME}
CATALINA_BASE=$SERVAL_BASE

CLASSPATH= # as with Tomcat, only that of setenv.sh counts
if [ -r "$SERVAL_BASE/bin/setenv.sh" ]; then
    . "$SERVAL_BASE/bin/setenv.sh"
elif [ -r "$CATALINA_HOME/bin/setenv.sh" ]; then
    . "$CATALINA_HOME/bin/setenv.sh"
fi
# A Tomcat may run there, too; none of its own files are written.
[ -z "$tomcat" ] || CATALINA_PID='' CATALINA_OUT='' CATALINA_TMPDIR='' CATALINA_HOME=$tomcat

SERVAL_OPTS=${SERVAL_OPTS-$CATALINA_OPTS}
SERVAL_PID=${SERVAL_PID:-${CATALINA_PID:-$SERVAL_BASE/temp/serval.pid}}
SERVAL_OUT=${SERVAL_OUT:-${CATALINA_OUT:-$SERVAL_BASE/logs/serval.out}}
SERVAL_TMPDIR=${SERVAL_TMPDIR:-${CATALINA_TMPDIR:-$SERVAL_BASE/temp}}
SERVAL_CDS=${SERVAL_CDS:-on}

. "$SERVAL_HOME/bin/jvm.sh"
. "$SERVAL_HOME/bin/process.sh"

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

    options=$JAVA_OPTS archive='' starting='' sharing='' quiet='' compilers='' young='' pid_file='' terminal=''
    [ -z "$check" ] || options="$JAVA_OPTS $SERVAL_OPTS"
    if [ "$command" = start ] || [ "$command$check" = adopt ]; then
        options="$JAVA_OPTS $SERVAL_OPTS"
        pid_file=-Dserval.pid=$SERVAL_PID
        choose_compilers
        choose_young
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
    # Ports and agents are those of the server.
    [ -z "$check" ] || options=$(say "$options" | sed -n '/^-Dcom\.sun\.management/d; /^-D/p')
    umask "${UMASK:-0027}"
    set -f
    IFS='
'
    exec "$java_home/bin/java" $quiet ${sharing:+"$sharing"} $compilers $young $opened \
        "-Djava.io.tmpdir=$SERVAL_TMPDIR" \
        "-Dserval.home=$SERVAL_HOME" "-Dserval.base=$SERVAL_BASE" \
        "-Dcatalina.home=${tomcat:-$SERVAL_HOME}" "-Dcatalina.base=$SERVAL_BASE" \
        ${starting:+"-Dserval.starting=$starting"} ${starting:+"-Dserval.cds=$SERVAL_CDS:$archive"} \
        ${archive:+"-Dserval.archive=$archive"} \
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
case $command:$SERVAL_CDS in
    *:on | *:use | *:off) ;;
    run:* | start:* | adopt:* | cds:*) fail "SERVAL_CDS is \"$SERVAL_CDS\": it can be on, use or off." ;;
esac
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
        # Of systemd: the JVM looks for a listening socket at its standard input.
        [ "$LISTEN_PID:$LISTEN_FDS" != "$$:1" ] || exec <&3 3<&-
        launch start "$@"
        ;;
    start)
        refuse_second
        start "$@"
        ;;
    adopt)
        [ -z "$check" ] || launch adopt "$check"
        refuse_second
        [ "$SERVAL_CDS" = off ] || SERVAL_CDS=use
        # A JVM may warn of a directory that is missing.
        [ -d "$SERVAL_TMPDIR" ] || SERVAL_TMPDIR=${TMPDIR:-/tmp}
        launch adopt
        ;;
    cds)
        [ $# -eq 0 ] || launch cds "$@" # which refuses them
        options="$JAVA_OPTS $SERVAL_OPTS"
        archive_wanted \
            || fail "No archive is wanted: SERVAL_CDS is off, options name one, or (before Java 25) $SERVAL_HOME has a blank."
        archive_place || fail "No archive was made: $cds must be writable for $(id -un), and for nobody else but root."
        ;;
esac
launch "$command" "$@"
