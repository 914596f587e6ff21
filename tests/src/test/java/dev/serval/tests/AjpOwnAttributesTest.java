package dev.serval.tests;

import static dev.serval.tests.AjpFront.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.container.Server;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A front that may name every attribute names none that leads to another file (CVE-2020-1938). */
@Timeout(120)
final class AjpOwnAttributesTest {
    private static final String INCLUDE = "servlet.include.";

    @TempDir private Path base;
    private Server server;

    private AjpFront start(String wire) throws Exception {
        new AppDirectory(base.resolve("webapps"), "ROOT")
                .file("hello.txt", "hello")
                .file("admin/secret.txt", "hidden words")
                .webXml(
                        "<security-constraint><web-resource-collection>"
                                + "<web-resource-name>a</web-resource-name>"
                                + "<url-pattern>/admin/*</url-pattern></web-resource-collection>"
                                + "<auth-constraint/></security-constraint>");
        server =
                Configured.server(
                        base,
                        "<Connector port='0' secret='s' protocol='"
                                + wire
                                + "' allowedRequestAttributesPattern='.*'/>",
                        "<Host name='localhost'/>");
        return new AjpFront(server.connectors().get(0).port());
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(10));
        }
    }

    private static AjpFront.Asked asked(String uri) {
        return get(uri).attribute(12, "s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AJP-NIO", "AJP-NIO2", "AJP-BIO"})
    void noPatternLetsAnAttributeOfTheServletApiPass(String wire) throws Exception {
        try (AjpFront front = start(wire)) {
            assertThat(front.ask(asked("/hello.txt").attribute("OWN", "x")).text())
                    .isEqualTo("hello");
            assertThat(front.ask(asked("/admin/secret.txt")).status()).isEqualTo(403);
        }
        for (String begin : new String[] {"jakarta.", "javax."}) {
            try (AjpFront front = new AjpFront(server.connectors().get(0).port())) {
                AjpFront.Answer answer =
                        front.ask(
                                asked("/none.txt")
                                        .attribute(begin + INCLUDE + "request_uri", "/x")
                                        .attribute(begin + INCLUDE + "servlet_path", "/")
                                        .attribute(
                                                begin + INCLUDE + "path_info", "admin/secret.txt"));
                assertThat(answer.text()).doesNotContain("hidden words");
                assertThat(answer.status()).isEqualTo(403);
            }
        }
    }
}
