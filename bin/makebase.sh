#!/bin/sh
# Makes the directory of one more server, which this installation runs: makebase.sh DIRECTORY
# Exit codes: 0 it is made, 1 it is not.
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
home=$(CDPATH='' cd -- "${script%/*}/.." && pwd -P) || exit 1

fail() {
    printf '%s\n' "makebase.sh: $*" >&2
    exit 1
}

case $#:$1 in
    1:-*) fail "makebase.sh DIRECTORY" ;;
    1:?*) ;;
    *) fail "makebase.sh DIRECTORY" ;;
esac
[ ! -e "$1" ] || [ -d "$1" ] || fail "$1 is not a directory."
[ ! -d "$1" ] || [ -z "$(ls -A -- "$1")" ] || fail "$1 is not empty; nothing was changed."
umask 027
for directory in bin conf lib logs temp webapps work; do
    mkdir -p -- "$1/$directory" || fail "$1/$directory cannot be made."
done
for file in server.xml server.xsd web.xml logback.xml tomcat-users.xml; do
    [ ! -f "$home/conf/$file" ] || cp -- "$home/conf/$file" "$1/conf/$file" \
        || fail "$1/conf/$file cannot be written."
done
cat >"$1/bin/setenv.sh" <<END || fail "$1/bin/setenv.sh cannot be written."
# Read by every script before it starts a JVM.
# SERVAL_PORT=8081           the port in conf/server.xml
# SERVAL_OPTS="-Xmx512m"     options of the JVM for run and start
END
base=$(CDPATH='' cd -- "$1" && pwd -P)
printf '%s\n' "$base is made. Put applications into webapps, then:" \
    "  SERVAL_BASE=$base $home/bin/serval.sh start"
