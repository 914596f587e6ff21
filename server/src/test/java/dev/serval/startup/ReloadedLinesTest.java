package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.Compatibility;
import dev.serval.config.ServerXml;
import dev.serval.container.Server;
import dev.serval.extension.Extensions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code serval.sh reload} says. */
class ReloadedLinesTest {
    @TempDir private Path base;

    @Test
    void whatIsIgnoredDoesNotCountAtTheNextStartEither() throws Exception {
        Path xml = write("");
        Files.createDirectories(base.resolve("webapps"));
        Server server = Server.of(ServerXml.read(xml).config(), base, base);
        server.start();
        try {
            write(" maxThread='9' acceptCount='7'");
            ConfigurationReload reload =
                    new ConfigurationReload(
                            xml, Extensions.NONE, Compatibility.NONE, server, times -> {});
            assertThat(reload.run())
                    .satisfiesExactly(
                            line ->
                                    assertThat(line)
                                            .contains("conf/server.xml:1:")
                                            .endsWith(
                                                    "Connector has no attribute maxThread (did you"
                                                            + " mean maxThreads?); it is ignored"
                                                            + " (warning)"),
                            line ->
                                    assertThat(line)
                                            .endsWith(
                                                    "acceptCount of Connector 0 127.0.0.1: counts"
                                                            + " at the next start"));
        } finally {
            server.stop(Duration.ZERO);
        }
    }

    private Path write(String more) throws IOException {
        return Files.writeString(
                Files.createDirectories(base.resolve("conf")).resolve("server.xml"),
                "<Server><Service><Connector port='0' address='127.0.0.1'"
                        + more
                        + "/><Engine defaultHost='localhost'><Host name='localhost'/></Engine>"
                        + "</Service></Server>");
    }
}
