package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import dev.serval.LoggedEvents;
import dev.serval.lifecycle.LogLevels;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Levels that change while the server runs. */
class LogbackLevelsTest {
    private final LoggerContext context = new LoggerContext();
    private final LogLevels levels = LogbackLevels.of(context);

    LogbackLevelsTest() {
        context.getLogger(LogLevels.ROOT).setLevel(Level.INFO);
        context.getLogger("org.example").setLevel(Level.WARN);
    }

    @Test
    void loggersWithALevelOfTheirOwnAreListed() {
        context.getLogger("org.example.shop");
        assertThat(levels.levels())
                .containsExactly(entry("ROOT", "INFO"), entry("org.example", "WARN"));
    }

    @Test
    void aLevelIsSetForTheLoggersBelowAndGivenBack() {
        levels.set("org.example", "debug");
        levels.set("org.example", "TRACE");
        assertThat(context.getLogger("org.example.shop").isTraceEnabled()).isTrue();
        levels.set("org.example", "");
        levels.set("org.example", "");
        assertThat(levels.levels()).containsEntry("org.example", "WARN");

        levels.set("org.example.shop", "INFO");
        levels.set("org.example.shop", "");
        assertThat(context.getLogger("org.example.shop").getLevel()).isNull();

        levels.set("root", "ERROR");
        assertThat(levels.levels()).containsEntry("ROOT", "ERROR");
        levels.set("ROOT", "");
        assertThat(levels.levels()).containsEntry("ROOT", "INFO");
    }

    @Test
    void whatIsNoLevelOrNoNameIsRefusedWithASentence() {
        assertThatThrownBy(() -> levels.set("org.example", "DEBGU"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DEBUG")
                .hasMessageContaining("known: TRACE");
        for (String name : new String[] {"", "a b", "a\nb", "x".repeat(251)}) {
            assertThatThrownBy(() -> levels.set(name, "INFO"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1 to 250 characters");
        }
    }

    /** Logback keeps each logger for ever. */
    @Test
    void atMostAThousandLevelsAreChanged() {
        for (int i = 0; i < LogbackLevels.MOST; i++) {
            levels.set("n" + i, "INFO");
        }
        assertThatThrownBy(() -> levels.set("one.more", "INFO"))
                .hasMessageContaining("give some of them back");
        levels.set("n1", "DEBUG");
        levels.set("n2", "");
        levels.set("one.more", "INFO");
    }

    @Test
    void noLevelSilencesTheAuditWhichHasEachChange() {
        Logger audit = (Logger) LoggerFactory.getLogger("dev.serval.operations.audit");
        LoggedEvents lines = new LoggedEvents();
        audit.setLevel(null);
        audit.addAppender(lines);
        LogLevels ofServer = LogbackLevels.ofServer();
        try {
            ofServer.set("dev.serval", "INFO");
            ofServer.set("dev.serval", "OFF");
            assertThat(lines.list).hasSize(2);
            assertThat(lines.list.get(1).getFormattedMessage())
                    .startsWith("SRV-0780 ")
                    .contains(" is OFF ");
            assertThatThrownBy(() -> ofServer.set(audit.getName(), "OFF"))
                    .isInstanceOf(IllegalArgumentException.class);
        } finally {
            ofServer.set("dev.serval", "");
            audit.detachAppender(lines);
            audit.setLevel(null);
        }
    }

    @Test
    void aLogThatIsConfiguredAnewHasItsOwnLevelsAgain() {
        levels.set("org.example", "TRACE");
        context.reset();
        levels.set("org.example", "");
        assertThat(context.getLogger("org.example").getLevel()).isNull();
    }
}
