#!/bin/sh
# Reads the configuration and lists all problems; opens no port.
script=$0
while [ -h "$script" ]; do
    link=$(ls -ld -- "$script")
    link=${link#*" -> "}
    case $link in
        /*) script=$link ;;
        *) script=$(dirname -- "$script")/$link ;;
    esac
done
exec "$(dirname -- "$script")/serval.sh" configtest "$@"
