#!/bin/sh
# Starts the server in the background and waits until it answers.
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
exec "${script%/*}/serval.sh" start "$@"
