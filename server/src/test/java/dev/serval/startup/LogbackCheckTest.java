package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a configuration test says of conf/logback.xml. */
class LogbackCheckTest {
    @TempDir Path base;

    private List<String> check(String text) throws IOException {
        Files.createDirectories(base.resolve("conf"));
        Files.writeString(base.resolve("conf/logback.xml"), text);
        return Logging.check(new Home(base, base)).stream()
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

    @Test
    void noneAtAllIsToldOf() throws IOException {
        assertThat(Logging.check(new Home(base, base)))
                .singleElement()
                .asString()
                .startsWith("conf/logback.xml: SRV-0813 is not there; ");
    }
}
