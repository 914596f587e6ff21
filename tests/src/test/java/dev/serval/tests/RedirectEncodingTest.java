package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A redirect to a directory leads to it, however the connector reads paths. */
final class RedirectEncodingTest {
    @TempDir private static Path root;
    private static AllPorts server;

    @BeforeAll
    static void start() throws Exception {
        for (String name : new String[] {"ä", "a%2Fb", "100%25"}) {
            Path directory = Files.createDirectories(root.resolve(name));
            Files.writeString(directory.resolve("index.html"), name);
        }
        server =
                AllPorts.start(
                        wire ->
                                Configured.connector(
                                                "URIEncoding='ISO-8859-1'"
                                                        + " encodedSolidusHandling='passthrough'")
                                        .change()
                                        .io(wire.io())
                                        .address("localhost")
                                        .tls(wire.tls() ? TestTls.shared() : null)
                                        .done(),
                        builder -> builder.directory("/", root).directory("/ö", root));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void isEncodedAsItWillBeRead(Wire wire) throws IOException {
        try (RawClient client = server.connect(wire)) {
            for (String path :
                    new String[] {"/%E4", "/a%2Fb", "/100%25", "/%F6/%E4", "/%F6/a%2Fb", "/%F6"}) {
                RawResponse answer = client.exchange(request("GET", path));
                assertThat(answer.status()).as(path).isEqualTo(302);
                assertThat(answer.field("Location")).isEqualTo(path + "/");
            }
            assertThat(client.exchange(request("GET", "/%E4/")).utf8()).isEqualTo("ä");
            assertThat(client.exchange(request("GET", "/%F6/a%2Fb/")).text()).isEqualTo("a%2Fb");
        }
    }
}
