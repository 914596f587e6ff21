package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.webapp.Compiled;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What authenticators and realms say of logins that were made before, and of preflights. */
class AuthenticatorAttributesTest {
    private static final String WEB_XML =
            "<web-app>%s<security-constraint><web-resource-collection><url-pattern>/*</url-pattern>"
                    + "</web-resource-collection><auth-constraint><role-name>admin</role-name>"
                    + "</auth-constraint></security-constraint><login-config>"
                    + "<auth-method>BASIC</auth-method></login-config></web-app>";
    private static final String ANN = "Authorization: Basic YW5uOmE="; // ann:a
    private static final String[] PREFLIGHT = {
        "Origin: http://elsewhere", "Access-Control-Request-Method: PUT"
    };

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    @Test
    void aPreflightNeedsNoLoginWhereThatIsSaid() throws Exception {
        users("admin");
        app("never", "", basic(""));
        app("always", "", basic("allowCorsPreflight='always'"));
        app("none", "", basic("allowCorsPreflight='filter'"));
        app("other", filter("/other/*"), basic("allowCorsPreflight='filter'"));
        app("filter", filter("/*"), basic("allowCorsPreflight='filter'"));
        start("");
        for (String name : new String[] {"never", "none", "other"}) {
            assertThat(ask("OPTIONS", "/" + name + "/x.txt", PREFLIGHT))
                    .as(name)
                    .startsWith("HTTP/1.1 401");
        }
        assertThat(ask("OPTIONS", "/always/x.txt", PREFLIGHT))
                .startsWith("HTTP/1.1 200")
                .contains("Allow: ");
        assertThat(ask("OPTIONS", "/filter/x.txt", PREFLIGHT))
                .startsWith("HTTP/1.1 204")
                .contains("Seen: by the filter");
        assertThat(ask("OPTIONS", "/always/x.txt", PREFLIGHT[0])).startsWith("HTTP/1.1 401");
        assertThat(ask("OPTIONS", "/always/x.txt", PREFLIGHT[1])).startsWith("HTTP/1.1 401");
        assertThat(ask("GET", "/always/x.txt", PREFLIGHT)).startsWith("HTTP/1.1 401");
    }

    @Test
    void anAuthenticatorSaysWhatALoginElsewhereCounts() throws Exception {
        users("admin");
        for (String mode : new String[] {"default", "principal", "password", "FULL"}) {
            app(mode, "", basic("ssoReauthenticationMode='" + mode + "'"));
        }
        start("<Valve className='org.apache.catalina.authenticator.SingleSignOn'/>");
        String cookie = "Cookie: " + cookie("JSESSIONIDSSO", ask("GET", "/principal/x.txt", ANN));
        assertThat(ask("GET", "/default/x.txt", cookie)).endsWith("default");
        assertThat(ask("GET", "/password/x.txt", cookie))
                .as("its password was not kept")
                .startsWith("HTTP/1.1 401");
        assertThat(ask("GET", "/FULL/x.txt", cookie)).startsWith("HTTP/1.1 401");
        assertThat(ask("GET", "/FULL/x.txt", cookie, ANN))
                .as("the same user joins the login")
                .endsWith("FULL")
                .doesNotContain("JSESSIONIDSSO");
        String kept = "Cookie: " + cookie("JSESSIONIDSSO", ask("GET", "/password/x.txt", ANN));
        assertThat(ask("GET", "/principal/x.txt", kept)).endsWith("principal");
        assertThat(ask("GET", "/default/x.txt", kept)).endsWith("default");
    }

    @Test
    void aModeCountsMoreThanWhatSingleSignOnSays() throws Exception {
        users("admin");
        for (String mode : new String[] {"default", "principal", "full"}) {
            app(mode, "", basic("ssoReauthenticationMode='" + mode + "'"));
        }
        start(
                "<Valve className='org.apache.catalina.authenticator.SingleSignOn'"
                        + " requireReauthentication='true'/>");
        String cookie = "Cookie: " + cookie("JSESSIONIDSSO", ask("GET", "/default/x.txt", ANN));
        assertThat(ask("GET", "/default/x.txt", cookie)).endsWith("default");
        assertThat(ask("GET", "/principal/x.txt", cookie)).endsWith("principal");
        assertThat(ask("GET", "/full/x.txt", cookie)).startsWith("HTTP/1.1 401");
        users("admin", "changed");
        until(() -> ask("GET", "/default/x.txt", cookie).startsWith("HTTP/1.1 401"));
        assertThat(ask("GET", "/principal/x.txt", cookie)).endsWith("principal");
    }

    @Test
    void theRolesOfThePresentCountUnlessThePrincipalIsStatic() throws Exception {
        users("admin");
        for (String keeps : new String[] {"false", "true"}) {
            app(
                    keeps,
                    "",
                    "<Realm className='org.apache.catalina.realm.LockOutRealm'><Realm"
                            + " className='org.apache.catalina.realm.UserDatabaseRealm'"
                            + " useStaticPrincipal='"
                            + keeps
                            + "'/></Realm>"
                            + basic("alwaysUseSession='true'"));
        }
        start("");
        String present = "Cookie: " + cookie("JSESSIONID", ask("GET", "/false/x.txt", ANN));
        String kept = "Cookie: " + cookie("JSESSIONID", ask("GET", "/true/x.txt", ANN));
        assertThat(ask("GET", "/false/x.txt", present)).endsWith("false");
        users("clerk");
        until(() -> ask("GET", "/false/x.txt", present).startsWith("HTTP/1.1 403"));
        assertThat(ask("GET", "/true/x.txt", kept)).endsWith("true");
        users("admin");
        until(() -> ask("GET", "/false/x.txt", present).endsWith("false"));
        write("conf/tomcat-users.xml", "<tomcat-users/>");
        until(() -> ask("GET", "/false/x.txt", present).startsWith("HTTP/1.1 401"));
    }

    @Test
    void opaqueIsWhatIsSaid() throws Exception {
        users("admin");
        app(
                "a",
                "",
                "<Valve className='org.apache.catalina.authenticator.DigestAuthenticator'"
                        + " opaque='seen by all'/>");
        start("");
        assertThat(ask("GET", "/a/x.txt")).contains("opaque=\"seen by all\"");
    }

    private static String basic(String attributes) {
        return "<Valve className='org.apache.catalina.authenticator.BasicAuthenticator' "
                + attributes
                + "/>";
    }

    private static String filter(String pattern) {
        return "<filter><filter-name>c</filter-name><filter-class>"
                + "org.apache.catalina.filters.CorsFilter</filter-class></filter><filter-mapping>"
                + "<filter-name>c</filter-name><url-pattern>"
                + pattern
                + "</url-pattern></filter-mapping>";
    }

    private void users(String roles) throws IOException {
        users(roles, "a");
    }

    private void users(String roles, String password) throws IOException {
        write(
                "conf/tomcat-users.xml",
                "<tomcat-users><user username='ann' password='"
                        + password
                        + "' roles='"
                        + roles
                        + "'/></tomcat-users>");
    }

    private void app(String name, String webXml, String context) throws IOException {
        write("webapps/" + name + "/x.txt", name);
        write("webapps/" + name + "/WEB-INF/web.xml", WEB_XML.formatted(webXml));
        write("webapps/" + name + "/META-INF/context.xml", "<Context>" + context + "</Context>");
        if (!webXml.isEmpty()) {
            Map<String, byte[]> classes =
                    Compiled.classes(
                            base,
                            "CorsFilter",
                            "package org.apache.catalina.filters;"
                                    + "import jakarta.servlet.*;"
                                    + "import jakarta.servlet.http.*;"
                                    + "public class CorsFilter extends HttpFilter {"
                                    + "protected void doFilter(HttpServletRequest q,"
                                    + " HttpServletResponse r, FilterChain chain) {"
                                    + "r.setHeader(\"Seen\", \"by the filter\");"
                                    + "r.setStatus(204);}}");
            for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                Path file = base.resolve("webapps/" + name + "/WEB-INF/classes");
                file = file.resolve(each.getKey());
                Files.createDirectories(file.getParent());
                Files.write(file, each.getValue());
            }
        }
    }

    private void start(String host) throws Exception {
        Path file =
                write(
                        "conf/server.xml",
                        "<Server><GlobalNamingResources><Resource name='UserDatabase'"
                                + " type='org.apache.catalina.UserDatabase'/>"
                                + "</GlobalNamingResources>"
                                + "<Service><Connector port='0' address='127.0.0.1'/>"
                                + "<Engine defaultHost='localhost'>"
                                + "<Realm className='org.apache.catalina.realm.UserDatabaseRealm'/>"
                                + "<Host name='localhost'>"
                                + host
                                + "</Host></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        server = Server.of(result.config(), base, base);
        server.start();
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private static String cookie(String name, String answer) {
        Matcher cookie = Pattern.compile("Set-Cookie: (" + name + "=\\w+)").matcher(answer);
        assertThat(cookie.find()).as(answer).isTrue();
        return cookie.group(1);
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void until(Condition condition) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.holds()) {
            assertThat(System.nanoTime() - end).as("waited in vain").isNegative();
            LockSupport.parkNanos(20_000_000);
        }
    }

    private String ask(String method, String path, String... fields) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            socket.setSoTimeout(10_000);
            StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
            request.append("Host: localhost\r\nConnection: close\r\n");
            for (String field : fields) {
                request.append(field).append("\r\n");
            }
            request.append("\r\n");
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
