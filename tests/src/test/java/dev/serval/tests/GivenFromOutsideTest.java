package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Installation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody sets in a container, beside the shipped configuration. */
@Timeout(300)
class GivenFromOutsideTest {
    @TempDir static Path shared;
    private static Path home;

    @TempDir Path temporary;
    private Installation serval;

    @BeforeAll
    static void unpack() throws IOException {
        home = Installation.unpack(shared);
    }

    @BeforeEach
    void makeBase() throws IOException {
        serval = Installation.saysHello(home, temporary);
        Path sites = Files.createDirectories(serval.base.resolve("sites/ROOT"));
        Files.writeString(sites.resolve("index.html"), "<p>Elsewhere");
    }

    @AfterEach
    void endWhatRuns() {
        serval.close();
    }

    private static String said(String attribute, String source) {
        return ": " + attribute + " is that of the " + source + "\n";
    }

    @Test
    void attributesAreGivenByTheirPathsAndThatIsSaidOnce() throws Exception {
        serval.with("SERVAL_HOST_APPBASE", "sites");
        serval.with("JAVA_OPTS", "-Dserval.Connector.server=geheim");
        String host = said("appBase of Host", "environment variable SERVAL_HOST_APPBASE");
        String server = said("server of Connector", "system property serval.Connector.server");

        Outcome test = serval.run("configtest.sh").mustSucceed();
        assertThat(test.out()).containsOnlyOnce(host).containsOnlyOnce(server);
        Outcome start = serval.run("startup.sh").mustSucceed();
        assertThat(start.out())
                .containsOnlyOnce(host)
                .containsOnlyOnce(server)
                .doesNotContain("geheim");
        assertThat(Files.readString(serval.base.resolve("logs/serval.log")))
                .containsOnlyOnce(host)
                .doesNotContain("geheim");
        assertThat(serval.get("/").body()).asString().isEqualTo("<p>Elsewhere");
        assertThat(serval.get("/").headers().firstValue("Server")).hasValue("geheim");
    }

    @Test
    void aPathThatLeadsNowhereKeepsTheServerFromStarting() throws Exception {
        serval.with("SERVAL_HOST_APBASE", "sites");
        String message =
                "environment variable SERVAL_HOST_APBASE: conf/server.xml has no element with that"
                        + " attribute (did you mean SERVAL_HOST_APPBASE?)";
        Outcome test = serval.run("configtest.sh");
        assertThat(test.code()).isEqualTo(1);
        assertThat(test.out()).contains(message);
        Outcome start = serval.run("startup.sh");
        assertThat(start.code()).isEqualTo(1);
        assertThat(start.err()).contains(message, "SRV-0807");
    }
}
