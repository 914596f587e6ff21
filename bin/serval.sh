#!/bin/sh
# Runs the server. "serval.sh help" lists the commands and the environment variables.
# POSIX sh; needs nothing but the usual small tools. Users' settings belong in bin/setenv.sh.
# Lists of options are split at blanks on purpose, and "ls -l" is what shows owners everywhere.
# shellcheck disable=SC1091,SC2012,SC2015,SC2086,SC2153

say() { printf '%s\n' "$*"; }
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

usage() {
    cat <<'EOF'
Usage: serval.sh COMMAND
  run                      runs in the foreground; Ctrl-C or SIGTERM stops it
  start                    starts in the background and waits until it answers
  stop [SECONDS] [-force]  finishes the requests in flight and stops; they get SECONDS, without
                           it what conf/server.xml says; -force kills it after SECONDS (5)
  serve [DIR] [OPTION...]  serves the files of a directory, on this machine only unless told
                           otherwise; "serve --help" lists the options
  jpda run|start           the same under a debugger's port (JPDA_ADDRESS)
  cert [NAME...]           makes a self-signed certificate for development in conf/, for
                           localhost, this host, and each NAME or address; replaces nothing
  digest [OPTION...]       reads a password and prints what a user file keeps of it;
                           "digest --help" lists the options
  configtest               reads the configuration, lists all problems, opens no port
  cds                      makes the archive of classes that makes starts faster, now; run and
                           start make it themselves, in the background, when there is none
  version                  versions and directories

Environment, also from bin/setenv.sh in SERVAL_BASE, else in SERVAL_HOME:
  SERVAL_HOME    the installation; default: where this script is
  SERVAL_BASE    conf, webapps, logs, temp, work of this instance; default SERVAL_HOME;
                 without conf/ it uses that of SERVAL_HOME
  SERVAL_PORT    the port in the shipped conf/server.xml; default 8080
  SERVAL_OPTS    JVM options for run and start       JAVA_OPTS   JVM options for every command
  SERVAL_PID     PID file; default SERVAL_BASE/temp/serval.pid
  SERVAL_OUT     output of start; default SERVAL_BASE/logs/serval.out
  SERVAL_TMPDIR  java.io.tmpdir; default SERVAL_BASE/temp
  JRE_HOME, JAVA_HOME  the Java to run with, 17 or newer (JRE_HOME first); default: java on the
                 PATH, else the newest in /usr/lib/jvm
  SERVAL_CDS     the archive of classes, cds in SERVAL_BASE/work: on (default), use (one that is
                 there, but make none), off
  UMASK          default 0027
  CLASSPATH      set in setenv.sh: more jars and directories, behind the server's own; one that
                 comes from outside is not used
  JPDA_TRANSPORT, JPDA_ADDRESS (localhost:8000), JPDA_SUSPEND (n), JPDA_OPTS
Where a SERVAL_ variable is not set, the CATALINA_ variable of that name counts.
EOF
}

# ---- where things are

# The script behind symbolic links.
script=$0
while [ -h "$script" ]; do
    link=$(ls -ld -- "$script")
    link=${link#*" -> "}
    case $link in
        /*) script=$link ;;
        *) script=$(dirname -- "$script")/$link ;;
    esac
done
case $script in
    */*) ;;
    *) script=./$script ;;
esac
here=$(CDPATH='' cd -- "${script%/*}/.." && pwd -P) || exit 1

# CATALINA_HOME may well be that of a Tomcat on the same machine.
if [ -z "$SERVAL_HOME" ]; then
    if [ -n "$CATALINA_HOME" ] && [ -f "$CATALINA_HOME/bin/serval.sh" ]; then
        SERVAL_HOME=$CATALINA_HOME
    else
        SERVAL_HOME=$here
    fi
fi
[ -f "$SERVAL_HOME/bin/serval.sh" ] \
    || fail "SERVAL_HOME is $SERVAL_HOME, where there is no bin/serval.sh. Unset it, or name the installation."
[ "$SERVAL_HOME" = "$here" ] || SERVAL_HOME=$(CDPATH='' cd -- "$SERVAL_HOME" && pwd -P) || exit 1
SERVAL_BASE=${SERVAL_BASE:-${CATALINA_BASE:-$SERVAL_HOME}}
[ -d "$SERVAL_BASE" ] || fail "SERVAL_BASE is $SERVAL_BASE, which is not a directory."
[ "$SERVAL_BASE" = "$here" ] || SERVAL_BASE=$(CDPATH='' cd -- "$SERVAL_BASE" && pwd -P) || exit 1
work_directory=$SERVAL_BASE/work
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

case $SERVAL_CDS in
    '' | on | use | off) ;;
    *) fail "SERVAL_CDS is \"$SERVAL_CDS\": it can be on, use or off." ;;
esac

# ---- Java

# Sets major to the version of the Java in a directory; to nothing if there is none.
java_version() {
    major=
    [ -x "$1/bin/java" ] || return 0
    found=
    if [ -r "$1/release" ]; then
        while IFS= read -r line || [ -n "$line" ]; do
            case $line in
                JAVA_VERSION=*)
                    found=${line#JAVA_VERSION=}
                    found=${found#\"}
                    found=${found%%[!0-9.]*}
                    break
                    ;;
            esac
        done <"$1/release"
    fi
    if [ -z "$found" ]; then
        found=$("$1/bin/java" -version 2>&1 | sed -n 's/.* version "\([0-9][0-9.]*\).*/\1/p' | sed 1q)
    fi
    found=${found#1.} # 1.8
    major=${found%%.*}
}

# Sets newest_home to the newest of the given directories that has bin/$1 and is 17 or newer.
newest_java() {
    tool=$1
    shift
    newest_home=
    newest=16
    for candidate in "$@"; do
        [ -x "$candidate/bin/$tool" ] || continue
        java_version "$candidate"
        if [ "${major:-0}" -gt "$newest" ] 2>/dev/null; then
            newest=$major
            newest_home=$candidate
        fi
    done
    [ -n "$newest_home" ]
}

# The directory of the java on the PATH; nothing if there is none.
java_on_path() {
    found=$(command -v java) || return 0
    case $found in
        */*) ;;
        *) found=./$found ;; # an empty part of the PATH
    esac
    while [ -h "$found" ]; do
        link=$(ls -ld -- "$found")
        link=${link#*" -> "}
        case $link in
            /*) found=$link ;;
            *) found=${found%/*}/$link ;;
        esac
    done
    CDPATH='' cd -- "${found%/*}/.." && pwd -P
}

# Sets java_home and java_major. A Java that was named counts, even when it is too old: that is said, not hidden.
find_java() {
    for name in JRE_HOME JAVA_HOME; do
        eval "named=\$$name"
        [ -n "$named" ] || continue
        java_version "$named"
        [ -n "$major" ] || fail "$name is $named, where there is no bin/java."
        [ "$major" -ge 17 ] \
            || fail "$name is $named, which is Java $major. Serval needs Java 17 or newer."
        java_home=$named
        java_major=$major
        return
    done
    path_home=$(java_on_path)
    if newest_java java "$path_home" \
        || newest_java java /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home; then
        java_home=$newest_home
        java_major=$newest
        return
    fi
    if [ -n "$path_home" ]; then
        java_version "$path_home"
        fail "The java on the PATH is Java $major. Serval needs Java 17 or newer: install one, or set JAVA_HOME."
    fi
    fail "No Java was found. Serval needs Java 17 or newer: install one, or set JAVA_HOME."
}

# ---- the build of a checkout

stale() {
    list=$SERVAL_HOME/lib/serval.classpath
    [ -f "$list" ] || return 0
    while IFS= read -r jar; do
        [ -f "$SERVAL_HOME/lib/$jar" ] || return 0
    done <"$list"
    # Directories too: their time tells of a source that is gone.
    [ -n "$(find "$SERVAL_HOME/pom.xml" "$SERVAL_HOME"/distribution/*.xml \
        "$SERVAL_HOME/connectors/pom.xml" "$SERVAL_HOME/connectors/src/main" \
        "$SERVAL_HOME/server/pom.xml" "$SERVAL_HOME/server/src/main" \
        "$SERVAL_HOME"/extensions/*/pom.xml "$SERVAL_HOME"/extensions/*/src/main \
        -newer "$list" -print 2>/dev/null | sed 1q)" ]
}

unlock() {
    rm -f "$lock/pid"
    rmdir "$lock" 2>/dev/null
}

# One build at a time: mkdir is atomic everywhere, and the PID inside shows an owner that died.
take_lock() {
    lock=$SERVAL_HOME/target/build.lock
    mkdir -p "$SERVAL_HOME/target" || exit 1
    waited=0
    until mkdir "$lock" 2>/dev/null; do
        owner=$(cat "$lock/pid" 2>/dev/null)
        if [ -n "$owner" ] && ! alive "$owner"; then
            rm -f "$lock/pid"
            rmdir "$lock" 2>/dev/null
            continue
        fi
        [ "$waited" -ne 1 ] || say "Waiting for another build of this checkout ..."
        waited=$((waited + 1))
        [ "$waited" -lt 600 ] || fail "Another build holds $lock. Remove it if there is none."
        sleep 1
    done
    say "$$" >"$lock/pid"
    trap 'unlock; exit 130' INT
    trap 'unlock; exit 143' TERM
    trap 'unlock; exit 129' HUP
}

# Only a checkout builds itself; an unpacked distribution has no pom.xml.
build_if_needed() {
    if [ ! -f "$SERVAL_HOME/pom.xml" ]; then
        [ -f "$SERVAL_HOME/lib/serval.classpath" ] \
            || fail "lib/serval.classpath is missing in $SERVAL_HOME: the installation is not complete."
        return
    fi
    stale || return 0
    mvn=$(command -v mvn) \
        || fail "This is a checkout that has to be built, and Maven (mvn) is not on the PATH. Install Maven, or take a packed distribution."
    newest_java javac "$JAVA_HOME" "$java_home" \
        || newest_java javac /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home \
        || fail "This is a checkout that has to be built, and no JDK (javac) 17 or newer was found. Install one, or set JAVA_HOME."
    take_lock
    if stale; then
        say "Building Serval with Maven; the first time takes a few minutes ..."
        begun=$(date +%s)
        log=$SERVAL_HOME/target/build.log
        (
            CDPATH='' cd -- "$SERVAL_HOME" || exit 1
            JAVA_HOME=$newest_home exec "$mvn" -B -Dstyle.color=never -pl distribution -am -Dmaven.test.skip=true \
                -Dspotless.check.skip=true -Dassembly.skipAssembly=true package
        ) >"$log" 2>&1 </dev/null || {
            unlock
            say "The build failed. What Maven says of it (all of it is in $log):" >&2
            grep '^\[ERROR\] .' "$log" \
                | grep -Ev 'Help 1|[Rr]e-run Maven|For more information|After correcting|mvn <args>' \
                | tail -n 15 >&2
            exit 1
        }
        say "Built in $(($(date +%s) - begun)) s."
    fi
    unlock
    trap - INT TERM HUP
}

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
    if [ -r "/proc/$pid/cmdline" ]; then
        command_line=$(tr '\0' ' ' <"/proc/$pid/cmdline")
    else
        command_line=$(ps -p "$pid" -o args= 2>/dev/null)
    fi
    case $command_line in
        *dev.serval.startup.Main*) return 0 ;;
        *) return 1 ;;
    esac
}

refuse_second() {
    if running; then
        fail "Serval runs already from $SERVAL_BASE (PID $pid). Stop it with bin/shutdown.sh."
    fi
    if [ -s "$SERVAL_PID" ]; then
        say "The PID file $SERVAL_PID is left over from a server that no longer runs; it is replaced."
        rm -f "$SERVAL_PID"
    fi
}

pause() { sleep 0.1 2>/dev/null || sleep 1; }

# ---- the command line of the JVM

# Splits options at blanks, honouring quotes, without evaluating anything in them.
split() { printf '%s\n' "$1" | xargs printf '%s\n'; }

# Sets class_path: only the server's own jars, in a fixed order. Users' jars in lib/ are for the
# applications and not on this path.
find_class_path() {
    class_path=
    while IFS= read -r jar; do
        [ -z "$jar" ] || class_path=$class_path${class_path:+:}$SERVAL_HOME/lib/$jar
    done <"$SERVAL_HOME/lib/serval.classpath"
}

# The packages that applications on Tomcat are used to reach by reflection.
opened="--add-opens=java.base/java.lang=ALL-UNNAMED
--add-opens=java.base/java.lang.reflect=ALL-UNNAMED
--add-opens=java.base/java.io=ALL-UNNAMED
--add-opens=java.base/java.util=ALL-UNNAMED
--add-opens=java.base/java.util.concurrent=ALL-UNNAMED
--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED"

# Replaces this shell by the JVM: launch COMMAND [ARGUMENT...] [OPTION...], with the number of
# arguments of the command in $arguments. Users' options come last and win.
arguments=0
launch() {
    command=$1
    shift
    find_class_path

    logback=$SERVAL_BASE/conf/logback.xml
    [ -f "$logback" ] || logback=$SERVAL_HOME/conf/logback.xml
    case $command in
        serve | configtest)
            # Leaves nothing behind in the installation, which may be another user's.
            logback=$SERVAL_HOME/conf/logback-serve.xml
            SERVAL_TMPDIR=${TMPDIR:-/tmp}
            ;;
    esac

    options=$JAVA_OPTS
    [ "$command" != start ] || options="$JAVA_OPTS $SERVAL_OPTS"
    words=
    case $options in
        *[![:space:]]*)
            words=$(split "$options") \
                || fail "JAVA_OPTS or SERVAL_OPTS has a quote without its partner: $options"
            ;;
    esac
    archive=
    starting=
    if [ "$command" = start ] && archive_wanted; then
        begin_with_archive
    fi
    if [ -n "$archive" ]; then
        set -- "$@" $quiet "$use$archive"
    fi
    set -- "$@" \
        $opened \
        "-Dserval.logback=$logback" \
        "-Djava.io.tmpdir=$SERVAL_TMPDIR" \
        "-Dserval.home=$SERVAL_HOME" "-Dserval.base=$SERVAL_BASE" \
        "-Dcatalina.home=$SERVAL_HOME" "-Dcatalina.base=$SERVAL_BASE" \
        ${starting:+"-Dserval.starting=$starting"}
    if [ -n "$words" ]; then
        while IFS= read -r word; do
            set -- "$@" "$word"
        done <<EOF
$words
EOF
    fi
    umask "${UMASK:-0027}"
    # An empty part would be the working directory; "CLASSPATH=$CLASSPATH:/a.jar" has one.
    more=
    [ -z "$CLASSPATH" ] || more=$(printf '%s' "$CLASSPATH" | sed 's/::*/:/g; s/^://; s/:$//')
    set -- "$@" -classpath "$class_path${more:+:$more}" dev.serval.startup.Main "$command"
    while [ "$arguments" -gt 0 ]; do
        argument=$1
        shift
        set -- "$@" "$argument"
        arguments=$((arguments - 1))
    done
    exec "$java_home/bin/java" "$@"
}

# ---- the archive of classes (class-data sharing; from Java 25 on an AOT cache)

# It is read by the JVM as it is, so it counts only when nobody else can have written it. Its name
# tells for which Java, which jars and which place it is. A start that has one leaves its name in
# work/cds/starting until the server answers or says why it does not; an archive whose name is
# still there has killed the JVM, and is removed.

# Sets kind, and the options make, use and quiet; false where no archive is wanted.
archive_wanted() {
    [ "$SERVAL_CDS" != off ] || return 1
    # Whoever has options of this kind is left alone.
    case " $options $JAVA_TOOL_OPTIONS $JDK_JAVA_OPTIONS" in
        *" -Xshare"* | *-XX:AOT* | *SharedArchive* | *ArchiveClasses* | *-XX:Shared*) return 1 ;;
    esac
    [ -r "$java_home/release" ] || return 1
    # Before, the JVM archives no class of a jar whose path has a blank.
    case $java_major$SERVAL_HOME in
        1*' '* | 2[0-4]*' '*) return 1 ;;
    esac
    if [ "$java_major" -ge 25 ]; then
        kind=aot make=-XX:AOTCacheOutput= use=-XX:AOTCache= quiet="-Xlog:aot=off -Xlog:cds=off"
    else
        kind=jsa make=-XX:ArchiveClassesAtExit= use=-XX:SharedArchiveFile=
        quiet="-Xlog:cds=off -Xlog:cds+dynamic=off"
    fi
}

# Sets archive_name, once. It takes a few processes.
archive_name=
name_archive() {
    [ -z "$archive_name" ] || return 0
    sum=$(
        {
            cat "$java_home/release"
            say "$java_home $SERVAL_HOME"
            IFS=:
            set -f
            LC_ALL=C TZ=UTC0 ls -lnL -- $class_path
        } 2>/dev/null | cksum
    )
    archive_name=serval-java$java_major-${sum%% *}.$kind
}

# True when all of them are there, none is a symbolic link, and nobody but this user and root can
# write them.
me= # not that of the environment
trusted() {
    listed=$(LC_ALL=C ls -ldn -- "$@" 2>/dev/null) || return 1
    count=0
    while read -r mode _ owner _; do
        case $mode in
            l* | ?????w* | ????????w*) return 1 ;;
        esac
        [ "$owner" = 0 ] || [ "$owner" = "${me:=$(id -u)}" ] || return 1
        count=$((count + 1))
    done <<EOF
$listed
EOF
    [ "$count" -eq $# ]
}

# Sets archive if there is one to use, of this base or else of the installation, and starting where
# it can be written; has one made when there is none.
begin_with_archive() {
    for root in "$SERVAL_BASE" "$SERVAL_HOME"; do
        # To make its name takes a while, and is for nothing where there is none at all.
        set -- "$root/work/cds/serval-java$java_major"-*
        [ -e "$1" ] || continue
        name_archive
        work=$(CDPATH='' cd -- "$root/work" 2>/dev/null && pwd -P) || continue
        found=$work/cds/$archive_name
        if [ -r "$found" ] && trusted "$work" "$work/cds" "$found"; then
            archive=$found
            break
        fi
    done
    if [ "$SERVAL_CDS" != use ] && [ ! -d "$work_directory/cds" ]; then
        (umask 022 && mkdir -p "$work_directory/cds") 2>/dev/null
    fi
    find_work && [ -w "$work" ] || return 0
    if [ -n "$archive" ] && [ -s "$work/starting" ]; then
        read -r accused <"$work/starting"
        [ "$accused" != "$archive" ] || {
            rm -f "$archive" 2>/dev/null
            archive=
        }
    fi
    starting=$work/starting
    printf '%s' "$archive" >"$starting"
    [ -n "$archive" ] || [ "$SERVAL_CDS" = use ] || make_archive_later
}

# Sets work to the directory of this base's archive; false when it is missing or others can write it.
find_work() {
    work=$(CDPATH='' cd -- "$work_directory" 2>/dev/null && pwd -P) || return 1
    trusted "$work" "$work/cds" || return 1
    work=$work/cds
}

# Once the server runs: in the background, with what the machine has to spare.
make_archive_later() {
    (
        (
            trap '' HUP INT
            cd /
            waited=0
            while [ -e "$starting" ]; do
                sleep 1
                waited=$((waited + 1))
                [ "$waited" -lt 300 ] || exit
            done
            running || exit
            # Where memory is short, this goes before the server does.
            [ ! -w /proc/self/oom_score_adj ] || echo 1000 >/proc/self/oom_score_adj
            make_archive "nice -n 19"
        ) </dev/null >/dev/null 2>&1 &
    )
}

# Makes the archive: a server of its own below work/cds starts, answers a few requests and ends.
# It reads no file of the user's and listens on the loopback address. At most one at a time.
make_archive() {
    gentle=$1
    name_archive
    umask 022
    mkdir -p "$work_directory/cds" && find_work || return 1
    training=$work/training
    [ -z "$(find "$training" -prune -mmin +5 2>/dev/null)" ] || rm -rf "$training"
    mkdir "$training" || return 1
    $gentle "$java_home/bin/java" $quiet "$make$training/archive" -Xmx128m $opened \
        "-Dserval.logback=$training/logback.xml" "-Djava.io.tmpdir=$training" "-Dserval.pid=$training/pid" \
        "-Dserval.home=$SERVAL_HOME" "-Dserval.base=$training" \
        -classpath "$class_path" dev.serval.startup.Main train >"$training/out" 2>&1 \
        && [ -s "$training/archive" ] \
        && { sync "$training/archive" 2>/dev/null || :; } \
        && chmod 0444 "$training/archive" \
        && mv -f "$training/archive" "$work/$archive_name"
    made=$?
    [ "$made" -eq 0 ] || tail -n 10 "$training/out" >&2
    rm -rf "$training"
    [ "$made" -eq 0 ] || return 1
    for other in "$work/serval-java$java_major"-*; do
        [ "$other" = "$work/$archive_name" ] || rm -f "$other"
    done
}

# cds
cds() {
    find_class_path
    options="$JAVA_OPTS $SERVAL_OPTS"
    archive_wanted \
        || fail "No archive is wanted: SERVAL_CDS is off, options name one, or (before Java 25) $SERVAL_HOME has a blank."
    make_archive "" || fail "No archive was made in $work_directory/cds."
    say "Made $work_directory/cds/$archive_name"
}

# Starts the server in this process.
launch_server() {
    if [ -n "$jpda" ]; then
        JPDA_TRANSPORT=${JPDA_TRANSPORT:-dt_socket}
        JPDA_ADDRESS=${JPDA_ADDRESS:-localhost:8000}
        JPDA_SUSPEND=${JPDA_SUSPEND:-n}
        set -- "$@" "${JPDA_OPTS:--agentlib:jdwp=transport=$JPDA_TRANSPORT,address=$JPDA_ADDRESS,server=y,suspend=$JPDA_SUSPEND}"
    fi
    launch start "-Dserval.pid=$SERVAL_PID" "$@"
}

# Runs the JVM in the background and waits for its report: "ok" or "failed" in the first line,
# then what there is to tell.
start() {
    refuse_second
    report=$SERVAL_TMPDIR/serval.start.$$
    mkdir -p "$SERVAL_TMPDIR" "$(dirname -- "$SERVAL_OUT")" \
        || fail "SERVAL_BASE is $SERVAL_BASE, where directories cannot be made."
    rm -f "$report"
    (umask "${UMASK:-0027}" && : >>"$SERVAL_OUT") 2>/dev/null || fail "Cannot write $SERVAL_OUT."
    written=0
    [ ! -f "$SERVAL_OUT" ] || written=$(wc -c <"$SERVAL_OUT")
    (
        trap '' HUP # the server outlives the terminal
        launch_server -Dserval.console=WARN -Dserval.console.applications=OFF "-Dserval.report=$report"
    ) >>"$SERVAL_OUT" 2>&1 </dev/null &
    child=$!
    # Ctrl-C while waiting stops what was started.
    trap 'kill "$child" 2>/dev/null; rm -f "$report"; exit 130' INT
    trap 'kill "$child" 2>/dev/null; rm -f "$report"; exit 143' TERM
    begun=$(date +%s)
    told=0
    looks=0
    while [ ! -f "$report" ]; do
        if ! alive "$child"; then
            [ -f "$report" ] && break
            wait "$child"
            code=$?
            case $code in
                134 | 135 | 138 | 139) # SIGABRT, SIGBUS, SIGSEGV: the JVM crashed
                    if [ -s "$work_directory/cds/starting" ]; then
                        say "The JVM crashed; once more, without its archive of classes ..." >&2
                        exec "$SERVAL_HOME/bin/serval.sh" ${jpda:+jpda} start
                    fi
                    ;;
            esac
            say "Serval did not start (exit code $code); the end of what it wrote into $SERVAL_OUT:" >&2
            tail -c "+$((written + 1))" -- "$SERVAL_OUT" | tail -n 10 >&2
            exit 1
        fi
        # Each process that this shell starts takes the time of the one that it waits for.
        looks=$((looks + 1))
        if [ $((looks % 10)) -eq 0 ]; then
            waited=$(($(date +%s) - begun))
            if [ $((waited / 10)) -gt "$told" ]; then
                told=$((waited / 10))
                say "Still starting after $waited s; see $SERVAL_BASE/logs/serval.log ..."
            fi
        fi
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
    for word in "$@"; do
        case $word in
            -force) force=1 ;;
            '' | *[!0-9]* | ???????*) fail "stop [SECONDS] [-force]: what is \"$word\"?" ;;
            *)
                seconds=${word#"${word%%[!0]*}"} # 08 would be octal
                seconds=${seconds:-0}
                ;;
        esac
    done
    [ -n "$seconds" ] || [ -z "$force" ] || seconds=5
    if ! running; then
        if [ -s "$SERVAL_PID" ]; then
            rm -f "$SERVAL_PID"
            fail "Serval is not running; the left-over PID file $SERVAL_PID was removed."
        fi
        fail "Serval is not running: there is no PID file $SERVAL_PID."
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

until_stopped() {
    end=$(($(date +%s) + $1))
    while alive "$pid"; do
        [ "$(date +%s)" -lt "$end" ] || return 1
        pause
    done
}

# ---- a certificate for development

# Adds a name or an address to those of the certificate.
certify() {
    case $1 in
        *[!A-Za-z0-9.:_-]* | '') fail "\"$1\" is neither a host name nor an address." ;;
        *:*) kind=ip ;;
        *[!0-9.]*) kind=dns ;;
        *) kind=ip ;;
    esac
    names=$names${names:+,}$kind:$1
}

# cert [NAME...]
cert() {
    conf=$SERVAL_BASE/conf
    [ -d "$conf" ] \
        || fail "$SERVAL_BASE has no directory conf. Copy $SERVAL_HOME/conf there first."
    for file in localhost.p12 localhost.crt; do
        [ ! -e "$conf/$file" ] && [ ! -h "$conf/$file" ] \
            || fail "$conf/$file is there already. Remove it first if you want a new one."
    done
    keytool=$java_home/bin/keytool
    [ -x "$keytool" ] || fail "$java_home has no bin/keytool, which makes certificates."
    names=
    host=$(uname -n)
    case $host in
        localhost | *[!A-Za-z0-9.-]* | [!A-Za-z]*) host= ;; # not a name that keytool takes
    esac
    for name in localhost 127.0.0.1 ::1 ${host:+"$host"} "$@"; do
        certify "$name"
    done
    umask 077
    made=$conf/.cert.$$
    mkdir "$made" || fail "$conf cannot be written."
    trap 'rm -rf "$made"; exit 130' INT TERM HUP
    # "changeit" is what everybody expects; the mode of the file is what protects the key.
    said=$(
        "$keytool" -genkeypair -alias serval -keyalg EC -groupname secp256r1 -validity 365 \
            -dname "CN=localhost" -ext "SAN=$names" \
            -storetype PKCS12 -keystore "$made/localhost.p12" -storepass changeit 2>&1 \
            && "$keytool" -exportcert -rfc -alias serval -file "$made/localhost.crt" \
                -keystore "$made/localhost.p12" -storepass changeit 2>&1
    ) && mv "$made/localhost.p12" "$made/localhost.crt" "$conf"
    code=$?
    rm -rf "$made"
    [ "$code" -eq 0 ] || fail "keytool failed: $said"
    cat <<EOF
Made $conf/localhost.p12 (the key) and localhost.crt, valid for 365 days, for
$names
In conf/server.xml, within <Service>:

    <Connector port="8443" SSLEnabled="true">
      <SSLHostConfig>
        <Certificate certificateKeystoreFile="conf/localhost.p12"/>
      </SSLHostConfig>
    </Connector>

Clients have to be told to believe it: curl --cacert $conf/localhost.crt https://localhost:8443/
EOF
}

# ---- a directory

# serve [DIR] [OPTION...]
serve() {
    for word in "$@"; do
        case $word in
            --help | -h) break ;;
            --tls)
                if [ ! -e "$SERVAL_BASE/conf/localhost.p12" ]; then
                    (cert) >/dev/null || exit 1
                    say "Made a self-signed certificate: $SERVAL_BASE/conf/localhost.crt"
                fi
                ;;
        esac
    done
    arguments=$#
    if [ -t 1 ]; then
        launch serve "$@" -Dserval.terminal=true
    fi
    launch serve "$@"
}

# ---- commands

jpda=
if [ "$1" = jpda ]; then
    jpda=1
    shift
    case $1 in
        run | start) ;;
        *) fail "jpda run or jpda start" ;;
    esac
fi
command=$1
[ $# -eq 0 ] || shift
case $command in
    run)
        find_java
        build_if_needed
        refuse_second
        launch_server
        ;;
    start)
        find_java
        build_if_needed
        start
        ;;
    stop) stop "$@" ;;
    serve)
        find_java
        build_if_needed
        serve "$@"
        ;;
    cert)
        find_java
        cert "$@"
        ;;
    digest)
        find_java
        build_if_needed
        arguments=$#
        launch digest "$@" -Dserval.console=WARN
        ;;
    cds)
        find_java
        build_if_needed
        cds
        ;;
    configtest | version)
        find_java
        build_if_needed
        launch "$command" -Dserval.console=WARN
        ;;
    debug) fail "debug is not offered: use \"serval.sh jpda run\" and attach a debugger." ;;
    help | -h | --help) usage ;;
    *)
        usage >&2
        exit 1
        ;;
esac
