package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The valve SingleSignOn of an Engine, and what a Host or a context.xml of all says beside it. */
class EngineSingleSignOnTest {
    private static final String VALVE =
            "<Valve className='org.apache.catalina.authenticator.SingleSignOn'%s/>";
    private static final Pattern COOKIE =
            Pattern.compile("Set-Cookie: ((?:JSESSIONIDSSO|OWN)=\\w+)");

    private static final String ANN = "Authorization: Basic YW5uOmE="; // ann:a

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    private void start(String engine, String second) throws Exception {
        write(
                "conf/users.xml",
                "<tomcat-users><user name='ann' password='a' roles='admin'/></tomcat-users>");
        for (String host : new String[] {"first", "second"}) {
            write(host + "/ROOT/x.txt", host);
            write(
                    host + "/ROOT/WEB-INF/web.xml",
                    "<web-app><security-constraint><web-resource-collection><url-pattern>/*"
                            + "</url-pattern></web-resource-collection><auth-constraint><role-name>"
                            + "admin</role-name></auth-constraint></security-constraint>"
                            + "<login-config><auth-method>BASIC</auth-method></login-config>"
                            + "</web-app>");
        }
        Path file =
                write(
                        "conf/server.xml",
                        "<Server><Service><Connector port='0' address='127.0.0.1'/>"
                                + "<Engine defaultHost='first'>"
                                + engine
                                + "<Realm className='org.apache.catalina.realm.MemoryRealm'"
                                + " pathname='conf/users.xml'/><Host name='first' appBase='first'/>"
                                + "<Host name='second' appBase='second'>"
                                + second
                                + "</Host></Engine></Service></Server>");
        server = Server.of(ServerXml.read(file).config(), base, base);
        server.start();
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private String get(String host, String field) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            socket.setSoTimeout(10_000);
            String request =
                    "GET /x.txt HTTP/1.1\r\nHost: "
                            + host
                            + "\r\n"
                            + field
                            + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String logIn(String host) throws IOException {
        Matcher cookie = COOKIE.matcher(get(host, ANN));
        assertThat(cookie.find()).isTrue();
        return cookie.group(1);
    }

    @Test
    void aLoginIsThatOfAllHosts() throws Exception {
        start(VALVE.formatted(""), "");
        String cookie = logIn("first");
        assertThat(get("second", "Cookie: " + cookie)).endsWith("second");
        assertThat(get("second", "Cookie: " + cookie + "0")).startsWith("HTTP/1.1 401");
    }

    @Test
    void thatOfAHostCountsBeforeThatOfTheEngine() throws Exception {
        start(VALVE.formatted(""), VALVE.formatted(" cookieName='OWN'"));
        String first = logIn("first");
        assertThat(first).startsWith("JSESSIONIDSSO=");
        assertThat(get("second", "Cookie: " + first)).startsWith("HTTP/1.1 401");
        String second = logIn("second");
        assertThat(second).startsWith("OWN=");
        assertThat(get("first", "Cookie: JSESSIONIDSSO" + second.substring(3)))
                .startsWith("HTTP/1.1 401");
    }

    @Test
    void anAuthenticatorForAllApplicationsIsReplacedByOneOfAnApplication() throws Exception {
        write(
                "conf/context.xml",
                "<Context><Valve className='org.apache.catalina.authenticator.DigestAuthenticator'"
                        + " algorithms='SHA-256'/></Context>");
        write(
                "second/ROOT/META-INF/context.xml",
                "<Context><Valve className='org.apache.catalina.authenticator.BasicAuthenticator'/>"
                        + "</Context>");
        start("", "");
        assertThat(get("first", "X: y")).contains("WWW-Authenticate: Digest ");
        assertThat(get("second", "X: y")).contains("WWW-Authenticate: Basic ");
    }

    @Test
    void aRealmForAllApplicationsIsReplacedByOneOfAnApplication() throws Exception {
        write(
                "conf/context.xml",
                "<Context><Realm className='org.apache.catalina.realm.NullRealm'/></Context>");
        write(
                "second/ROOT/META-INF/context.xml",
                "<Context><Realm className='org.apache.catalina.realm.MemoryRealm'"
                        + " pathname='conf/users.xml'/></Context>");
        start("", "");
        assertThat(get("first", ANN)).startsWith("HTTP/1.1 401");
        assertThat(get("second", ANN)).endsWith("second");
    }
}
