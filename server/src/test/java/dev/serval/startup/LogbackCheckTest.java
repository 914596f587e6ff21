package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a configuration test says of conf/logback.xml. */
class LogbackCheckTest {
    @TempDir Path base;
    private Home home;

    @BeforeEach
    void makeHome() {
        home = new Home(base, base);
    }

    private List<String> check(String text) throws IOException {
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(base.resolve("conf/logback.xml"), text);
        return Logging.check(home, Logging.file(home)).stream()
                .map(problem -> problem.severity() + " " + problem)
                .toList();
    }

    @Test
    void theShippedOneIsInOrder() throws IOException {
        assertThat(check(Files.readString(Path.of("../conf/logback.xml")))).isEmpty();
    }

    @Test
    void anotherOneInOrderOpensNothing() throws IOException {
        String file = base.resolve("app.log").toString();
        assertThat(
                        check(
                                """
                                <configuration>
                                  <import class="ch.qos.logback.core.FileAppender"/>
                                  <appender name="${x:-file}" class="FileAppender">
                                    <file>%s</file>
                                    <encoder><pattern>%%m%%n</pattern></encoder>
                                  </appender>
                                  <root level="INFO"><appender-ref ref="${x:-file}"/></root>
                                </configuration>
                                """
                                        .formatted(file)))
                .isEmpty();
        assertThat(Path.of(file)).doesNotExist();
    }

    @Test
    void aTagThatIsNotClosed() throws IOException {
        assertThat(check("<configuration>\n  <root>\n</configuration>"))
                .singleElement()
                .asString()
                .startsWith("ERROR conf/logback.xml:3:3: ")
                .contains("root");
    }

    @Test
    void valuesThatNobodyTakes() throws IOException {
        assertThat(
                        check(
                                """
                                <configuration>
                                  <appender name="file" class="ch.qos.logback.core.rolling.RollingFileAppender">
                                    <file>app.log</file>
                                    <append>ture</append>
                                    <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                                      <fileNamePattern>app.%d.%i.log</fileNamePattern>
                                      <maxFileSize>50XB</maxFileSize>
                                      <maxHistory>many</maxHistory>
                                      <totalSizeCap>2GB</totalSizeCap>
                                    </rollingPolicy>
                                    <encoder><pattern>%m%n</pattern></encoder>
                                  </appender>
                                  <root level="INFO"><appender-ref ref="file"/></root>
                                </configuration>
                                """))
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .startsWith("ERROR conf/logback.xml:4:")
                                        .endsWith(
                                                "append of RollingFileAppender is \"ture\", which"
                                                        + " is no boolean"),
                        second ->
                                assertThat(second)
                                        .startsWith("ERROR conf/logback.xml:7:")
                                        .endsWith(
                                                "maxFileSize of SizeAndTimeBasedRollingPolicy is"
                                                        + " \"50XB\", which is no FileSize"),
                        third ->
                                assertThat(third)
                                        .startsWith("ERROR conf/logback.xml:8:")
                                        .endsWith("is \"many\", which is no int"));
    }

    @Test
    void classesAndAppendersThatAreNotThere() throws IOException {
        assertThat(
                        check(
                                """
                                <configuration>
                                  <appender name="file" class="ch.qos.logback.core.FileAppendr"/>
                                  <root level="INFO"><appender-ref ref="fil"/></root>
                                </configuration>
                                """))
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .startsWith("ERROR conf/logback.xml:2:")
                                        .endsWith(
                                                "class ch.qos.logback.core.FileAppendr of appender"
                                                        + " is not there"),
                        second ->
                                assertThat(second)
                                        .startsWith("ERROR conf/logback.xml:3:")
                                        .contains("appender fil, which is not defined")
                                        .contains("did you mean file?"));
    }

    /** Logback takes DEBUG for it without a word. */
    @Test
    void levelsThatAreNone() throws IOException {
        assertThat(
                        check(
                                file(
                                        "<root level='INFOO'>"
                                                + REF
                                                + "</root>\n"
                                                + "<logger name='a' level='warn'/><logger name='b'"
                                                + " level='${x:-INF}'/><logger name='c'>\n"
                                                + "<level value='LOUD'/></logger><logger name='d'"
                                                + " level='INHERITED'/>")))
                .containsExactly(
                        "ERROR conf/logback.xml:8:21: level of root is \"INFOO\", which is no level"
                                + " (did you mean INFO?): DEBUG counts",
                        "ERROR conf/logback.xml:10:22: value of level is \"LOUD\", which is no"
                                + " level: DEBUG counts");
    }

    private static String file(String loggers) {
        return """
        <configuration>
          <appender name="console" class="ch.qos.logback.core.ConsoleAppender">
            <encoder><pattern>%m%n</pattern></encoder>
          </appender>
          <appender name="later" class="ch.qos.logback.classic.AsyncAppender">
            <appender-ref ref="console"/>
          </appender>
        """
                + loggers
                + "\n</configuration>\n";
    }

    private static final String REF = "<appender-ref ref='console'/>";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<root level='INFO'/>",
                "<logger name='org.example'>" + REF + "</logger>",
                "<root>" + REF + "</root><logger name='dev.serval' additivity='false'/>",
                "<root>" + REF + "</root><logger name='dev' additivity='false'/>"
            })
    void oneByWhichTheServerWouldBeSilent(String loggers) throws IOException {
        assertThat(check(file(loggers)))
                .singleElement()
                .asString()
                .startsWith("WARNING conf/logback.xml: SRV-0814 gives dev.serval no appender; ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<root level='OFF'>" + REF + "</root>",
                "<root level='off'/>",
                "<root>" + REF + "</root><logger name='dev.serval' level='OFF'/>",
                "<root>" + REF + "</root><logger name='dev'><level value='OFF'/></logger>"
            })
    void oneThatSwitchesTheServerOff(String loggers) throws IOException {
        assertThat(check(file(loggers)))
                .singleElement()
                .asString()
                .startsWith("WARNING conf/logback.xml: SRV-0819 says OFF for dev.serval: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<root>" + REF + "</root>",
                "<logger name='dev'>" + REF + "</logger>",
                "<logger name='dev.serval'>" + REF + "</logger>",
                "<root level='OFF'>" + REF + "</root><logger name='dev.serval' level='WARN'/>",
                "<root level='${x:-OFF}'>" + REF + "</root>",
                "<logger name='${x}'>" + REF + "</logger>",
                "<include file='more.xml'/>"
            })
    void whatMayHaveOneIsNotTakenForSilent(String loggers) throws IOException {
        assertThat(check(file(loggers))).isEmpty();
    }

    @Test
    void noneAtAllIsToldOf() throws IOException {
        assertThat(Logging.check(home, Logging.file(home)))
                .singleElement()
                .asString()
                .startsWith("conf/logback.xml: SRV-0813 is not there; ");
    }

    @Test
    void theFileThatTheStartReadsIsLookedAt() throws IOException {
        String before = System.getProperty(Logging.OWN);
        System.setProperty(Logging.OWN, base.resolve("other.xml").toString());
        try {
            assertThat(check(file("<root>" + REF + "</root>")))
                    .singleElement()
                    .asString()
                    .contains("other.xml: SRV-0813 is not there; ");
        } finally {
            if (before == null) {
                System.clearProperty(Logging.OWN);
            } else {
                System.setProperty(Logging.OWN, before);
            }
        }
    }
}
