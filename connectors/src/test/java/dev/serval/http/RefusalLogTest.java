package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A refusal is never silent, and a flood of them is no flood of the log. */
class RefusalLogTest {
    private static final long LONG = TimeUnit.HOURS.toNanos(1);

    private final Logger logger = (Logger) LoggerFactory.getLogger(RefusalLog.class);
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender =
            new AppenderBase<>() {
                @Override
                protected void append(ILoggingEvent event) {
                    events.add(event);
                }
            };

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void detach() {
        logger.setLevel(null);
        logger.detachAppender(appender);
    }

    @Test
    void theFirstIsToldAtOnceWithAllThatHelps() {
        RefusalLog log = new RefusalLog("http-nio-1", LONG);
        log.refused(
                Refusal.HEADERS_TOO_LARGE.status(),
                Refusal.HEADERS_TOO_LARGE,
                "limit 8192, value at least 8193",
                "a-1",
                null);
        assertThat(lines())
                .containsExactly(
                        "SRV-0202 431 The header section is too large. limit 8192, value at least"
                                + " 8193; maxHttpHeaderSize of the Connector changes that; request"
                                + " a-1 from null on http-nio-1, RFC 6585 §5");
        assertThat(events.get(0).getLevel()).isEqualTo(Level.WARN);
        assertThat(events.get(0).getThrowableProxy()).isNull();
        log.close();
    }

    @Test
    void aConnectionThatEndsWithoutAnAnswerIsToldOnce() {
        RefusalLog log = new RefusalLog("ajp-nio-1", LONG);
        log.ended(Refusal.AJP_PACKET, "a packet of type 7\r\n", null);
        log.ended(Refusal.AJP_PACKET, "another", null);
        assertThat(lines())
                .containsExactly(
                        "SRV-0125 A packet of AJP is malformed. a packet of type 7\\u000d\\u000a;"
                                + " the connection from null on ajp-nio-1 ends without an answer,"
                                + " AJP/1.3");
        log.close();
        assertThat(lines()).hasSize(2).last().asString().startsWith("SRV-0125 1 more");
    }

    @Test
    void whatWasSeenBeginsNoLineAndIsNotLong() {
        logger.setLevel(Level.DEBUG);
        RefusalLog log = new RefusalLog("x", LONG);
        log.refused(
                Refusal.FORBIDDEN.status(),
                Refusal.FORBIDDEN,
                "a\r\nb\u202e" + "c".repeat(1000),
                "a-1",
                null);
        log.refused(
                Refusal.NOT_FOUND.status(),
                Refusal.NOT_FOUND,
                "a\r\nb\u202e" + "c".repeat(1000),
                "a-1",
                null);
        log.close();
        assertThat(events)
                .hasSize(2)
                .extracting(ILoggingEvent::getFormattedMessage)
                .allSatisfy(
                        line ->
                                assertThat(line)
                                        .contains("a\\u000d\\u000ab\\u202ec", "cc...")
                                        .doesNotContain("\n", "\r", "\u202e", "c".repeat(501)));
    }

    @Test
    void eachCodeIsCountedForItself() {
        RefusalLog log = new RefusalLog("x", LONG);
        for (int i = 0; i < 1000; i++) {
            log.refused(Refusal.HOST.status(), Refusal.HOST, "no Host", "a-1", null);
            log.refused(Refusal.OBS_FOLD.status(), Refusal.OBS_FOLD, "", "a-1", null);
            log.passed(Leniency.BACKSLASH, null);
        }
        assertThat(lines()).hasSize(3);
        log.close();
        assertThat(lines())
                .hasSize(6)
                .anyMatch(line -> line.startsWith("SRV-0111 999 more in the last"))
                .anyMatch(line -> line.startsWith("SRV-0109 999 more in the last"))
                .anyMatch(line -> line.startsWith("SRV-0925 999 more in the last"));
    }

    /** Whoever looks for the id of an error page finds its line. */
    @Test
    void requestsThatFailByNoFaultOfTheirClientsHaveLinesOfTheirOwn() {
        RefusalLog log = new RefusalLog("x", LONG);
        for (int i = 0; i < RefusalLog.MOST_FAILURES + 5; i++) {
            log.refused(Refusal.OVERLOAD.status(), Refusal.OVERLOAD, "", "id" + i, null);
        }
        assertThat(lines())
                .hasSize(RefusalLog.MOST_FAILURES)
                .anyMatch(line -> line.contains("; request id0 "))
                .anyMatch(line -> line.contains("; request id19 "));
        log.close();
        assertThat(lines()).anyMatch(line -> line.startsWith("SRV-0401 5 more in the last"));
    }

    @Test
    void theCountIsToldWhenItsTimeIsOverAndIsRight() {
        RefusalLog log = new RefusalLog("x", TimeUnit.MILLISECONDS.toNanos(50));
        for (int i = 0; i < 500; i++) {
            log.refused(Refusal.HOST.status(), Refusal.HOST, "", "a-1", null);
        }
        await(() -> told() == 500);
        assertThat(lines().get(0)).startsWith("SRV-0111 400");
        log.close();
        assertThat(told()).isEqualTo(500);
    }

    /** Also leaves no thread behind: the one that counts ends when there is nothing to count. */
    @Test
    void afterAQuietTimeTheFirstIsToldAtOnceAgain() {
        RefusalLog log = new RefusalLog("quiet", TimeUnit.MILLISECONDS.toNanos(20));
        log.refused(Refusal.HOST.status(), Refusal.HOST, "", "a-1", null);
        await(() -> !running("serval-refusals-quiet"));
        log.refused(Refusal.HOST.status(), Refusal.HOST, "", "a-2", null);
        assertThat(lines()).hasSize(2).allMatch(line -> line.startsWith("SRV-0111 400"));
        log.close();
        assertThat(running("serval-refusals-quiet")).isFalse();
    }

    @Test
    void manyThreadsAtOnceAreCountedRight() throws InterruptedException {
        RefusalLog log = new RefusalLog("x", TimeUnit.MILLISECONDS.toNanos(5));
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] =
                    new Thread(
                            () -> {
                                for (int k = 0; k < 5000; k++) {
                                    log.refused(
                                            Refusal.HOST.status(), Refusal.HOST, "", "a-1", null);
                                }
                            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        log.close();
        assertThat(told()).isEqualTo(20_000);
    }

    @Test
    void whatIsOrdinaryIsNotToldOf() {
        RefusalLog log = new RefusalLog("x", LONG);
        log.refused(Refusal.NOT_FOUND.status(), Refusal.NOT_FOUND, "", "a-1", null);
        log.refused(Refusal.METHOD.status(), Refusal.METHOD, "", "a-1", null);
        assertThat(lines()).isEmpty();
        log.close();
    }

    @Test
    void noTwoRequestsHaveTheSameId() {
        RefusalLog log = new RefusalLog("x", LONG);
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            ids.add(log.nextId());
        }
        assertThat(ids).hasSize(10_000).allMatch(id -> id.matches("[0-9a-z]{1,4}-[0-9a-z]{1,13}"));
    }

    private List<String> lines() {
        return events.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** How many refusals the lines tell of. */
    private long told() {
        return lines().stream()
                .mapToLong(
                        line ->
                                line.contains(" more in the last ")
                                        ? Long.parseLong(line.split(" ")[1])
                                        : 1)
                .sum();
    }

    private static boolean running(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(name));
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in vain").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** The system gives no thread: the client gets its answer, and the count is told later. */
    @Test
    void whatWasCountedWithoutAThreadIsToldWhenThereIsOne() {
        AtomicInteger refused = new AtomicInteger(3);
        ThreadFactory threads =
                task ->
                        new Thread(task) {
                            @Override
                            public synchronized void start() {
                                if (refused.getAndDecrement() > 0) {
                                    throw new OutOfMemoryError(
                                            "unable to create native thread: of a test");
                                }
                                super.start();
                            }
                        };
        RefusalLog log = new RefusalLog("x", TimeUnit.MILLISECONDS.toNanos(50), threads);
        for (int i = 0; i < 3; i++) {
            log.refused(Refusal.HOST.status(), Refusal.HOST, "", "a-1", null);
        }
        log.refused(Refusal.HOST.status(), Refusal.HOST, "", "a-1", null);
        await(() -> told() == 4);
        log.close();
    }
}
