package org.apache.juli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Messages of applications reach the log of the server, with name, level and cause. */
class LogFactoryTest {
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(LogFactoryTest.class);
    private final Log log = LogFactory.getLog(LogFactoryTest.class);

    @BeforeEach
    void listen() {
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        logger.addAppender(appender);
        logger.setLevel(Level.TRACE);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(appender);
        logger.setLevel(null);
    }

    @Test
    void everyLevelArrives() {
        log.trace("t");
        log.debug("d");
        log.info("i");
        log.warn("w");
        log.error("e");
        log.fatal("f");
        assertThat(appender.list)
                .extracting(event -> event.getLevel() + " " + event.getFormattedMessage())
                .containsExactly("TRACE t", "DEBUG d", "INFO i", "WARN w", "ERROR e", "ERROR f");
        assertThat(appender.list)
                .extracting(ILoggingEvent::getLoggerName)
                .containsOnly(LogFactoryTest.class.getName());
    }

    @Test
    void theCauseArrives() {
        Exception cause = new IllegalStateException("why");
        log.trace("t", cause);
        log.debug("d", cause);
        log.info("i", cause);
        log.warn("w", cause);
        log.error("e", cause);
        log.fatal("f", cause);
        assertThat(appender.list)
                .hasSize(6)
                .allSatisfy(
                        event ->
                                assertThat(event.getThrowableProxy().getMessage())
                                        .isEqualTo("why"));
    }

    @Test
    void bracesAreText() {
        log.info("{} is {}");
        assertThat(appender.list.get(0).getFormattedMessage()).isEqualTo("{} is {}");
    }

    @Test
    void anyObjectIsAMessage() {
        log.info(null);
        log.info(7);
        assertThat(appender.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("null", "7");
    }

    @Test
    void levelsAreThoseOfTheServer() {
        logger.setLevel(Level.WARN);
        assertThat(log.isTraceEnabled() || log.isDebugEnabled() || log.isInfoEnabled()).isFalse();
        assertThat(log.isWarnEnabled() && log.isErrorEnabled() && log.isFatalEnabled()).isTrue();
    }

    @Test
    void everyWayLeadsToTheSameLog() {
        LogFactory.getLog(LogFactoryTest.class.getName()).info("a");
        LogFactory.getFactory().getInstance(LogFactoryTest.class).info("b");
        LogFactory.getFactory().getInstance(LogFactoryTest.class.getName()).info("c");
        LogFactory.release(getClass().getClassLoader());
        assertThat(appender.list).hasSize(3);
    }
}
