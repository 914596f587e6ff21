package dev.serval.servlet.application;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class NotFoundLogTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(NotFoundLog.class);
    private final LoggedEvents appender = new LoggedEvents();
    private long now = Long.MAX_VALUE - 5; // it may pass the end of its range at any time
    private final NotFoundLog log = new NotFoundLog("/app", () -> now);

    @BeforeEach
    void capture() {
        logger.addAppender(appender);
    }

    @AfterEach
    void release() {
        logger.detachAppender(appender);
    }

    private List<String> lines() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void tellsOfPathAndReferer() {
        log.tell("GET", "/app/gone", "http://example.org/from");
        log.tell("HEAD", "/app/gone", null);
        assertThat(lines())
                .containsExactly(
                        "SRV-0850 '/app': not found: GET /app/gone, from"
                                + " http://example.org/from",
                        "SRV-0850 '/app': not found: HEAD /app/gone");
    }

    @Test
    void aClientWritesNoLineOfItsOwn() {
        log.tell("GET", "/a\n\u0085\u2028b", "x\r\u009b1m");
        assertThat(lines())
                .containsExactly(
                        "SRV-0850 '/app': not found: GET /a\\u000a\\u0085\\u2028b, from"
                                + " x\\u000d\\u009b1m");
    }

    @Test
    void whatMayHoldSecretsIsLeftOut() {
        log.tell("GET", "/gone?token=secret#secret", "https://me:secret@example.org/a?secret");
        log.tell("GET", "/a;jsessionid=secret/b;x=secret?;c", "/from;v=secret#secret");
        log.tell("GET", "http://example.org/@a?secret", "https://example.org?secret");
        assertThat(lines())
                .containsExactly(
                        "SRV-0850 '/app': not found: GET /gone, from https://example.org/a",
                        "SRV-0850 '/app': not found: GET /a/b, from /from",
                        "SRV-0850 '/app': not found: GET http://example.org/@a, from"
                                + " https://example.org");
    }

    @Test
    void whatIsLongIsCut() {
        log.tell("GET", "/" + "a".repeat(10_000), null);
        assertThat(lines().get(0)).hasSizeLessThan(600).endsWith("...");
    }

    @Test
    void twentyAMinuteAreToldAndTheOthersCounted() {
        for (int i = 0; i < 25; i++) {
            log.tell("GET", "/app/" + i, null);
        }
        assertThat(lines()).hasSize(20);
        assertThat(lines().get(18)).endsWith("/app/18");
        assertThat(lines().get(19))
                .endsWith("/app/19; for the rest of this minute they are counted");
        now += TimeUnit.MINUTES.toNanos(1);
        log.tell("GET", "/app/later", null);
        assertThat(lines().subList(20, 22))
                .containsExactly(
                        "SRV-0851 '/app': 5 more were not found before",
                        "SRV-0850 '/app': not found: GET /app/later");
    }
}
