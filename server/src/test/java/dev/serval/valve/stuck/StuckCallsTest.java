package dev.serval.valve.stuck;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.embed.Serval;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** Calls that hold their threads for too long. */
@Timeout(60)
class StuckCallsTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(StuckCalls.class);
    private final LoggedEvents said = new LoggedEvents();
    private final AtomicLong now = new AtomicLong(System.nanoTime());
    private final StuckCalls valve = new StuckCalls(10, 30, now::get, 3_600_000);
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch latch = new CountDownLatch(1);
    private Serval server;

    @BeforeEach
    void start() throws Exception {
        log.addAppender(said);
        server =
                Serval.onPort(0)
                        .valve(valve)
                        .servlet("", "/slow/*", new Slow())
                        .servlet("", "/fast", new Fast())
                        .start();
    }

    @AfterEach
    void stop() {
        latch.countDown();
        server.close();
        log.detachAppender(said);
    }

    private final class Slow extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            entered.countDown();
            try {
                latch.await();
                response.setStatus(204);
            } catch (InterruptedException e) {
                response.setStatus(299);
            }
        }
    }

    private static final class Fast extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            response.setStatus(Thread.currentThread().isInterrupted() ? 298 : 204);
        }
    }

    private CompletableFuture<Integer> get(String path) {
        URI uri = URI.create("http://localhost:" + server.port() + path);
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        HttpURLConnection client = (HttpURLConnection) uri.toURL().openConnection();
                        client.setReadTimeout(20_000);
                        return client.getResponseCode();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                task -> new Thread(task).start());
    }

    private void lookAfter(int seconds) {
        now.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        valve.look();
    }

    private List<String> lines() {
        return List.copyOf(said.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void aStuckCallIsToldOfOnceWithItsStackAndOnceWhenItEnds() throws Exception {
        int before = StuckCalls.stuck();
        long found = StuckCalls.found();
        CompletableFuture<Integer> answer = get("/slow/a");
        entered.await();
        lookAfter(9);
        assertThat(lines()).isEmpty();
        lookAfter(2);
        lookAfter(2);
        assertThat(lines()).hasSize(1);
        assertThat(lines().get(0)).startsWith("SRV-0783 GET /slow/a").contains(" for 11 s");
        assertThat(said.list.get(0).getThrowableProxy().getStackTraceElementProxyArray())
                .anyMatch(frame -> frame.toString().contains("Slow.doGet"));
        assertThat(StuckCalls.stuck()).isEqualTo(before + 1);
        assertThat(StuckCalls.found()).isEqualTo(found + 1);

        latch.countDown();
        assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo(204);
        while (lines().size() < 2) {
            Thread.onSpinWait();
        }
        assertThat(lines().get(1))
                .startsWith("SRV-0786")
                .contains("has ended after 13 s", "0 others", "; request ");
        assertThat(StuckCalls.stuck()).isEqualTo(before);
        lookAfter(100);
        assertThat(lines()).hasSize(2);
    }

    @Test
    void itIsInterruptedOnceAndItsThreadGoesOn() throws Exception {
        long interrupted = StuckCalls.interrupted();
        CompletableFuture<Integer> answer = get("/slow/x");
        entered.await();
        lookAfter(11);
        assertThat(StuckCalls.interrupted()).isEqualTo(interrupted);
        lookAfter(20);
        lookAfter(1);
        assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo(299);
        assertThat(StuckCalls.interrupted()).isEqualTo(interrupted + 1);
        assertThat(lines()).anyMatch(line -> line.startsWith("SRV-0784 GET /slow/x"));
        assertThat(get("/fast").get(20, TimeUnit.SECONDS)).isEqualTo(204);
    }

    /** Also under many at a time: each that has ended is gone from the list. */
    @Test
    void callsThatEndInTimeAreNotTold() {
        List<CompletableFuture<Integer>> all =
                IntStream.range(0, 200).mapToObj(i -> get("/fast")).toList();
        all.forEach(each -> assertThat(each.join()).isEqualTo(204));
        // The last of them may have sent its answer, but not returned yet.
        while (valve.running() > 0) {
            Thread.onSpinWait();
        }
        lookAfter(3600);
        assertThat(lines()).isEmpty();
    }
}
