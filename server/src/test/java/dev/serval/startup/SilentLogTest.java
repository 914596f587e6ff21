package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import dev.serval.config.xml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start makes of a conf/logback.xml by which the server would log nothing. */
class SilentLogTest {
    @TempDir Path base;
    private final LoggerContext context = new LoggerContext();
    private List<Problem> problems;

    @BeforeEach
    void setBase() {
        System.setProperty("serval.base", base.toString());
        System.setProperty("serval.console", "OFF");
        context.setMDCAdapter(new LogbackMDCAdapter());
    }

    @AfterEach
    void end() {
        context.stop();
        System.clearProperty("serval.base");
        System.clearProperty("serval.console");
    }

    private boolean repaired(String loggers) throws IOException, JoranException {
        Path file = base.resolve("logback.xml");
        Files.writeString(
                file,
                "<configuration><appender name='a' class='ch.qos.logback.core.ConsoleAppender'>"
                        + "<encoder><pattern>%m</pattern></encoder></appender>"
                        + loggers
                        + "</configuration>");
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(file.toFile());
        LogbackRepair repair = LogbackRepair.of(context, file, "conf/logback.xml");
        problems = repair.problems();
        return repair.shipped();
    }

    @Test
    void withoutAnAppenderTheLogIsAsShipped() throws Exception {
        assertThat(repaired("<root level='INFO'/>")).isTrue();
        assertThat(problems)
                .singleElement()
                .asString()
                .isEqualTo("conf/logback.xml: " + LogbackRepair.SILENT);
        context.getLogger("dev.serval.Test").info("heard");
        assertThat(base.resolve("logs/serval.log")).content().contains("heard");
    }

    @Test
    void offIsOff() throws Exception {
        assertThat(repaired("<root level='OFF'><appender-ref ref='a'/></root>")).isFalse();
        assertThat(problems)
                .singleElement()
                .asString()
                .isEqualTo("conf/logback.xml: " + LogbackRepair.OFF);
        assertThat(base.resolve("logs")).doesNotExist();
    }

    @Test
    void offIsOffWhereAppendersAreMissingToo() throws Exception {
        assertThat(repaired("<root level='OFF'/>")).isFalse();
        assertThat(problems).hasSize(1);
    }

    @Test
    void anAppenderThatIsNotDefinedIsToldAlsoWhereAnotherOneWrites() throws Exception {
        assertThat(
                        repaired(
                                "<root level='INFO'><appender-ref ref='a'/>"
                                        + "<appender-ref ref='b'/></root>"))
                .isFalse();
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("conf/logback.xml:1:")
                .contains("SRV-0815 appender-ref names the appender b, which is not defined")
                .endsWith("; the rest of the file is in effect");
    }

    @Test
    void whatIsInOrderStays() throws Exception {
        assertThat(repaired("<root level='INFO'><appender-ref ref='a'/></root>")).isFalse();
        assertThat(problems).isEmpty();
    }
}
