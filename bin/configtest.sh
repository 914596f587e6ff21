#!/bin/sh
# Reads the configuration and lists all problems; opens no port.
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
exec "${script%/*}/serval.sh" configtest "$@"
