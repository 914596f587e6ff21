#!/bin/sh
# An administrator's tour: what somebody who comes from Tomcat does first, on an unpacked archive.
# Prints each command with its real output; exits with 1 when something is not as it should be.
#
#   tests/tour.sh [ARCHIVE]      default: target/serval-*.tar.gz of this checkout
#
# Needs a JDK, curl and tar. Listens on free ports of this machine and leaves nothing behind.

here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P) || exit 1
# shellcheck disable=SC2012
archive=${1:-$(ls "$here"/target/serval-*.tar.gz 2>/dev/null | sed 1q)}
archive=$(CDPATH='' cd -- "$(dirname -- "$archive")" 2>/dev/null && pwd)/$(basename -- "$archive")
[ -f "$archive" ] || { echo "There is no archive; \"mvn package\" makes one." >&2; exit 1; }
# Nothing of the caller's own servers.
unset SERVAL_HOME SERVAL_BASE SERVAL_OPTS SERVAL_PID SERVAL_OUT SERVAL_TMPDIR JAVA_OPTS CLASSPATH \
    CATALINA_HOME CATALINA_BASE CATALINA_OPTS CATALINA_PID CATALINA_OUT CATALINA_TMPDIR JRE_HOME
export SERVAL_PORT=0 SERVAL_CDS=off

tour=$(mktemp -d) || exit 1
wrong=0
leave() {
    [ ! -s "$tour/base/temp/serval.pid" ] || kill -9 "$(cat "$tour/base/temp/serval.pid")"
    rm -rf "$tour"
}
trap 'leave; exit 130' INT TERM HUP
trap leave EXIT

chapter() { printf '\n== %s\n' "$*"; }

# Shows a command and what it prints; its output is in $said, its exit code in $code.
run() {
    printf '\n$ %s\n' "$*"
    said=$(eval "$*" 2>&1)
    code=$?
    [ -z "$said" ] || printf '%s\n' "$said" | sed "s|$tour|/tour|g"
    [ "$code" -eq 0 ] || printf '(exit code %s)\n' "$code"
}

failed() {
    printf 'NOT AS IT SHOULD BE: %s\n' "$*"
    wrong=$((wrong + 1))
}
exits() { [ "$code" -eq "$1" ] || failed "the exit code is $code, not $1"; }
says() { printf '%s\n' "$said" | grep -qE -- "$1" || failed "it does not say $1"; }
keeps_quiet_of() { ! printf '%s\n' "$said" | grep -qE -- "$1" || failed "it says $1"; }

cd "$tour" || exit 1
tar xzf "$archive" && mv serval-* serval && mkdir -p base/webapps/ROOT base/conf base/lib base/bin || exit 1
cp serval/conf/server.xml serval/conf/logback.xml serval/conf/tomcat-users.xml base/conf/
echo '<p>Hello' >base/webapps/ROOT/index.html
export SERVAL_BASE="$tour/base"
api=$(ls serval/lib/jakarta.servlet-api-*.jar)

# Two libraries, and an application that says where it found them, and speaks by java.util.logging.
mkdir -p src/shop src/libs out/shop/WEB-INF/classes
cat >src/libs/InLib.java <<'JAVA'
package libs;
public class InLib { public static String where() { return "lib of the base"; } }
JAVA
cat >src/libs/OnPath.java <<'JAVA'
package libs;
public class OnPath { public static String where() { return "CLASSPATH"; } }
JAVA
cat >src/shop/Shop.java <<'JAVA'
package shop;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.*;
import java.io.IOException;
import java.util.logging.*;
@WebServlet("/buy")
public class Shop extends HttpServlet {
    private static final Logger LOG = Logger.getLogger("shop.orders");
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        LOG.log(Level.INFO, "an order of {0}", request.getQueryString());
        LOG.fine("its details");
        LOG.log(Level.WARNING, "no such thing", new IllegalStateException("sold out"));
        getServletContext().log("said by the context");
        if (request.getParameter("wait") != null) {
            try {
                Thread.sleep(Long.parseLong(request.getParameter("wait")));
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        response.getWriter().println(libs.InLib.where() + ", " + libs.OnPath.where());
    }
    public void destroy() {
        LOG.info("the last word");
    }
}
JAVA
java_bin=${JAVA_HOME:+$JAVA_HOME/bin/}
for library in InLib OnPath; do
    mkdir -p "out/$library"
    "${java_bin}javac" -d "out/$library" "src/libs/$library.java" \
        && "${java_bin}jar" -cf "$library.jar" -C "out/$library" . || exit 1
done
"${java_bin}javac" -cp "$api:InLib.jar:OnPath.jar" -d out/shop/WEB-INF/classes src/shop/Shop.java \
    && "${java_bin}jar" -cf base/webapps/shop.war -C out/shop . || exit 1
mv InLib.jar base/lib/

chapter "The archive says what it is"
run "sed -n 1,12p serval/README.md"
says 'bin/startup.sh'
keeps_quiet_of mvn

chapter "configtest reads all that a start reads, and writes nothing"
mkdir -p base/webapps/old/WEB-INF base/webapps/old/META-INF
cat >base/webapps/old/WEB-INF/web.xml <<'XML'
<web-app version="6.1">
  <servlet/>
  <welcome-file-lst/>
</web-app>
XML
echo '<Context reloadabel="true"/>' >base/webapps/old/META-INF/context.xml
echo 'no zip' >base/webapps/half.war
touch -t 202601010000 base/webapps/half.war # one that has just come is waited for
mkdir -p base/conf/Catalina/localhost base/webapps/guarded
echo '<Context><Valve className="org.apache.catalina.valves.RemoteCIDRValve" allow="::1"/></Context>' \
    >base/conf/Catalina/localhost/guarded.xml
echo '<p>For few' >base/webapps/guarded/index.html
sed 's|appBase="webapps"|appBase="webaps"|' serval/conf/server.xml >base/conf/server.xml
sed 's|</Engine>|<Host name="www.example.org" appBase="webapps"/></Engine>|' base/conf/server.xml >edited \
    && mv edited base/conf/server.xml
cat >base/conf/tomcat-users.xml <<'XML'
<tomcat-users>
  <user username="ada" pasword="secret" roles="admin"/>
</tomcat-users>
XML
before=$(find base | sort)
run serval/bin/configtest.sh
exits 1
says 'did you mean webapps\?'
says 'tomcat-users.xml:2:24: .*did you mean password\?'
says 'old/WEB-INF/web.xml:2:3: '
says 'old/WEB-INF/web.xml:3:3: .*did you mean welcome-file-list\?'
says 'old/META-INF/context.xml:1:10: .*did you mean reloadable\?'
says 'half.war: '
says 'conf/Catalina/localhost/guarded.xml: is not read: .*move it to conf/Serval/localhost'
[ "$(find base | sort)" = "$before" ] || failed "it has written something"

chapter "What failed is told apart"
cp serval/conf/server.xml serval/conf/tomcat-users.xml base/conf/
printf 'shared.loader=/opt/shared/*.jar\nserver.loader=\n' >base/conf/catalina.properties
printf 'shop.orders.level=FINE\n' >base/conf/logging.properties
# shellcheck disable=SC2016
echo 'CLASSPATH="$CLASSPATH:'"$tour"'/OnPath.jar:/opt/gone.jar"' >base/bin/setenv.sh
run cat base/bin/setenv.sh base/conf/catalina.properties base/conf/logging.properties
run serval/bin/startup.sh
exits 0
says '^Web applications: /, /shop$'
says '^Failed, answers 503: /old: .*web.xml:2'
says '^Failed, answers 503: /half: .*not a complete ZIP'
says 'Failed to deploy'
says 'conf/catalina.properties: .*shared.loader'
keeps_quiet_of 'server.loader'
says 'conf/logging.properties: .*shop.orders.level'
says 'CLASSPATH: there is no /opt/gone.jar'
says 'conf/Catalina/localhost/guarded.xml: is not read'
says '^Failed, answers 503: /guarded: conf/Catalina/localhost/guarded.xml may protect it'
port=$(printf '%s\n' "$said" | sed -n 's|.*http://localhost:\([0-9]*\)/.*|\1|p' | sed 1q)
[ -n "$port" ] || exit 1
run "curl -s -o /dev/null -w '%{http_code}\n' http://localhost:$port/old/"
says 503

chapter "Jars of the base and of CLASSPATH, and what applications say"
run "curl -s 'http://localhost:$port/shop/buy?two'"
says '^lib of the base, CLASSPATH$'
run cat base/logs/applications.log
says 'INFO .* shop.orders: \[/shop\] an order of two'
says 'WARN .* shop.orders: \[/shop\] no such thing'
says 'IllegalStateException: sold out'
says 'said by the context'
keeps_quiet_of details
run cat base/logs/serval.out
keeps_quiet_of 'an order|no such thing'

chapter "SECONDS reach the server"
curl -s "http://localhost:$port/shop/buy?wait=2000" >late.txt &
asking=$!
until grep -q 'wait=2000' base/logs/applications.log; do sleep 0.1; done
run serval/bin/shutdown.sh 60
exits 0
wait "$asking"
run cat late.txt
says '^lib of the base'
run "grep 'Stopp' base/logs/serval.log"
says 'requests in flight have 60000 ms'
run "tail -n 1 base/logs/applications.log"
says 'the last word'

chapter "The start had left no trace of its own"
run "cat base/logs/localhost_access_log.*"
exits 0
says 'GET /shop/buy'
keeps_quiet_of OPTIONS

chapter "Without SECONDS the attribute counts"
sed 's|<Service |<Service gracefulStopAwaitMillis="300" |' serval/conf/server.xml >base/conf/server.xml
rm -rf base/webapps/old base/webapps/guarded base/webapps/half.war base/conf/Catalina base/conf/*.properties base/bin/setenv.sh
rm -f base/webapps/shop.war
run serval/bin/startup.sh
keeps_quiet_of 'warning|Failed'
run serval/bin/shutdown.sh
run "grep 'Stopping' base/logs/serval.log | tail -n 1"
says 'requests in flight have 300 ms'

chapter "Bad JVM options: what this start has said, and nothing older"
echo 'of the day before' >>base/logs/serval.out
run "SERVAL_OPTS=-XX:NoSuchOption serval/bin/startup.sh"
exits 1
says NoSuchOption
keeps_quiet_of 'day before'

chapter "A TLS port refuses nothing at the start"
run "serval/bin/serval.sh cert >/dev/null"
# shellcheck disable=SC2016
sed 's|<Connector port="${serval.port:-8080}"|<Connector port="0" SSLEnabled="true"><SSLHostConfig><Certificate certificateKeystoreFile="conf/localhost.p12"/></SSLHostConfig></Connector>&|' \
    serval/conf/server.xml >base/conf/server.xml
: >base/logs/serval.log
run serval/bin/startup.sh
says 'https://localhost:'
run cat base/logs/serval.log
keeps_quiet_of 'SRV-|WARN|OPTIONS'
run serval/bin/shutdown.sh
exits 0

echo
if [ "$wrong" -gt 0 ]; then
    echo "$wrong things are not as they should be."
    exit 1
fi
echo "All is as it should be."
