# Which process runs, and how it is stopped; read by serval.sh.
# shellcheck shell=sh disable=SC2154

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
    if running; then
        stop=bin/shutdown.sh
        [ -z "$tomcat" ] || stop="kill $pid" # that script is Tomcat's
        fail "Serval runs already from $SERVAL_BASE (PID $pid). Stop it with $stop."
    fi
    if [ -s "$SERVAL_PID" ]; then
        say "The PID file $SERVAL_PID is left over from a server that no longer runs; it is replaced."
        rm -f "$SERVAL_PID"
    fi
}

pause() { sleep 0.1 2>/dev/null || sleep 1; }

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

# Waits for as many seconds, and for up to one more, never less: the clock has no parts of them;
# without an order for as long as the server says that it needs (PidFile.expectEnd).
until_stopped() {
    end=$(($(date +%s) + $1))
    while alive "$pid"; do
        now=$(date +%s)
        if [ "$now" -gt "$end" ]; then
            until=
            [ -n "$seconds" ] || [ ! -r "$SERVAL_PID.until" ] || read -r until <"$SERVAL_PID.until"
            # The user of the server writes it, and root may stop it: arithmetic would run commands.
            case $until in
                *[!0-9]* | ????????????*) until= ;;
            esac
            [ "$now" -le $((${until:-0} + 10)) ] || return 1
        fi
        pause
    done
}
