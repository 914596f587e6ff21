#!/bin/sh
# Starts the server in the background and waits until it answers.
script=$0
while [ -h "$script" ]; do
    link=$(ls -ld -- "$script")
    link=${link#*" -> "}
    case $link in
        /*) script=$link ;;
        *) script=$(dirname -- "$script")/$link ;;
    esac
done
exec "$(dirname -- "$script")/serval.sh" start "$@"
