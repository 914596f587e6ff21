package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import dev.serval.LoggedEvents;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Whoever makes names of loggers without end does not fill the memory by it. */
class JulNamesTest {
    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final LoggedEvents said = new LoggedEvents();
    private final Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Level level = root.getLevel();

    @BeforeEach
    void listen() {
        root.setLevel(Level.OFF);
        context.getLogger(JulNames.class).setLevel(Level.WARN);
        context.getLogger(JulNames.class).addAppender(said);
    }

    @AfterEach
    void leave() {
        context.getLogger(JulNames.class).detachAppender(said);
        context.getLogger(JulNames.class).setLevel(null);
        root.setLevel(level);
    }

    @Test
    void theBridgeMakesLoggersOfABoundedNumberOfNames() {
        java.util.logging.Logger logging = java.util.logging.Logger.getLogger("");
        Handler[] before = logging.getHandlers();
        JulBridge.install();
        int there = context.getLoggerList().size();
        for (Handler handler : logging.getHandlers()) {
            if (handler instanceof JulBridge) {
                for (int i = 0; i < 2 * JulNames.MOST_OF_ONE; i++) {
                    LogRecord record = new LogRecord(java.util.logging.Level.FINEST, "x");
                    record.setLoggerName("client.a" + i + ".b");
                    handler.publish(record);
                }
            }
            logging.removeHandler(handler);
        }
        for (Handler handler : before) {
            logging.addHandler(handler);
        }
        assertThat(context.getLoggerList().size() - there)
                // Classes of the server that are loaded meanwhile have loggers, too.
                .isBetween(JulNames.MOST_OF_ONE / 2, JulNames.MOST_OF_ONE + 10);
    }

    @Test
    void whatIsTooMuchIsWrittenUnderTheNearestNameAboveAndToldOnce() {
        JulNames names = new JulNames();
        for (int i = 0; i < JulNames.MOST_OF_ONE - 2; i++) {
            assertThat(names.logger("shop.a" + i, () -> null).getName()).isEqualTo("shop.a" + i);
        }
        assertThat(said.list).isEmpty();
        assertThat(names.logger("shop.b.c.d", () -> null).getName()).isEqualTo("shop");
        assertThat(names.logger("shop.a1.x", () -> null).getName()).isEqualTo("shop.a1");
        assertThat(names.logger("shop.a1", () -> null).getName()).isEqualTo("shop.a1");
        assertThat(names.logger("other", () -> null).getName()).isEqualTo(JulNames.NONE);
        assertThat(said.list)
                .singleElement()
                .satisfies(
                        event ->
                                assertThat(event.getFormattedMessage())
                                        .startsWith("SRV-0948 There are more than 5000 names")
                                        .contains("[shop.b.c.d]"));
    }

    @Test
    void anApplicationThatHasMadeTooManyTakesNoneFromTheOthers() {
        JulNames names = new JulNames();
        for (int i = 0; i < 2 * JulNames.MOST_OF_ONE; i++) {
            names.logger("greedy.a" + i, () -> "/greedy");
        }
        assertThat(said.list)
                .singleElement()
                .satisfies(
                        event ->
                                assertThat(event.getFormattedMessage())
                                        .contains("loggers of application /greedy;"));
        assertThat(names.logger("greedy.b", () -> "/greedy").getName()).isEqualTo("greedy");
        assertThat(names.logger("shop.a", () -> "/shop").getName()).isEqualTo("shop.a");
        assertThat(said.list).hasSize(1);
    }

    @Test
    void longNamesAreNotLearned() {
        JulNames names = new JulNames();
        names.logger("shop.a", () -> null);
        String rest = ".x".repeat(JulNames.LONGEST);
        assertThat(names.logger("shop.a" + rest, () -> null).getName()).isEqualTo("shop.a");
        assertThat(names.logger("y" + rest, () -> null).getName()).isEqualTo(JulNames.NONE);
        assertThat(said.list).isEmpty();
    }

    @Test
    void whatHasNoNameHasOneInTheLog() {
        JulNames names = new JulNames();
        for (String name : new String[] {null, ""}) {
            assertThat(names.logger(name, () -> null).getName()).isEqualTo(JulNames.NONE);
        }
        for (String name : List.of(".", "$", "a", "a.", ".a", "a..b")) {
            assertThat(names.logger(name, () -> null).getName()).isEqualTo(name);
        }
    }
}
