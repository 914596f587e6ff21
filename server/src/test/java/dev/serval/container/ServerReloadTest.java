package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.config.ServerConfig;
import dev.serval.config.ServerXml;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import dev.serval.operations.Caller;
import dev.serval.operations.NewHost;
import dev.serval.operations.OperationRefused;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server.xml that is read anew while the server runs. */
@Timeout(60)
class ServerReloadTest {
    @TempDir private Path base;
    private Server server;

    @BeforeEach
    void files() throws IOException {
        write("webapps/ROOT/index.html", "root");
        write("others/ROOT/index.html", "others");
        write("one/index.html", "one");
        write("two/index.html", "two");
    }

    @AfterEach
    void stop() {
        server.stop(Duration.ofSeconds(1));
    }

    @Test
    void hostsAndAliasesComeAndGo() throws Exception {
        start("", "", "");
        assertThat(get("other.example", "/")).endsWith("root");
        assertThat(
                        reload(
                                "",
                                "<Alias>www.example</Alias>",
                                "<Host name='other.example' appBase='others'/>"))
                .containsExactly(
                        "1:130: Alias www.example is new: taken",
                        "1:163: Host other.example is new: taken");
        assertThat(get("other.example", "/")).endsWith("others");
        assertThat(get("www.example", "/")).endsWith("root");
        reload("", "", "<Host name='other.example' appBase='others'><Alias>x</Alias></Host>");
        assertThat(get("x", "/")).endsWith("others");
        assertThat(reload("", "", ""))
                .singleElement()
                .asString()
                .endsWith("Host other.example is gone: taken");
        assertThat(get("other.example", "/")).endsWith("root");
        until(() -> server.applications().size() == 1);
    }

    @Test
    void aNewHostIsAsAnyOtherAndEndsWithTheServer() throws Exception {
        start("", "", "");
        reload("", "", "<Host name='other.example' appBase='others'/>");
        write("others/late/index.html", "late");
        until(() -> get("other.example", "/late/").endsWith("late"));
        server.stop(Duration.ZERO);
        assertThat(server.applications())
                .hasSize(3)
                .allMatch(each -> each.state() == ApplicationState.STOPPED);
    }

    @Test
    void declaredApplicationsComeChangeAndGo() throws Exception {
        start("", context("one"), "");
        assertThat(get("localhost", "/app/")).endsWith("one");
        assertThat(reload("", context("two"), ""))
                .containsExactly("1:130: Context /app is another one: taken");
        assertThat(get("localhost", "/app/")).endsWith("two");
        assertThat(reload("", "\n" + context("two"), "")).isEmpty();
        assertThat(reload("", "", "")).containsExactly("2:1: Context /app is gone: taken");
        assertThat(get("localhost", "/app/")).startsWith("HTTP/1.1 404");
        reload("", context("one"), "");
        assertThat(get("localhost", "/app/")).endsWith("one");
    }

    @Test
    void whatNeedsARestartIsNamedAgainAndAgain() throws Exception {
        start("maxThreads='20' maxConnections='100'", "", "");
        List<String> said =
                List.of("1:54: maxConnections of Connector 0: counts at the next start");
        assertThat(reload("maxThreads='10' maxConnections='200'", "", ""))
                .containsExactly("1:38: maxThreads of Connector 0: taken", said.get(0));
        assertThat(reload("maxThreads='10' maxConnections='200'", "", ""))
                .containsExactlyElementsOf(said);
        assertThat(reload("maxThreads='10' maxConnections='100'", "", "")).isEmpty();
    }

    /** The applications of the first one take long. */
    @Test
    void everyServiceRoutesByItBeforeApplicationsFollow() throws Exception {
        Path marks = slow("slow");
        start(read(two("", "")));
        ServerConfig next =
                read(two(context("slow"), "<Host name='other.example' appBase='others'/>"));
        Thread reload =
                new Thread(
                        () -> {
                            try {
                                server.reload(next);
                            } catch (LifecycleException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        reload.start();
        try {
            until(() -> Files.exists(Path.of(marks + "-begun")));
            try (Socket socket = connect(1)) {
                send(socket, "other.example", "/", "Connection: close\r\n");
                assertThat(
                                new String(
                                        socket.getInputStream().readAllBytes(),
                                        StandardCharsets.UTF_8))
                        .endsWith("others");
            }
        } finally {
            write("marks-go", "");
            reload.join();
        }
    }

    private static String two(String inFirst, String inSecond) {
        return "<Server><Service name='A'><Connector port='0'/><Engine name='A'"
                + " defaultHost='localhost'><Host name='localhost' autoDeploy='false'>"
                + inFirst
                + "</Host></Engine></Service><Service name='B'><Connector port='0'/><Engine"
                + " name='B' defaultHost='localhost'><Host name='localhost'"
                + " autoDeploy='false'/>"
                + inSecond
                + "</Engine></Service></Server>";
    }

    @Test
    void aStopDoesNotMissWhatAReloadHasStarted() throws Exception {
        start("", "", "");
        Path marks = slow("others/slow");
        ServerConfig next = read("", "", "<Host name='other.example' appBase='others'/>");
        AtomicReference<Throwable> outcome = new AtomicReference<>();
        Thread reload =
                new Thread(
                        () -> {
                            try {
                                server.reload(next);
                            } catch (LifecycleException | RuntimeException e) {
                                outcome.set(e);
                            }
                        });
        reload.start();
        until(() -> Files.exists(Path.of(marks + "-begun")));
        Thread stop = new Thread(() -> server.stop(Duration.ofSeconds(30)));
        stop.start();
        until(() -> !server.accepts());
        write("marks-go", "");
        reload.join();
        stop.join();
        assertThat(outcome.get())
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("the server stops");
        assertThat(Path.of(marks + "-ended")).exists();
        assertThat(server.services().get(0).engine().hosts()).hasSize(1);
    }

    /** Adds a host whose start waits for its mark; returns when that has begun. */
    private Thread beginToAdd(Path marks, AtomicReference<Throwable> outcome) throws Exception {
        NewHost added =
                new NewHost("other.example", List.of(), "others", false, true, false, false, null);
        Thread add =
                new Thread(
                        () -> {
                            try {
                                server.operations().by(new Caller("ann", "here")).addHost(added);
                            } catch (OperationRefused | RuntimeException e) {
                                outcome.set(e);
                            }
                        });
        add.start();
        until(() -> Files.exists(Path.of(marks + "-begun")));
        return add;
    }

    @Test
    void aStopDoesNotMissAHostThatAnOperatorAdds() throws Exception {
        start("", "", "");
        Path marks = slow("others/slow");
        AtomicReference<Throwable> outcome = new AtomicReference<>();
        Thread add = beginToAdd(marks, outcome);
        Thread stop = new Thread(() -> server.stop(Duration.ofSeconds(30)));
        stop.start();
        until(() -> server.state() == Lifecycle.State.STOPPED);
        write("marks-go", "");
        add.join();
        stop.join();
        assertThat(outcome.get())
                .isInstanceOf(OperationRefused.class)
                .hasRootCauseMessage("the engine stops");
        assertThat(Path.of(marks + "-ended")).exists();
        assertThat(server.services().get(0).engine().hosts()).hasSize(1);
    }

    /** The host takes long to start; the configuration that was read meanwhile has an alias. */
    @Test
    void aHostThatAnOperatorAddsDoesNotUndoAReload() throws Exception {
        start("", "", "");
        write("others/ROOT/index.html", "others");
        Path marks = slow("others/slow");
        AtomicReference<Throwable> outcome = new AtomicReference<>();
        Thread add = beginToAdd(marks, outcome);
        ServerConfig next =
                read("", "<Valve className='RemoteCIDRValve' deny='127.0.0.0/8, ::1'/>", "");
        Thread reload =
                new Thread(
                        () -> {
                            try {
                                server.reload(next);
                            } catch (LifecycleException | RuntimeException e) {
                                outcome.set(e);
                            }
                        });
        reload.start();
        until(
                () ->
                        reload.getState() == Thread.State.TERMINATED
                                || reload.getState() == Thread.State.WAITING);
        write("marks-go", "");
        add.join();
        reload.join();
        assertThat(outcome.get()).isNull();
        assertThat(get("localhost", "/")).startsWith("HTTP/1.1 403");
    }

    /** Starts when the file marks-go is there; notes its begin and its end. */
    private Path slow(String application) throws IOException {
        write(application + "/index.html", "slow");
        Path marks = base.resolve("marks");
        Path classes = Files.createDirectories(base.resolve(application + "/WEB-INF/classes"));
        write(
                "Slow.java",
                "@jakarta.servlet.annotation.WebListener public class Slow implements"
                        + " jakarta.servlet.ServletContextListener { public void"
                        + " contextInitialized(jakarta.servlet.ServletContextEvent e) { try {"
                        + mark(marks, "begun")
                        + " while (!java.nio.file.Files.exists(java.nio.file.Path.of(\""
                        + marks
                        + "-go\"))) Thread.sleep(5); } catch (Exception x) { throw new"
                        + " IllegalStateException(x); } } public void"
                        + " contextDestroyed(jakarta.servlet.ServletContextEvent e) { try {"
                        + mark(marks, "ended")
                        + " } catch (Exception x) { throw new IllegalStateException(x); } } }");
        int compiled =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "-proc:none",
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                base.resolve("Slow.java").toString());
        assertThat(compiled).isZero();
        return marks;
    }

    private static String mark(Path marks, String name) {
        return "java.nio.file.Files.createFile(java.nio.file.Path.of(\""
                + marks
                + "-"
                + name
                + "\"));";
    }

    @Test
    void whatCannotBeStartedChangesNothing() throws Exception {
        start("", "", "");
        write("file", "no directory");
        ServerConfig next =
                read(
                        "",
                        "<Alias>www.example</Alias>" + context("one"),
                        "<Host name='other.example' appBase='others'/>"
                                + "<Host name='broken' appBase='file'/>");
        assertThatThrownBy(() -> server.reload(next))
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("appBase ")
                .hasMessageContaining("is not a directory");
        assertThat(get("other.example", "/")).endsWith("root");
        assertThat(get("localhost", "/app/")).startsWith("HTTP/1.1 404");
        assertThat(server.services().get(0).engine().hosts()).hasSize(1);
        assertThat(server.applications()).hasSize(1);
    }

    @Test
    void noRequestFailsWhileHostsApplicationsAndThreadsChange() throws Exception {
        start("maxThreads='20'", context("one"), "");
        AtomicInteger answered = new AtomicInteger();
        Queue<String> wrong = new ConcurrentLinkedQueue<>();
        List<Thread> clients = new ArrayList<>();
        for (String path : List.of("/", "/app/")) {
            for (int i = 0; i < 2; i++) {
                Thread client = new Thread(() -> ask(path, answered, wrong));
                clients.add(client);
                client.start();
            }
        }
        for (int i = 0; i < 20; i++) {
            int before = answered.get();
            reload(
                    "maxThreads='" + (1 + i % 7) + "'",
                    context(i % 2 == 0 ? "two" : "one") + "<Alias>a" + i + "</Alias>",
                    i % 3 == 0 ? "<Host name='other.example' appBase='others'/>" : "");
            until(() -> answered.get() > before + 20 || !wrong.isEmpty());
        }
        for (Thread client : clients) {
            client.interrupt();
            client.join();
        }
        assertThat(wrong).isEmpty();
    }

    private void ask(String path, AtomicInteger answered, Queue<String> wrong) {
        try {
            while (!Thread.interrupted()) {
                try (Socket socket = connect()) {
                    BufferedReader in =
                            new BufferedReader(
                                    new InputStreamReader(
                                            socket.getInputStream(), StandardCharsets.ISO_8859_1));
                    while (!Thread.currentThread().isInterrupted() && isKept(socket, in, path)) {
                        answered.incrementAndGet();
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            wrong.add(path + ": " + e);
        }
    }

    /** Asks once; whether the connection goes on. */
    private static boolean isKept(Socket socket, BufferedReader in, String path)
            throws IOException {
        send(socket, "localhost", path, "");
        int length = 0;
        boolean kept = true;
        String status = in.readLine();
        if (status == null || !status.startsWith("HTTP/1.1 200")) {
            throw new IOException("answered with " + status);
        }
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring(16));
            }
            kept &= !line.equals("Connection: close");
        }
        for (int i = 0; i < length; i++) {
            in.read();
        }
        return kept;
    }

    private static String context(String docBase) {
        return "<Context path='/app' docBase='../" + docBase + "'/>";
    }

    private ServerConfig read(String connector, String host, String engine) throws IOException {
        return read(
                "<Server><Service><Connector port='0' "
                        + connector
                        + "/><Engine name='Catalina' defaultHost='localhost'>"
                        + "<Host name='localhost' autoDeploy='false'>"
                        + host
                        + "</Host>"
                        + engine
                        + "</Engine></Service></Server>");
    }

    private ServerConfig read(String xml) throws IOException {
        ServerXml.Result result = ServerXml.read(write("conf/server.xml", xml));
        assertThat(result.problems()).isEmpty();
        return result.config();
    }

    private void start(String connector, String host, String engine) throws Exception {
        start(read(connector, host, engine));
    }

    private void start(ServerConfig config) throws Exception {
        server = Server.of(config, base, base);
        server.start();
    }

    /** What is different, without the name of the file. */
    private List<String> reload(String connector, String host, String engine) throws Exception {
        return server.reload(read(connector, host, engine)).stream()
                .map(change -> change.toString().replaceFirst("^.*?server.xml:", ""))
                .toList();
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private Socket connect() throws IOException {
        return connect(0);
    }

    private Socket connect(int connector) throws IOException {
        Socket socket =
                new Socket(
                        InetAddress.getLoopbackAddress(),
                        server.connectors().get(connector).port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void send(Socket socket, String host, String path, String more)
            throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    private String get(String host, String path) throws IOException {
        try (Socket socket = connect()) {
            send(socket, host, path, "Connection: close\r\n");
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.call()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
