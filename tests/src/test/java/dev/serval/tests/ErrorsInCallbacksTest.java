package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.embed.Serval;
import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An Error out of any callback of the Servlet API costs its own request and nothing else: no thread
 * of the server ends by it, time-outs hold, the access log writes.
 */
@Timeout(120)
class ErrorsInCallbacksTest {
    private static final int TIMEOUT = 500;

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final FailingCallbacks callbacks = new FailingCallbacks();

    private Serval start(Wire wire) throws LifecycleException {
        return Serval.onPort(0)
                .connector(unchanged -> new Settings().connectionTimeout(TIMEOUT).config(wire))
                .accessLog("%r %s", logged::add)
                .initializer("/app", callbacks)
                .start();
    }

    private static String asked(String path) {
        if (path.startsWith("UPGRADE")) {
            return request("GET", "/app/" + path, "Connection: Upgrade", "Upgrade: test");
        }
        if (path.startsWith("DATA") || path.startsWith("ALL") || path.startsWith("READ")) {
            return ServerUnderTest.post("/app/" + path, "text/plain", "some bytes");
        }
        return request("GET", "/app/" + path, "Connection: close");
    }

    /** Each is answered, or sees an end. */
    private void call(Wire wire, Serval serval, String path) throws IOException {
        try (RawClient client = new RawClient(wire, serval.port())) {
            client.send(asked(path));
            if (path.startsWith("UPGRADE_READ")) {
                client.until("\r\n\r\n");
                client.send("a byte");
            }
            client.finish();
            client.untilItEnds();
        } catch (AssertionError e) {
            throw new AssertionError(path, e);
        }
    }

    private void assertWell(Wire wire, Serval serval, String after) throws Exception {
        for (int i = 0; i < 4; i++) {
            try (RawClient client = new RawClient(wire, serval.port())) {
                String mark = "/app/fine?" + after + i;
                assertThat(client.exchange(request("GET", mark)).text()).isEqualTo("fine");
                Waiting.until(
                        "a line of the access log",
                        () -> logged.stream().anyMatch(line -> line.contains(mark)));
            }
        }
        try (RawClient client = new RawClient(wire, serval.port())) {
            client.send("GET /app/fi");
            assertThat(client.response().status()).isEqualTo(408);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"NIO", "NIO2", "BIO"})
    void noThreadEndsByAnErrorOfAnApplication(Wire wire) throws Exception {
        try (Serval serval = start(wire)) {
            for (String path : FailingCallbacks.all()) {
                call(wire, serval, path);
            }
            Waiting.until(
                    "all were thrown: " + callbacks.reached(),
                    () -> callbacks.reached().containsAll(FailingCallbacks.all()));
            assertWell(wire, serval, "errors");
        }
    }

    /** As a thread of the system would be hit, at any of its turns. */
    @Tag("full")
    @ParameterizedTest
    @EnumSource(
            value = Wire.class,
            names = {"NIO", "NIO2", "BIO"})
    void aThreadOfTheServerThatIsStoppedGoesOnOrIsReplaced(Wire wire) throws Exception {
        assumeTrue(Runtime.version().feature() < 20, "Thread.stop is gone");
        try (Serval serval = start(wire)) {
            assertWell(wire, serval, "before");
            int hit = 0;
            for (int round = 0; round < 3; round++) {
                hit += stopOwnThreads();
                // Whoever waits in the system learns of it with what comes, which may be lost by
                // it.
                for (int i = 0; i < 8; i++) {
                    Waiting.until("an answer", () -> isAnswered(wire, serval));
                }
                assertWell(wire, serval, "round" + round + "-");
            }
            assertThat(hit).isGreaterThanOrEqualTo(3);
        }
    }

    private static boolean isAnswered(Wire wire, Serval serval) {
        try (RawClient client = new RawClient(wire, serval.port())) {
            client.send(request("GET", "/app/fine", "Connection: close"));
            return client.untilItEnds().endsWith("fine");
        } catch (IOException e) {
            return false; // where the port is opened anew, for a moment
        }
    }

    /** Those that are in a wait from which nothing else hangs; how many. */
    private static int stopOwnThreads() throws Exception {
        List<String> stopped = new ArrayList<>();
        for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
            String name = each.getKey().getName();
            StackTraceElement[] stack = each.getValue();
            if (stack.length == 0) {
                continue;
            }
            boolean own = name.contains("-deadlines") || name.contains("-watcher-");
            boolean parked = own && stack[0].getMethodName().equals("park");
            boolean polls = name.contains("-loop-") || name.contains("-group-");
            if (parked || polls && stack[0].getClassName().equals("sun.nio.ch.EPoll")) {
                Thread.class.getMethod("stop").invoke(each.getKey());
                stopped.add(name);
            }
        }
        return stopped.size();
    }

    @Test
    void anApplicationThatFailsToStartSaysWhichAndWhy() {
        for (FailingCallbacks.Failure failure : FailingCallbacks.Failure.values()) {
            assertThatThrownBy(
                            () ->
                                    Serval.onPort(0)
                                            .initializer("/app", (none, context) -> failure.raise())
                                            .start())
                    .isInstanceOf(LifecycleException.class);
            assertThatThrownBy(
                            () ->
                                    Serval.onPort(0)
                                            .listener(
                                                    "/app",
                                                    new ServletContextListener() {
                                                        @Override
                                                        public void contextInitialized(
                                                                ServletContextEvent event) {
                                                            failure.raise();
                                                        }
                                                    })
                                            .start())
                    .isInstanceOf(LifecycleException.class);
            assertThatThrownBy(
                            () ->
                                    Serval.onPort(0)
                                            .filter("/app", "/*", new FailsInInit(failure))
                                            .start())
                    .isInstanceOf(LifecycleException.class);
        }
    }

    private record FailsInInit(FailingCallbacks.Failure failure) implements Filter {
        @Override
        public void init(FilterConfig config) {
            failure.raise();
        }

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) {}
    }

    /** All that is to end is ended, and the stop comes to its end. */
    @Test
    void anErrorAtTheEndKeepsNobodyFromBeingEnded() throws Exception {
        for (FailingCallbacks.Failure failure : FailingCallbacks.Failure.values()) {
            List<String> ended = new CopyOnWriteArrayList<>();
            Serval serval =
                    Serval.onPort(0)
                            .listener("/app", new FailsAtTheEnd(ended, failure))
                            .listener("/app", new FailsAtTheEnd(ended, failure))
                            .servlet("/app", "/one", new FailsInDestroy(ended, failure))
                            .servlet("/app", "/two", new FailsInDestroy(ended, failure))
                            .start();
            for (String path : List.of("/app/one", "/app/two")) {
                try (RawClient client = new RawClient(serval.port())) {
                    client.exchange(request("GET", path));
                }
            }
            serval.close();
            assertThat(ended).containsExactly("servlet", "servlet", "listener", "listener");
        }
    }

    private record FailsAtTheEnd(List<String> ended, FailingCallbacks.Failure failure)
            implements ServletContextListener {
        @Override
        public void contextDestroyed(ServletContextEvent event) {
            ended.add("listener");
            failure.raise();
        }
    }

    private static final class FailsInDestroy extends HttpServlet {
        private static final long serialVersionUID = 1;
        private final transient List<String> ended;
        private final FailingCallbacks.Failure failure;

        FailsInDestroy(List<String> ended, FailingCallbacks.Failure failure) {
            this.ended = ended;
            this.failure = failure;
        }

        @Override
        public void destroy() {
            ended.add("servlet");
            failure.raise();
        }
    }
}
