package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Names that clients make up neither forge nor flood the log (CWE-117). */
class LockOutLogTest {
    private final AtomicLong clock = new AtomicLong();
    private final Logger logger = (Logger) LoggerFactory.getLogger(LockOutLog.class);
    private final LoggedEvents appender = new LoggedEvents();
    private final LockOutRealm realm =
            new LockOutRealm(
                    Realm.NOBODY,
                    new LockOutRealm.LockOutSettings(2, 300, 1000, false),
                    clock::get);

    @BeforeEach
    void listen() {
        logger.addAppender(appender);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(appender);
    }

    private List<String> lines() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private void fail(String user, int times) {
        for (int i = 0; i < times; i++) {
            realm.authenticate(user, "x");
        }
    }

    @Test
    void lettersOfAnyScriptAreShownAndNoQuoteEndsTheName() {
        assertThat(LockOutLog.shown("jürgen 京都 \ud83d\ude00")).isEqualTo("jürgen 京都 \ud83d\ude00");
        assertThat(LockOutLog.shown("a' is locked\\u000a"))
                .isEqualTo("a\\u0027 is locked\\u005cu000a");
    }

    @Test
    void aLongNameIsCut() {
        assertThat(LockOutLog.shown("x".repeat(100_000))).isEqualTo("x".repeat(64) + "...");
        assertThat(LockOutLog.shown("x".repeat(64))).isEqualTo("x".repeat(64));
        assertThat(LockOutLog.shown("\n".repeat(100_000))).hasSizeLessThan(80);
    }

    @Test
    void aUserIsToldOnceAndFurtherAttemptsAreCounted() {
        fail("ann", 2);
        assertThat(lines())
                .containsExactly(
                        "SRV-0650 user 'ann' is locked for 300 s after 2 failures (lockOutTime and"
                                + " failureCount of LockOutRealm)");
        fail("ann", 50);
        assertThat(lines()).hasSize(1);
        clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
        fail("bob", 1);
        assertThat(lines())
                .hasSize(2)
                .element(1)
                .isEqualTo(
                        "SRV-0661 user 'ann' was refused 50 more times while it was locked; each"
                                + " attempt restarts lockOutTime");
    }

    @Test
    void manyUsersAreAFewLines() {
        for (int i = 0; i < 500; i++) {
            fail("user" + i, 3);
        }
        assertThat(lines()).hasSize(10);
        clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
        fail("bob", 1);
        assertThat(lines())
                .hasSize(21)
                .last()
                .isEqualTo(
                        "SRV-0662 490 more users were locked, and 490 attempts of such users were"
                                + " refused; the access log has the addresses");
        clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
        fail("bob", 1);
        assertThat(lines()).as("the one that is locked now").hasSize(22);
    }
}
