package dev.serval.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(30)
class TurnGuardTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.serval.thread");
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private volatile boolean full;
    private final AppenderBase<ILoggingEvent> appender =
            new AppenderBase<>() {
                @Override
                public void doAppend(ILoggingEvent event) {
                    // An appender of a library may throw whatever it likes.
                    if (full) {
                        throw new OutOfMemoryError("of a test");
                    }
                    lines.add(event.getFormattedMessage());
                }

                @Override
                protected void append(ILoggingEvent event) {}
            };
    private final ThreadFailures harm = new ThreadFailures();
    private final TurnGuard guard = new TurnGuard("The thread of a test", harm);

    @BeforeEach
    void attach() {
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void detach() {
        logger.detachAppender(appender);
    }

    @Test
    void toNoteAFailureTakesNoMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        Throwable[] causes = {
            new OutOfMemoryError("of a test"), new StackOverflowError(), new ThreadDeath()
        };
        for (Throwable cause : causes) {
            guard.note(cause);
        }
        threads.getThreadAllocatedBytes(self);
        long nothing = -threads.getThreadAllocatedBytes(self);
        nothing += threads.getThreadAllocatedBytes(self);

        long before = threads.getThreadAllocatedBytes(self);
        for (int i = 0; i < 1000; i++) {
            guard.note(causes[i % causes.length]);
        }
        long taken = threads.getThreadAllocatedBytes(self) - before;

        assertThat(taken).isEqualTo(nothing);
    }

    @Test
    void whatHasHurtTheServerCanBeRead() {
        assertThat(harm.hurt()).isFalse();
        assertThat(harm.reason()).isNull();
        long before = System.currentTimeMillis();

        guard.note(new StackOverflowError());
        guard.note(new OutOfMemoryError("of a test"));

        assertThat(harm.hurt()).isTrue();
        assertThat(harm.count()).isEqualTo(2);
        assertThat(harm.reason()).isEqualTo("java.lang.OutOfMemoryError");
        assertThat(harm.where()).isEqualTo("The thread of a test");
        assertThat(harm.sinceMillis()).isBetween(before, harm.latestMillis());
    }

    @Test
    void theLogIsToldOnceItTakesWhatItIsTold() throws InterruptedException {
        full = true;
        guard.failed(new OutOfMemoryError("of a test"));
        guard.passed();
        assertThat(lines).isEmpty();

        full = false;
        while (lines.size() < 2) {
            // From a turn that ends well, a second after the last attempt.
            guard.passed();
            Thread.onSpinWait();
        }
        assertThat(lines.get(0)).startsWith("SRV-0930 The thread of a test went on after 1 ");
        assertThat(lines.get(1))
                .startsWith("SRV-0931 The server was hurt, and goes on: 1 ")
                .contains("java.lang.OutOfMemoryError in The thread of a test");
    }

    @Test
    void aFloodIsToldOnce() {
        for (int i = 0; i < 1000; i++) {
            guard.note(new ThreadDeath());
            guard.passed();
        }
        assertThat(lines).hasSize(2);
        assertThat(harm.count()).isEqualTo(1000);
    }

    /** Else an application that interrupts whatever it finds would make the pause a spin. */
    @Test
    void anInterruptShortensNoPauseAndIsKept() {
        long begin = System.nanoTime();
        for (int i = 0; i < 4; i++) {
            Thread.currentThread().interrupt();
            guard.failed(new ThreadDeath());
            assertThat(Thread.interrupted()).isTrue();
        }
        // 10, 20, 40 and 80 ms.
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(150_000_000L);
    }

    /** Where memory has run out the JDK may never wake up a virtual thread from a timed wait. */
    @Test
    void aVirtualThreadGoesOnWithoutAPause() throws InterruptedException {
        assumeTrue(Threads.haveVirtual());
        AtomicLong nanos = new AtomicLong();
        Thread thread =
                Threads.virtual("test-")
                        .newThread(
                                () -> {
                                    long begin = System.nanoTime();
                                    for (int i = 0; i < 8; i++) {
                                        guard.failed(new OutOfMemoryError("of a test"));
                                    }
                                    nanos.set(System.nanoTime() - begin);
                                });
        thread.start();
        thread.join();
        // Pauses of 10 ms to 1 s would be more than two seconds together.
        assertThat(nanos.get()).isPositive().isLessThan(2_000_000_000L);
        assertThat(harm.count()).isEqualTo(8);
    }
}
