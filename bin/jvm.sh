# The JVM to run with, and its archive of classes; read by serval.sh.
# shellcheck shell=sh disable=SC2012,SC2015,SC2034,SC2154,SC3013

# ---- Java

# Sets major to the version of the Java in a directory; to nothing if there is none.
java_version() {
    major=
    [ -x "$1/bin/java" ] || return 0
    if [ -r "$1/release" ]; then
        while read -r line || [ -n "$line" ]; do
            case $line in
                JAVA_VERSION=*)
                    major=${line#*=}
                    break
                    ;;
            esac
        done <"$1/release"
    fi
    [ -n "$major" ] || major=$("$1/bin/java" -version 2>&1 | sed -n 's/.* version //p' | sed 1q)
    major=${major#\"}
    major=${major#1.} # 1.8
    major=${major%%[!0-9]*}
}

# Sets java_home and java_major to the newest of the given directories that has bin/$1 and is 17
# or newer; false if there is none.
newest_java() {
    tool=$1
    shift
    java_home=
    java_major=16
    for candidate in "$@"; do
        [ -x "$candidate/bin/$tool" ] || continue
        java_version "$candidate"
        [ "${major:-0}" -gt "$java_major" ] || continue
        java_major=$major
        java_home=$candidate
    done
    [ -n "$java_home" ]
}

# Sets java_home and java_major. A Java that was named counts, even when it is too old: that is said, not hidden.
find_java() {
    for name in JRE_HOME JAVA_HOME; do
        eval "java_home=\$$name"
        [ -n "$java_home" ] || continue
        java_version "$java_home"
        [ -n "$major" ] || fail "$name is $java_home, where there is no bin/java."
        [ "$major" -ge 17 ] || fail "$name is $java_home, which is Java $major. Serval needs Java 17 or newer."
        java_major=$major
        return
    done
    on_path=
    if found=$(command -v java); then
        follow "$found"
        on_path=$(real "${found%/*}/..")
    fi
    newest_java java "$on_path" && return
    newest_java java /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home && return
    [ -n "$on_path" ] || fail "No Java was found. Serval needs Java 17 or newer: install one, or set JAVA_HOME."
    java_version "$on_path"
    fail "The java on the PATH is Java $major. Serval needs Java 17 or newer: install one, or set JAVA_HOME."
}

# ---- its compilers, and its heap

# Sets given to the options that users have given, where a JVM looks for them.
users_options() {
    given=" $options $JAVA_TOOL_OPTIONS $JDK_JAVA_OPTIONS $_JAVA_OPTIONS"
}

# Sets compilers to options for a JVM with both. On a small machine the optimising one (C2) takes
# the processor from a start. It waits for three times the calls and loops that it would wait for,
# in code that the other one (C1) has compiled: starts take up to a tenth less, and the time to
# full speed differs by less than from run to run.
choose_compilers() {
    compilers=
    users_options
    # Whoever has options for them is left alone; without C1, methods would be interpreted longer.
    case $given in
        *Tiered* | *-XX:Tier4* | *-XX:Compil* | *[[:space:]\"\']-Xint* | *[[:space:]\"\']-Xcomp*) return ;;
    esac
    [ ! -d "$java_home/lib/server" ] || compilers="-XX:Tier4InvocationThreshold=15000
-XX:Tier4MinInvocationThreshold=1800
-XX:Tier4CompileThreshold=45000
-XX:Tier4BackEdgeThreshold=120000"
}

# Sets young to an option for the room that new objects have at least. A start of the server alone
# fills some 20 MB. By default G1 begins with 5 % of a 64th of the memory, and stops the start once
# or several times, to find that most of it is in use. Where memory is short the JVM chooses another
# collector, and how it divides the heap is left to it.
choose_young() {
    young=
    users_options
    case $given in
        *[[:space:]\"\']-Xm[nsx]* | *[[:space:]\"\']@* | *-XX:VMOptionsFile* | *-XX:Flags*) return ;;
        *-XX:NewSize* | *-XX:MaxNewSize* | *-XX:NewRatio* | *-XX:Initial* | *-XX:M[ai][nx]RAM*) return ;;
        *-XX:M[ai][nx]HeapSize* | *-XX:G1* | *G1GC* | *SerialGC* | *ParallelGC* | *ZGC* | *ShenandoahGC* | *EpsilonGC*) return ;;
    esac
    kilobytes=
    [ ! -r /proc/meminfo ] || read -r _ kilobytes _ </proc/meminfo
    [ "${kilobytes:-9999999}" -ge 1835008 ] || return
    for limit in /sys/fs/cgroup/memory.max /sys/fs/cgroup/memory/memory.limit_in_bytes; do
        bytes=max
        [ ! -r "$limit" ] || read -r bytes <"$limit"
        [ "$bytes" = max ] || [ "$bytes" -ge 1879048192 ] || return
    done
    young=-XX:NewSize=32m
}

# ---- the archive of classes (class-data sharing; from Java 25 on an AOT cache)

# startup.ClassArchive makes it. The JVM reads it as it is, so it counts only when nobody else can
# have written it. A start leaves its name in work/cds/starting until the server answers or says why
# it does not; an archive whose name is still there has killed the JVM, and is removed.

archive_wanted() {
    [ "$SERVAL_CDS" != off ] || return 1
    users_options
    # Whoever has options of this kind is left alone.
    case $given in
        *[[:space:]\"\']-Xshare* | *-XX:AOT* | *SharedArchive* | *ArchiveClasses* | *-XX:Shared*) return 1 ;;
    esac
    # Before, the JVM archives no class of a jar whose path has a blank.
    case $java_major$SERVAL_HOME in
        1*' '* | 2[0-4]*' '*) return 1 ;;
    esac
}

# True when all of them are there, none is a symbolic link, and nobody but this user and root can
# write them.
me= # not that of the environment
trusted() {
    listed=$(LC_ALL=C ls -ldn -- "$@" 2>/dev/null) || return 1
    while read -r mode _ owner _; do
        case $mode in
            l* | ?????w* | ????????w*) return 1 ;;
        esac
        [ "$owner" = 0 ] || [ "$owner" = "${me:=$(id -u)}" ] || return 1
    done <<EOF
$listed
EOF
}

# Makes this base's directory for archives; false when there is none that can be trusted.
archive_place() {
    work=$SERVAL_BASE/work
    cds=$work/cds
    [ -d "$cds" ] || [ "$SERVAL_CDS" = use ] || (umask 022 && mkdir -p "$cds") 2>/dev/null
    [ -w "$cds" ] && trusted "$work/." "$cds"
}

# Sets archive if there is one to use, of this base or else of the installation, with the options
# for it, and starting where a mark can be left.
begin_with_archive() {
    kind=jsa
    [ "$java_major" -lt 25 ] || kind=aot
    for work in "$SERVAL_BASE/work" "$SERVAL_HOME/work"; do
        # The newest: one that a running server uses stays until the next start.
        for made in "$work/cds/serval-java$java_major"-*."$kind"; do
            [ -r "$made" ] && { [ -z "$archive" ] || [ "$made" -nt "$archive" ]; } || continue
            ! trusted "$work/." "$work/cds" "$made" || archive=$made
        done
        [ -z "$archive" ] || break
    done
    if archive_place; then
        starting=$cds/starting
        accused=
        [ ! -s "$starting" ] || read -r accused <"$starting"
        if [ -n "$archive" ] && [ "$accused" = "$archive" ]; then
            rm -f "$archive" 2>/dev/null
            archive=
        fi
        printf '%s' "$archive" >"$starting"
    fi
    case $archive:$kind in
        :*) ;;
        *:jsa) sharing="-XX:SharedArchiveFile=$archive" quiet=-Xlog:cds=off,cds+dynamic=off ;;
        *) sharing="-XX:AOTCache=$archive" quiet=-Xlog:aot=off,cds=off ;;
    esac
}
