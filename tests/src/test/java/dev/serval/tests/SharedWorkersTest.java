package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Connectors that name one Executor share its workers and what waits for them. */
final class SharedWorkersTest {
    private static final String CALL = "serval.tests.call";
    private static final String SERVLET =
            "package a; @WebServlet(\"/wait\") public class S extends HttpServlet {"
                    + " protected void doGet(HttpServletRequest q, HttpServletResponse r)"
                    + " throws IOException { ((Runnable) System.getProperties().get(\""
                    + CALL
                    + "\")).run(); r.getWriter().print(\"done\"); } }";
    private static final String GET = request("GET", "/wait");

    @TempDir private Path base;
    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicInteger inside = new AtomicInteger();
    private Server server;

    @AfterEach
    void stop() {
        open.countDown();
        server.stop(Duration.ofSeconds(10));
        System.getProperties().remove(CALL);
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("mine-"));
    }

    private void start(String executor, String... protocols) throws Exception {
        System.getProperties()
                .put(
                        CALL,
                        (Runnable)
                                () -> {
                                    inside.incrementAndGet();
                                    try {
                                        open.await();
                                    } catch (InterruptedException e) {
                                        throw new IllegalStateException(e);
                                    }
                                    inside.decrementAndGet();
                                });
        Path app = Files.createDirectories(base.resolve("webapps")).resolve("ROOT.war");
        Files.write(app, Wars.zip(Wars.below("WEB-INF/classes/", Wars.compile(base, SERVLET))));
        StringBuilder elements =
                new StringBuilder("<Executor name='x' namePrefix='mine-' " + executor + "/>");
        for (String protocol : protocols) {
            elements.append("<Connector port='0' executor='x' protocol='" + protocol + "'/>");
        }
        server = Configured.server(base, elements.toString(), "<Host name='localhost'/>");
    }

    private RawClient connect(int connector) throws Exception {
        return new RawClient(Wire.NIO, server.connectors().get(connector).port());
    }

    private int status(int connector) throws Exception {
        try (RawClient client = connect(connector)) {
            return client.exchange(GET).status();
        }
    }

    private void awaitInside(int calls) throws Exception {
        Waiting.until("calls run", () -> inside.get() == calls);
    }

    @ParameterizedTest
    @CsvSource({"NIO, NIO", "NIO2, NIO2", "NIO, NIO2"})
    void oneThreadAnswersOneCallAtATimeOfAllConnectors(String one, String other) throws Exception {
        start("maxThreads='1'", one, other);
        try (RawClient first = connect(0);
                RawClient second = connect(1)) {
            first.send(GET);
            awaitInside(1);
            second.send(GET);
            assertThat(second.awaitInput(300)).as("answered beside the first").isFalse();
            assertThat(inside).hasValue(1);
            open.countDown();
            assertThat(first.response().text()).isEqualTo("done");
            assertThat(second.response().text()).isEqualTo("done");
        }
    }

    @ParameterizedTest
    @CsvSource({"NIO, NIO", "NIO2, NIO"})
    void theQueueIsThatOfAllConnectors(String one, String other) throws Exception {
        start("maxThreads='1' maxQueueSize='0'", one, other);
        try (RawClient first = connect(0);
                RawClient refused = connect(1)) {
            first.send(GET);
            awaitInside(1);
            assertThat(refused.exchange(GET).status()).isEqualTo(503);
            open.countDown();
            assertThat(first.response().text()).isEqualTo("done");
            Waiting.until("the thread is free", () -> status(1) == 200);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreadsAreCountedTogetherToo() throws Exception {
        String executor = "className='org.apache.catalina.core.StandardVirtualThreadExecutor'";
        start("maxThreads='1' maxQueueSize='0' " + executor, "BIO", "NIO");
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                RawClient client = connect(i % 2);
                clients.add(client);
                client.send(GET);
                awaitInside(i + 1);
            }
            for (int connector = 0; connector < 2; connector++) {
                assertThat(status(connector)).isEqualTo(503);
            }
            open.countDown();
            for (RawClient client : clients) {
                assertThat(client.response().text()).isEqualTo("done");
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }
}
