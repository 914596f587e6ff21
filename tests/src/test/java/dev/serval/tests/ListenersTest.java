package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** VersionLoggerListener and SecurityListener, as server.xml has them. */
final class ListenersTest {
    @TempDir private Path base;

    private Server server(String listener) throws Exception {
        Path file = Files.createDirectories(base.resolve("conf")).resolve("server.xml");
        Files.writeString(
                file,
                "<Server><Listener className='org.apache.catalina."
                        + listener
                        + "/><Service><Connector port='0'/><Engine name='E' defaultHost='localhost'>"
                        + "<Host name='localhost'/></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        return Server.of(result.config(), base, base);
    }

    @Test
    void versionsAreLogged() throws Exception {
        System.setProperty("serval.test.password", "hidden-word");
        try (ServerLog log = new ServerLog()) {
            Server server = server("startup.VersionLoggerListener' logProps='true'");
            server.start();
            server.stop(Duration.ofSeconds(10));
            assertThat(log.lines())
                    .anyMatch(line -> line.startsWith("Server version: Serval/"))
                    .contains("Java home: " + System.getProperty("java.home"))
                    .contains("Property: serval.test.password=(not shown)")
                    .contains("Property: java.home=" + System.getProperty("java.home"))
                    .noneMatch(line -> line.contains("hidden-word"))
                    .noneMatch(line -> line.startsWith("Environment: "));
        } finally {
            System.clearProperty("serval.test.password");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "checkedOsUsers='nobody-of-this-name, USER' | must not run as USER",
                "checkedOsUsers='' minimumUmask='0777' | has to take away 0777 at least"
            })
    void theServerDoesNotStartWithTooManyRights(String attributes, String message)
            throws Exception {
        String user = System.getProperty("user.name");
        Server server = server("security.SecurityListener' " + attributes.replace("USER", user));
        assertThatThrownBy(server::start)
                .hasStackTraceContaining("SRV-0509")
                .hasStackTraceContaining(message.replace("USER", user));
    }

    @Test
    void itStartsWithFewer() throws Exception {
        Server server = server("security.SecurityListener' checkedOsUsers='x' minimumUmask='0000'");
        server.start();
        server.stop(Duration.ofSeconds(10));
    }
}
