package dev.serval.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.lifecycle.ApplicationStatus;
import dev.serval.lifecycle.ApplicationStatus.ApplicationState;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A start is the applications, then the ports; a stop the ports, then the applications. */
class PhasesTest {
    // The common pool may have one thread, which one of both would hold.
    private static final Executor OWN_THREAD = task -> new Thread(task).start();

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private Serval serval;

    @AfterEach
    void close() {
        go.countDown();
        if (serval != null) {
            serval.close();
        }
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void noPortAcceptsBeforeTheLastApplicationHasStarted(IoModel io) throws Exception {
        int port = freePort();
        serval =
                Serval.on(ConnectorConfig.of(io, port))
                        .listener("/a", telling("a", port))
                        .listener("/b", telling("b", port))
                        .startApplications();
        assertThat(events).containsExactly("a starts, port refused", "b starts, port refused");
        assertThat(states()).containsExactly(ApplicationState.STARTED, ApplicationState.STARTED);
        assertThat(refused(port)).isTrue();
        serval.openPorts();
        assertThat(serval.port()).isEqualTo(port);
        assertThat(Asked.get(serval, "/a/none")).startsWith("HTTP/1.1 404");
    }

    @ParameterizedTest
    @EnumSource(IoModel.class)
    void atAStopNoPortAcceptsWhileApplicationsAnswerWhatTheyHave(IoModel io) throws Exception {
        serval =
                Serval.on(ConnectorConfig.of(io, 0), ConnectorConfig.of(io, 0))
                        .listener("/a", telling("a", 0))
                        .servlet("/a", "/wait", new Waiting())
                        .listener("/b", telling("b", 0))
                        .start();
        events.clear();
        List<Integer> ports = serval.uris().stream().map(uri -> uri.getPort()).toList();
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(this::ask, OWN_THREAD);
        entered.await();
        Serval stopping = serval;
        CompletableFuture<Void> stop =
                CompletableFuture.runAsync(() -> stopping.stop(Duration.ofSeconds(20)), OWN_THREAD);
        for (int port : ports) {
            until(() -> refused(port));
        }
        events.add("ports closed");
        assertThat(states())
                .as("while a request is in flight")
                .containsOnly(ApplicationState.STARTED);
        go.countDown();
        assertThat(answer.get(20, TimeUnit.SECONDS)).startsWith("HTTP/1.1 200").endsWith("done");
        stop.get(20, TimeUnit.SECONDS);
        assertThat(events).containsExactly("ports closed", "answered", "b ends", "a ends");
    }

    @Test
    void applicationsAreThereWhenThePortsAreClosed() throws Exception {
        serval = Serval.onPort(0).listener("/a", telling("a", 0)).start();
        int port = serval.port();
        events.clear();
        serval.closePorts(Duration.ofSeconds(5));
        assertThat(refused(port)).isTrue();
        assertThat(states()).containsExactly(ApplicationState.STARTED);
        assertThat(events).isEmpty();
        serval.closePorts(Duration.ofSeconds(5));
        serval.close();
        assertThat(events).containsExactly("a ends");
    }

    @Test
    void thereIsNoAddressBeforeThePortsAreOpen() throws Exception {
        serval = Serval.onPort(0).startApplications();
        assertThatThrownBy(serval::port).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(serval::uri)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no port is open");
        serval.openPorts();
        assertThatThrownBy(serval::openPorts).isInstanceOf(IllegalStateException.class);
        assertThat(Asked.get(serval, "/")).as("goes on").startsWith("HTTP/1.1 404");
    }

    @Test
    void aPortThatIsTakenEndsTheApplications() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            serval =
                    Serval.onPort(taken.getLocalPort())
                            .address("127.0.0.1")
                            .listener("/a", telling("a", 0))
                            .startApplications();
            assertThatThrownBy(serval::openPorts).isInstanceOf(LifecycleException.class);
            assertThat(events).last().isEqualTo("a ends");
            assertThatThrownBy(serval::applications).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void whatWasStoppedOpensNoPort() throws Exception {
        serval = Serval.onPort(0).listener("/a", telling("a", 0)).startApplications();
        serval.closePorts(Duration.ZERO);
        assertThatThrownBy(serval::openPorts)
                .isInstanceOf(LifecycleException.class)
                .hasMessage("the server was stopped before its ports were open");
    }

    private ServletContextListener telling(String name, int port) {
        return new ServletContextListener() {
            @Override
            public void contextInitialized(ServletContextEvent event) {
                events.add(name + " starts" + (port != 0 && refused(port) ? ", port refused" : ""));
            }

            @Override
            public void contextDestroyed(ServletContextEvent event) {
                events.add(name + " ends");
            }
        };
    }

    private List<ApplicationState> states() {
        return serval.applications().stream().map(ApplicationStatus::state).toList();
    }

    private String ask() {
        try {
            return Asked.get(serval, "/a/wait");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean refused(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return false;
        } catch (ConnectException e) {
            return true;
        } catch (IOException e) {
            return false; // as the port closes
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void until(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private final class Waiting extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            entered.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            events.add("answered");
            response.getWriter().write("done");
        }
    }
}
