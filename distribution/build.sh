# Builds a checkout on first use, and when a source is newer than what was built; read by
# bin/serval.sh, whose functions it uses. The packed distribution does not have it.
# shellcheck shell=sh disable=SC2154

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
            unlock
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

build() {
    mvn=$(command -v mvn) \
        || fail "This is a checkout that has to be built, and Maven (mvn) is not on the PATH. Install Maven, or take a packed distribution."
    jdk=$(
        newest_java javac "$JAVA_HOME" "$java_home" \
            || newest_java javac /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home
        say "$java_home"
    )
    [ -n "$jdk" ] \
        || fail "This is a checkout that has to be built, and no JDK (javac) 17 or newer was found. Install one, or set JAVA_HOME."
    take_lock
    if stale; then
        say "Building Serval with Maven; the first time takes a few minutes ..."
        begun=$(date +%s)
        log=$SERVAL_HOME/target/build.log
        (
            CDPATH='' cd -- "$SERVAL_HOME" || exit 1
            JAVA_HOME=$jdk exec "$mvn" -B -Dstyle.color=never -pl distribution -am -Dmaven.test.skip=true \
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

# Nobody waits minutes for these.
usage=$SERVAL_HOME/server/src/main/resources/dev/serval/startup/usage.txt
case $command in
    help | -h | --help)
        cat "$usage"
        exit 0
        ;;
    '')
        cat "$usage" >&2
        exit 1
        ;;
esac
! stale || build
