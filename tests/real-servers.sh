#!/bin/sh
# The tests that need other servers, and what belongs to them, in one run: realms of LDAP against
# OpenLDAP, realms and pools of databases against PostgreSQL and H2, lock-out, single sign-on, and
# the rules of the RewriteValve against mod_rewrite of Apache httpd, and Serval behind httpd, nginx
# and HAProxy. Prints each test by its name,
# and fails if one fails, or if all of a class are left out since a server is not installed (Debian:
# slapd ldap-utils, postgresql, apache2, nginx, libnginx-mod-stream, haproxy, libapache2-mod-jk). Arguments are passed on to Maven, such as -o.
set -eu
cd "$(dirname "$0")/.."

classes='LdapRealmTest LdapTlsTest DataSourceRealmTest DataSourceUserDatabaseTest DataSourceTest PostgresTest LockOutRealmTest
LoginFloodTest SingleSignOnTest EngineSingleSignOnTest AuthenticatorAttributesTest
RewriteValveTest ModRewriteTest ProxiesTest ProxiesAjpTest'
started=$(mktemp)
log=$(mktemp)
trap 'rm -f "$started" "$log"' EXIT

status=0
mvn -B -pl tests -am -Dtest="$(printf %s "$classes" | tr ' \n' ,)" -Dsurefire.failIfNoSpecifiedTests=false \
    "$@" package >"$log" 2>&1 || status=$?

for class in $classes; do
    report=$(find server/target tests/target -name "TEST-*.$class.xml" -newer "$started")
    if [ -z "$report" ]; then
        echo "missing  $class"
        status=1
        continue
    fi
    # One line for each test: its name, and what became of it.
    told=$(awk -v class="$class" '
        function told() { if (name != "") print what, class ": " name }
        /<testcase / { told(); what = "passed  "; name = $0
                       sub(/.*<testcase name="/, "", name); sub(/".*/, "", name) }
        /<skipped/ { what = "skipped " }
        /<failure|<error/ { what = "FAILED  " }
        END { told() }' "$report")
    echo "$told"
    case $told in
        *passed*) ;;
        *)
            echo "left out $class: is its server installed?"
            status=1
            ;;
    esac
done
if [ "$status" -ne 0 ]; then
    tail -n 40 "$log"
fi
exit "$status"
