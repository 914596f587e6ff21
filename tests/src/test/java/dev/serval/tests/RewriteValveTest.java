package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.container.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The RewriteValve of an engine, a host and a context, by the rules of their files. */
@Timeout(120)
final class RewriteValveTest {
    private static final String VALVE =
            "<Valve className='org.apache.catalina.valves.rewrite.RewriteValve'/>";
    private static final String OF_HOST = "conf/E/localhost/rewrite.config";
    private static final String OF_APP = "webapps/a/WEB-INF/rewrite.config";

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(10));
        }
    }

    /** A map of the application's own. */
    public static final class Backwards implements UnaryOperator<String> {
        @Override
        public String apply(String text) {
            return new StringBuilder(text).reverse().toString();
        }
    }

    /** One with the methods of Tomcat's interface. */
    public static final class Around {
        private String mark;

        public String setParameters(String text) {
            mark = text;
            return null;
        }

        public String lookup(String key) {
            return mark + key + mark;
        }
    }

    private void rules(String file, String... lines) throws IOException {
        Path to = base.resolve(file);
        Files.createDirectories(to.getParent());
        Files.writeString(to, String.join("\n", lines) + "\n");
    }

    private void start(String wire, String engine) throws Exception {
        for (String name : new String[] {"a", "b"}) {
            new AppDirectory(base.resolve("webapps"), name)
                    .file("file.txt", "the file of " + name)
                    .file("empty.txt", "")
                    .file("dir/in.txt", "in")
                    .classes(EchoServlet.class, Backwards.class, Around.class)
                    .webXml(AppDirectory.servlet("echo", EchoServlet.class, "/echo/*"));
        }
        server = Configured.server(base, "<Connector port='0' protocol='" + wire + "'/>", engine);
    }

    private void startHost(String... lines) throws Exception {
        rules(OF_HOST, lines);
        start("NIO", "<Host name='localhost'>" + VALVE + "</Host>");
    }

    private void startContext(String... lines) throws Exception {
        rules(OF_APP, lines);
        start(
                "NIO",
                "<Host name='localhost'><Context path='/a' docBase='a'>"
                        + VALVE
                        + "</Context></Host>");
    }

    private RawResponse get(String target, String... fields) throws IOException {
        int port = server.connectors().get(0).port();
        try (RawClient client = new RawClient(Wire.NIO, port)) {
            return client.exchange(request("GET", target, fields));
        }
    }

    @ParameterizedTest
    @CsvSource({"NIO", "NIO2", "BIO"})
    void theRulesOfAnEngineHoldForEveryHost(String wire) throws Exception {
        rules("conf/E/rewrite.config", "RewriteRule ^/x/(.*)$ /a/echo/$1 [L]");
        start(wire, VALVE + "<Host name='localhost'/><Host name='other' appBase='webapps'/>");
        assertThat(get("/x/y?z=1").text()).isEqualTo("localhost|/a|/y|z=1|null");
        int port = server.connectors().get(0).port();
        try (RawClient client = new RawClient(Wire.NIO, port)) {
            String other = "GET /x/y HTTP/1.1\r\nHost: other\r\n\r\n";
            assertThat(client.exchange(other).text()).isEqualTo("other|/a|/y|null|null");
        }
        assertThat(get("/a/file.txt").text()).isEqualTo("the file of a");
    }

    @ParameterizedTest
    @CsvSource({"NIO", "NIO2", "BIO"})
    void thoseOfAHostLeadIntoAnyOfItsApplications(String wire) throws Exception {
        rules(OF_HOST, "RewriteRule ^/a/(.*)$ /b/$1");
        start(wire, "<Host name='localhost'>" + VALVE + "</Host>");
        for (int i = 0; i < 3; i++) {
            assertThat(get("/a/file.txt").text()).isEqualTo("the file of b");
        }
        assertThat(get("/a/echo/x").text()).isEqualTo("localhost|/b|/x|null|null");
    }

    @ParameterizedTest
    @CsvSource({"NIO", "NIO2", "BIO"})
    void thoseOfAContextBeginAtItsRoot(String wire) throws Exception {
        rules(
                OF_APP,
                "RewriteRule ^/short$ /echo/long [QSA]",
                "RewriteRule ^/away$ /echo/there [R=301]",
                "RewriteRule ^/$ /echo/root [L]");
        start(
                wire,
                "<Host name='localhost'><Context path='/a' docBase='a'>"
                        + VALVE
                        + "</Context></Host>");
        assertThat(get("/a/short?x=%20").text()).isEqualTo("localhost|/a|/long|x=%20|null");
        RawResponse away = get("/a/away?x=1");
        assertThat(away.status()).isEqualTo(301);
        assertThat(away.field("Location")).endsWith("/a/echo/there?x=1");
        assertThat(get("/a/").text()).isEqualTo("localhost|/a|/root|null|null");
        assertThat(get("/b/short").status()).isEqualTo(404);
    }

    @Test
    void aTargetIsNotRewrittenOnceMoreByTheSameRules() throws Exception {
        startHost("RewriteRule ^/a/echo/(.*)$ /a/echo/x$1");
        assertThat(get("/a/echo/y").text()).isEqualTo("localhost|/a|/xy|null|null");
    }

    /** What a client has encoded in its path begins no query, parameter or escape of a target. */
    @ParameterizedTest
    @CsvSource({
        "%{REQUEST_PATH}, /a/echo/x%3Fy=1, /echo/x?y=1",
        "%{REQUEST_PATH}, /a/echo/x%3By=1, /echo/x;y=1",
        "%{REQUEST_PATH}, /a/echo/x%2541, /echo/x%41",
        "%{SERVLET_PATH}%{PATH_INFO}, /a/echo/x%3Fy=1, /echo/x?y=1",
        "%1, /a/echo/x%3Fy=1, /echo/x?y=1",
    })
    void aPathInATargetStaysOne(String part, String target, String path) throws Exception {
        startContext(
                "RewriteCond %{REQUEST_PATH} ^(/echo/x.*)$",
                "RewriteRule ^/echo/x.*$ /echo" + part + " [L]");
        assertThat(get(target).text()).isEqualTo("localhost|/a|" + path + "|null|null");
    }

    @Test
    void aFileWithAPercentSignIsFoundByItsName() throws Exception {
        startHost(
                "RewriteCond %{REQUEST_URI} -f",
                "RewriteRule ^.*$ /b/echo/yes [L]", "RewriteRule ^.*$ /b/echo/no [L]");
        Files.writeString(base.resolve("webapps/a/100%25.txt"), "all");
        assertThat(get("/a/100%2525.txt").text()).contains("|/yes|");
    }

    @Test
    void theRulesOfAHostComeBeforeThoseOfAContext() throws Exception {
        rules(OF_HOST, "RewriteRule ^/in$ /a/middle");
        rules(OF_APP, "RewriteRule ^/middle$ /echo/end");
        start(
                "NIO",
                "<Host name='localhost'>"
                        + VALVE
                        + "<Context path='/a' docBase='a'>"
                        + VALVE
                        + "</Context></Host>");
        assertThat(get("/in").text()).isEqualTo("localhost|/a|/end|null|null");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-f|/a/file.txt|yes",
                "-f|/a/none.txt|no",
                "-f|/a/dir|no",
                "!-f|/a/none.txt|yes",
                "-d|/a/dir|yes",
                "-d|/a/file.txt|no",
                "-s|/a/file.txt|yes",
                "-s|/a/empty.txt|no",
                "-l|/a/file.txt|no",
                "-f|/a/WEB-INF/../file.txt|yes",
                "-f|/none/file.txt|no",
            })
    void filesAreThoseOfTheApplication(String test, String target, String expected)
            throws Exception {
        startHost(
                "RewriteCond %{REQUEST_PATH} " + test,
                "RewriteRule ^.*$ /b/echo/yes [L]",
                "RewriteRule ^.*$ /b/echo/no [L]");
        assertThat(get(target).text()).contains("|/" + expected + "|");
    }

    @ParameterizedTest
    @CsvSource({
        "%{REQUEST_FILENAME}, true",
        "%{DOCUMENT_ROOT}/file.txt, true",
        "%{DOCUMENT_ROOT}/none.txt, false",
        "%{REQUEST_URI}, true",
        "%{CONTEXT_PATH}/file.txt, true",
        "/etc/passwd, false",
        "%{DOCUMENT_ROOT}/../b/file.txt, false"
    })
    void filesMayBeNamedInSeveralWays(String name, boolean there) throws Exception {
        startHost("RewriteCond " + name + " -f", "RewriteRule ^.*$ /b/echo/yes [L]");
        assertThat(get("/a/file.txt").text().contains("|/yes|")).isEqualTo(there);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a/file.txt",
                "/%61/file.txt",
                "/a/%66ile.txt",
                "//a//file.txt",
                "/b/../a/./file.txt",
                "/a;x=y/file.txt"
            })
    void noSpellingOfAPathGetsPastACondition(String target) throws Exception {
        startHost("RewriteCond %{REQUEST_URI} ^/a/file.*$", "RewriteRule ^.*$ - [F]");
        assertThat(get(target).status()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%{HTTP_HOST}|localhost",
                "%{HTTP_USER_AGENT}|agent",
                "%{HTTP_REFERER}|ref",
                "%{HTTP_COOKIE}|a=b",
                "%{HTTP_ACCEPT}|text",
                "%{HTTP_FORWARDED}|for=x",
                "%{REMOTE_ADDR}|127.0.0.1",
                "%{REQUEST_METHOD}|GET",
                "%{REQUEST_PATH}|/x y",
                "%{REQUEST_URI}|/a/x%20y",
                "%{CONTEXT_PATH}|/a",
                "%{QUERY_STRING}|q=1",
                "%{SERVER_ADDR}|127.0.0.1",
                "%{SERVER_PROTOCOL}|HTTP/1.1",
                "%{THE_REQUEST}|GET /a/x%20y?q=1 HTTP/1.1",
                "%{REQUEST_SCHEME}|http",
                "%{HTTPS}|off",
                "%{HTTP:X-Own}|own",
                "%{ENV:nothing}|''",
                "%{SSL:SSL_CLIENT_VERIFY}|NONE",
                "%{SSL:SSL_PROTOCOL}|''",
                "%{REMOTE_USER}|''",
                "%{AUTH_TYPE}|''",
            })
    void variablesAreThoseOfTheRequest(String variable, String expected) throws Exception {
        startHost(
                "RewriteRule ^/a/x.*$ /a/echo/ [E=seen:" + variable + "]",
                "RewriteRule ^/none$ /none");
        assertThat(
                        get(
                                        "/a/x%20y?q=1",
                                        "User-Agent: agent",
                                        "Referer: ref",
                                        "Cookie: a=b",
                                        "Accept: text",
                                        "Forwarded: for=x",
                                        "X-Own: own")
                                .text())
                .endsWith("|" + expected);
    }

    @Test
    void timesAreThoseOfTheServer() throws Exception {
        startHost(
                "RewriteCond %{TIME} ^20\\d{12}$",
                "RewriteCond %{TIME_YEAR}%{TIME_MON}%{TIME_DAY}%{TIME_HOUR} ^20\\d{8}$",
                "RewriteCond %{TIME_MIN}%{TIME_SEC}%{TIME_WDAY} ^\\d{4}[0-6]$",
                "RewriteRule ^/now$ /a/echo/now");
        assertThat(get("/now").status()).isEqualTo(200);
    }

    @Test
    void aRuleOfTheHostNameLeadsToAnotherHost() throws Exception {
        rules(OF_HOST, "RewriteRule ^localhost$ other.example [H]");
        start(
                "NIO",
                "<Host name='localhost'>"
                        + VALVE
                        + "</Host><Host name='other.example' appBase='webapps'/>");
        assertThat(get("/a/echo/x").text()).isEqualTo("other.example|/a|/x|null|null");
    }

    @Test
    void anImpossibleHostIsABadRequest() throws Exception {
        startHost("RewriteRule ^localhost$ %{HTTP:X-Host} [H]");
        assertThat(get("/a/echo/x", "X-Host: a b").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/m/int/AbC|/abc.ABC",
                "/m/txt/one|/first",
                "/m/txt/none|/otherwise-none",
                "/m/own/abc|/cba",
                "/m/tomcat/abc|/-abc-",
                "/m/esc/a%26b|/a&b",
            })
    void mapsAreAsked(String target, String expected) throws Exception {
        Files.writeString(base.resolve("table.txt"), "# a table\none first and more\n");
        startContext(
                "RewriteMap low int:tolower",
                "RewriteMap up int:toupper",
                "RewriteMap esc int:escape",
                "RewriteMap table txt:table.txt",
                "RewriteMap own " + Backwards.class.getName(),
                "RewriteMap tomcat " + Around.class.getName() + " -",
                "RewriteRule ^/m/int/(.*)$ /echo/${low:$1}.${up:$1}",
                "RewriteRule ^/m/txt/(.*)$ /echo/${table:$1|otherwise-$1}",
                "RewriteRule ^/m/own/(.*)$ /echo/${own:$1}",
                "RewriteRule ^/m/tomcat/(.*)$ /echo/${tomcat:$1}",
                "RewriteRule ^/m/esc/(.*)$ /echo/${esc:$1}");
        assertThat(get("/a" + target).text()).isEqualTo("localhost|/a|" + expected + "|null|null");
    }

    @Test
    void aMapOfAHostIsNotThatOfAnApplication() throws Exception {
        String own = Backwards.class.getName();
        String[] rules = {"RewriteMap own " + own, "RewriteRule ^/m/(.*)$ /a/echo/${own:$1}"};
        new AppDirectory(base.resolve("webapps"), "ROOT").classes(Backwards.class);
        startHost(rules);
        assertThat(get("/m/abc").status()).isEqualTo(500);
        server.stop(Duration.ZERO);
        Path jar =
                new AppDirectory(base, "made")
                        .jar("map.jar", Map.of(), Backwards.class)
                        .root()
                        .resolve("WEB-INF/lib/map.jar");
        Files.createDirectories(base.resolve("lib"));
        Files.copy(jar, base.resolve("lib/map.jar"));
        startHost(rules);
        assertThat(get("/m/abc").text()).startsWith("localhost|/a|/cba");
    }

    @Test
    void aRandomMapHasOneOfItsChoices() throws Exception {
        Files.writeString(base.resolve("table.txt"), "one left|right\n");
        startHost(
                "RewriteMap some rnd:" + base.resolve("table.txt"),
                "RewriteRule ^/some$ /a/echo/${some:one}");
        for (int i = 0; i < 5; i++) {
            assertThat(get("/some").text()).matches("localhost.+a.+/(left|right).null.null");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/q/a%3Fb=c|/a/echo/a%3Fb=c", // no query begins there
                "/q/a%25b|/a/echo/a%25b",
                "/q/a%3Bb|/a/echo/a%3Bb",
                "/q/a%C3%A4|/a/echo/a%C3%A4",
                "/q/%2e%2e|",
            })
    void whatAClientEncodesStaysInThePath(String target, String expected) throws Exception {
        startHost("RewriteRule ^/q/(.*)$ /a/echo/$1 [R]");
        RawResponse answer = get(target);
        assertThat(answer.status()).isEqualTo(expected == null ? 400 : 302);
        if (expected != null) {
            assertThat(answer.field("Location")).endsWith(expected);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RewriteRule ^/l(.*)$ /a/$1 [R,NE]|/l/x%0D%0ASet-Cookie:%20a=b|400",
                "RewriteRule ^/l$ /a/%{HTTP:X-To} [R,NE]|/l|/a/a%20%22b%22#c",
                "RewriteRule ^/l$ /a/%{HTTP:X-To} [R]|/l|/a/a%20%22b%22%23c",
                "RewriteRule ^/l(.*)$ $1 [R]|/l/evil.example|/evil.example",
                "RewriteRule ^/l/(.*)$ %{HTTP:X-Slashes}$1 [R]|/l/evil.example|/evil.example",
                "RewriteRule ^/l/(.*)$ $1 [R]|/l/http:/evil.example/|/http:/evil.example/",
                "RewriteRule ^/l$ %{HTTP:X-Site} [R]|/l|/http://evil.example/",
                "RewriteRule ^/l$ http://[::1]:80/a?b=c#d [R,NE]|/l|http://[::1]:80/a?b=c#d",
                "RewriteRule ^/l$ http://x.example/%{HTTP:X-To}|/l|http://x.example/a%20%22b%22%23c",
            })
    void redirectsAreSafe(String rule, String target, String expected) throws Exception {
        startHost(rule);
        RawResponse answer =
                get(target, "X-To: a \"b\"#c", "X-Slashes: //", "X-Site: http://evil.example/");
        if (expected.equals("400")) {
            assertThat(answer.status()).isEqualTo(400);
            return;
        }
        assertThat(answer.status()).isEqualTo(302);
        String location = answer.field("Location");
        assertThat(location.replaceFirst("^http://localhost(:\\d+)?", "")).isEqualTo(expected);
        assertThat(answer.field("Set-Cookie")).isNull();
    }

    @Test
    void aCookieIsSafeToo() throws Exception {
        startHost("RewriteRule ^/a/echo/(.*)$ - [CO=seen:$1:example.com:2:/a:secure:httponly:Lax]");
        assertThat(get("/a/echo/x%3B%20y").field("Set-Cookie"))
                .contains("seen=x%253B%20y")
                .contains("Domain=example.com")
                .contains("Max-Age=120")
                .contains("Path=/a")
                .contains("Secure")
                .contains("HttpOnly")
                .contains("SameSite=Lax");
    }

    @Test
    void anAttributeIsSetForTheApplication() throws Exception {
        startContext("RewriteRule ^/echo/(.*)$ - [E=seen:<$1>]");
        assertThat(get("/a/echo/x").text()).endsWith("|<x>");
    }

    @Test
    void backReferencesAreEncodedOnDemand() throws Exception {
        startHost(
                "RewriteRule ^/with/(.*)$ /a/echo/?q=$1 [B]",
                "RewriteRule ^/without/(.*)$ /a/echo/?q=$1");
        assertThat(get("/with/a%26b=c").text()).endsWith("|q=a%26b%3Dc|null");
        assertThat(get("/without/a%26b=c").text()).endsWith("|q=a&b=c|null");
    }

    @Test
    void theNextValveOfTheSameElementIsSkipped() throws Exception {
        rules(OF_HOST, "RewriteRule ^/a/echo/open$ - [VS]");
        String closed = "<Valve className='RemoteAddrValve' allow='127\\.0\\.0\\.9'/>";
        rules(OF_APP, "RewriteRule ^/echo/free$ - [VS]");
        start(
                "NIO",
                "<Host name='localhost'>"
                        + VALVE
                        + "<Context path='/a' docBase='a'>"
                        + VALVE
                        + closed
                        + "</Context></Host>");
        assertThat(get("/a/echo/free").status()).isEqualTo(200);
        assertThat(get("/a/echo/other").status()).isEqualTo(403);
        // Behind the last one of the host nothing is skipped.
        assertThat(get("/a/echo/open").status()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "RewriteRule ^/(a+)+\\?$ /b", // exponential
                "RewriteRule ^/(a|aa)*\\?$ /b", // deep
                "RewriteRule ^/(.*)$ /$1$1 [N]", // grows
                "RewriteRule ^/(.*)$ /$1 [N]", // never ends
            })
    void whatTakesTooLongIsNoMatch(String rule) throws Exception {
        startHost(rule);
        assertThat(get("/" + "a".repeat(4000)).status()).isEqualTo(500);
    }

    @Test
    void aChangedFileIsReadAnew() throws Exception {
        startHost("RewriteRule ^/x$ /a/echo/before");
        assertThat(get("/x").text()).contains("/before");
        change("RewriteRule ^/x$ /a/echo/after");
        Waiting.until("read anew", () -> get("/x").text().contains("/after"));
        Files.delete(base.resolve(OF_HOST));
        Waiting.until("no rule", () -> get("/x").status() == 404);
    }

    private void change(String line) throws IOException {
        Path file = base.resolve(OF_HOST);
        FileTime before = Files.getLastModifiedTime(file);
        rules(OF_HOST, line);
        Instant later = before.toInstant().plusSeconds(2);
        Files.setLastModifiedTime(file, FileTime.from(later));
    }

    @Test
    void aMissingFileIsNoMistake() throws Exception {
        start("NIO", "<Host name='localhost'>" + VALVE + "</Host>");
        assertThat(get("/a/echo/x").status()).isEqualTo(200);
    }

    @Test
    void oneThatIsSwitchedOffReadsNothing() throws Exception {
        rules(OF_HOST, "nonsense");
        start(
                "NIO",
                "<Host name='localhost'><Valve className='RewriteValve' enabled='false'/></Host>");
        assertThat(get("/a/echo/x").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RewriteRule ^/(a$ /b|2:18: no regular expression: Unclosed group, in: RewriteRule"
                        + " ^/(a$ /b",
                "RewriteRul ^/a$ /b|2:1: RewriteRul is not known here (did you mean RewriteRule?)",
                "RewriteRule ^/a$|2:13: RewriteRule takes a pattern, a substitution",
                "RewriteRule ^/a$ /b [QSX]|2:22: there is no flag QSX (did you mean QSA?)",
                "RewriteRule ^/a$ /b [L|2:21: [L is not of the form [FLAG,FLAG]",
                "RewriteRule ^/a$ /b [R=99]|2:24: 99 is not a number from 300 to 599",
                "RewriteRule ^/a$ /b [S]|2:21: the flag S needs a value",
                "RewriteRule ^/a$ /b [OR]|2:21: the flag OR belongs to a RewriteCond",
                "RewriteRule ^/a$ /b [CO=a]|2:25: a is not of the form NAME:value",
                "RewriteRule ^/a$ /%{HTP_HOST}|2:19: %{HTP_HOST} is not a server variable (did you"
                        + " mean HTTP_HOST?)",
                "RewriteRule ^/a$ ${m:x}|2:18: there is no RewriteMap m",
                "RewriteRule ^/a$ /%{X|2:19: a } is missing at the end",
                "RewriteRule ^/a$ \"/b|2:18: a quotation mark is missing at the end",
                "RewriteCond %{HTTPS} -U|2:22: the test -U is unknown",
                "RewriteCond %{HTTPS} on [L]|2:25: the flag L belongs to a RewriteRule",
                "RewriteCond %{HTTPS} on|2:1: a RewriteCond has no RewriteRule",
                "RewriteMap m prg:/bin/ls|2:14: prg:/bin/ls is unknown",
                "RewriteMap m int:lower|2:14: int:lower is unknown",
                "RewriteMap m txt:/none|2:14: /none cannot be read",
                "RewriteEngine On|2:1: RewriteEngine is not known here",
            })
    void aMistakeIsToldWithItsPlace(String line, String expected) {
        String rules = "# first\n" + line;
        assertThatThrownBy(() -> startHost(rules))
                .hasStackTraceContaining("rewrite.config:" + expected);
    }

    @Test
    void anApplicationWithAMistakeIsNotServed() throws Exception {
        startContext("RewriteRule ^/secret.*$ - [FF]");
        assertThat(get("/a/echo/x").status()).isEqualTo(503);
        assertThat(get("/b/echo/x").status()).isEqualTo(200);
    }
}
