#!/bin/sh
# Finishes the requests in flight and stops the server: shutdown.sh [SECONDS] [-force]
script=$0
[ "${script#*/}" != "$script" ] || script=./$script
while [ -h "$script" ]; do
    link=$(ls -ld -- "$script")
    link=${link#*" -> "}
    case $link in
        /*) script=$link ;;
        *) script=${script%/*}/$link ;;
    esac
done
exec "${script%/*}/serval.sh" stop "$@"
