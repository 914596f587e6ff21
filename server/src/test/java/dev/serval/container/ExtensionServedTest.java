package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.config.ServerXml;
import dev.serval.extension.Extensions;
import dev.serval.lifecycle.LifecycleException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of applications that ask for something of an extension. */
class ExtensionServedTest {
    @TempDir private Path base;
    private Extensions extensions;
    private Server server;

    @BeforeEach
    void dropIn() throws Exception {
        extensions = StubExtension.onClassPath(base.resolve("classes"));
        write("webapps/a/index.html", "a");
        write("webapps/ROOT/a/index.html", "root");
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
        extensions.close();
    }

    @ParameterizedTest
    @CsvSource({
        "example.Early, belongs in an Engine or a Host",
        "example.Idle, 'is no PreRoutingValve, CallValve, CompletionValve or ErrorReport'",
    })
    void aValveThatDoesNothingInAContextKeepsTheApplicationOut(String name, String why)
            throws Exception {
        write("webapps/a/META-INF/context.xml", context(name));
        start("", "");
        assertThat(get()).startsWith("HTTP/1.1 503");
        assertThat(refusal()).contains(why);
    }

    @Test
    void anEarlyValveMayStandInEngineAndHost() throws Exception {
        start("", "<Valve className='example.Early'/>");
        assertThat(get()).endsWith("a");
    }

    @Test
    void aValveOfNoKindKeepsTheServerFromStarting() {
        assertThatThrownBy(() -> start("", "<Valve className='example.Idle'/>"))
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("it does nothing");
    }

    @ParameterizedTest
    @CsvSource({
        "example.Call, 503",
        "org.apache.catalina.authenticator.BasicAuthenticator, 503",
        "example.Guard, 200",
        "example.Harmless, 200",
    })
    void aValveWithinAnotherElementCountsIfItIsKnownToProtect(String name, int status)
            throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Ejb><Valve className='" + name + "'/></Ejb></Context>");
        start("", "");
        assertThat(get()).startsWith("HTTP/1.1 " + status);
        assertThat(StubExtension.MADE.contains(name)).isEqualTo(name.equals("example.Guard"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.Guard", "example.Harmless", "AccessLog"})
    void aDeclaredApplicationWithValvesThatMustNotCountIsRefused(String name) throws Exception {
        write("webapps/a/META-INF/context.xml", context(name));
        start("deployXML='false'", "<Context path='/a' docBase='a'/>");
        assertThat(get()).startsWith("HTTP/1.1 503");
        assertThat(refusal())
                .startsWith("META-INF/context.xml:1:10: its META-INF/context.xml must not be read")
                .endsWith(base.resolve("conf/E/localhost/a.xml").toString());
        assertThat(StubExtension.MADE).isEmpty();
    }

    @Test
    void aDescriptorOfTheHostMakesUpForValvesThatMustNotCount() throws Exception {
        write("webapps/a/META-INF/context.xml", context("example.Call"));
        write("conf/E/localhost/a.xml", context("example.Guard"));
        start("deployXML='false'", "<Context path='/a' docBase='a'/>");
        assertThat(get()).endsWith("a");
        assertThat(StubExtension.MADE).containsExactly("example.Guard");
    }

    @Test
    void aDeclaredApplicationWithoutValvesIsServedWhereItsDescriptorMustNotCount()
            throws Exception {
        write("webapps/a/META-INF/context.xml", "<Context/>");
        start("deployXML='false'", "<Context path='/a' docBase='a'/>");
        assertThat(get()).endsWith("a");
    }

    @Test
    void aRealmThatDidNotStartIsNotStoppedAndItsApplicationAnswers503() throws Exception {
        write("webapps/a/META-INF/context.xml", realm("example.BadRealm"));
        start("", "");
        assertThat(get()).startsWith("HTTP/1.1 503");
        stop();
        assertThat(StubExtension.TOLD).containsExactly("start");
    }

    @Test
    void aRealmIsStoppedOnceAndWhatItThrowsKeepsNobodyFrom503() throws Exception {
        write("webapps/a/META-INF/context.xml", realm("example.GoodRealm"));
        write(
                "webapps/a/WEB-INF/web.xml",
                "<web-app><listener><listener-class>missing.Listener</listener-class></listener>"
                        + "</web-app>");
        start("", "");
        assertThat(get()).startsWith("HTTP/1.1 503");
        assertThat(StubExtension.TOLD).containsExactly("start", "stop");
        stop();
        assertThat(StubExtension.TOLD).containsExactly("start", "stop");
    }

    @Test
    void aRealmThatNeverStartedIsNotStopped() throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Realm className='example.GoodRealm'/>"
                        + "<Valve className='example.Early'/></Context>");
        start("", "");
        assertThat(get()).startsWith("HTTP/1.1 503");
        stop();
        assertThat(StubExtension.TOLD).isEmpty();
    }

    @Test
    void ofCombinedRealmsThoseThatStartedAreStopped() throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Realm className='org.apache.catalina.realm.CombinedRealm'>"
                        + "<Realm className='example.GoodRealm'/>"
                        + "<Realm className='example.BadRealm'/></Realm></Context>");
        start("", "");
        assertThat(get()).startsWith("HTTP/1.1 503");
        assertThat(refusal()).contains("no start");
        stop();
        assertThat(StubExtension.TOLD).containsExactly("start", "start", "stop");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAuthenticatorStartsAndStopsWithItsApplication(boolean byMethod) throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                byMethod ? "<Context/>" : context("example.GoodLogin"));
        write(
                "webapps/a/WEB-INF/web.xml",
                "<web-app><login-config><auth-method>"
                        + (byMethod ? "GOOD" : "BASIC")
                        + "</auth-method></login-config></web-app>");
        start("", "");
        assertThat(get()).endsWith("a");
        assertThat(StubExtension.TOLD).containsExactly("start login");
        stop();
        assertThat(StubExtension.TOLD).containsExactly("start login", "stop login");
    }

    @Test
    void anAuthenticatorThatDidNotStartIsNotStoppedAndItsApplicationAnswers503() throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Realm className='example.GoodRealm'/>"
                        + "<Valve className='example.BadLogin'/></Context>");
        start("", "");
        assertThat(get()).startsWith("HTTP/1.1 503");
        assertThat(refusal()).contains("no start");
        stop();
        assertThat(StubExtension.TOLD).containsExactly("start", "start login", "stop");
    }

    @Test
    void aRealmThatCannotBeMadeIsNamedByItsOwnPlace() throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Realm className='org.apache.catalina.realm.LockOutRealm'>\n"
                        + "<Realm className='org.apache.catalina.realm.CombinedRealm'>\n"
                        + "<Realm className='example.GoodRealm'/>\n"
                        + "<Realm className='example.NoRealm'/></Realm></Realm></Context>");
        start("", "");
        assertThat(get()).startsWith("HTTP/1.1 503");
        assertThat(refusal()).contains("context.xml:4:1: Stub cannot be made: no directory");
    }

    private static String realm(String name) {
        return "<Context><Realm className='" + name + "'/></Context>";
    }

    private static String context(String valve) {
        return "<Context><Valve className='" + valve + "'/></Context>";
    }

    private void start(String host, String children) throws Exception {
        Path file =
                write(
                        "conf/server.xml",
                        "<Server><Service><Connector port='0' address='127.0.0.1'/><Engine name='E'"
                                + " defaultHost='localhost'><Host name='localhost'"
                                + " autoDeploy='false' "
                                + host
                                + ">"
                                + children
                                + "</Host></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file, name -> null, extensions);
        server = Server.of(result.config(), base, base);
        server.start();
    }

    /** Why /a is not served; null when it is. */
    private String refusal() {
        return server.services().get(0).engine().defaultHost().contexts().stream()
                .filter(context -> context.path().equals("/a"))
                .findFirst()
                .orElseThrow()
                .refusal();
    }

    private String get() throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(
                            "GET /a/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }
}
