package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.tests.Installation.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code serval.sh serve} of the packed distribution. */
@Timeout(300)
class ServeTest {
    private static final Pattern ADDRESS = Pattern.compile("(https?)://localhost:([0-9]+)/");

    @TempDir static Path temporary;
    private static Installation serval;
    private static Path site;

    @BeforeAll
    static void unpack() throws IOException {
        Path home = Installation.unpack(temporary.resolve("with a blank"));
        Path base = Files.createDirectories(temporary.toRealPath().resolve("the base"));
        site = Files.createDirectories(base.resolve("a site"));
        Files.writeString(site.resolve("index.html"), "<p>Hello");
        Files.writeString(site.resolve("app.3f2a9c1b.js"), "let a;");
        Files.writeString(site.resolve("logo.svg"), "<svg>" + "<g></g>".repeat(500) + "</svg>");
        Files.writeString(site.resolve(".env"), Site.SECRET);
        serval = new Installation(home, base);
    }

    @AfterAll
    static void endWhatRuns() {
        serval.close();
    }

    private static Path script() {
        return serval.home.resolve("bin/serval.sh");
    }

    private static String said() throws IOException {
        return Files.readString(serval.out());
    }

    /** The port that it says it listens on. */
    private static int port(String scheme) throws Exception {
        Matcher[] found = new Matcher[1];
        Waiting.until(
                "the address",
                () -> {
                    found[0] = ADDRESS.matcher(said());
                    return found[0].find();
                });
        assertThat(found[0].group(1)).isEqualTo(scheme);
        return Integer.parseInt(found[0].group(2));
    }

    @Test
    void aDirectoryIsServedWithALiveLogUntilCtrlC() throws Exception {
        // A build in the background ignores Ctrl-C, and so would what it starts.
        Process process =
                serval.launch(
                        Path.of("/usr/bin/env"),
                        "--default-signal=INT",
                        script().toString(),
                        "serve",
                        "a site",
                        "--port",
                        "0",
                        "--spa");
        int port = port("http");
        assertThat(said()).contains("Serving " + site);
        Waiting.until(
                "who reaches it",
                () -> said().contains("Only this machine reaches it; --address 0.0.0.0 opens it"));
        try (RawClient client = new RawClient(port)) {
            RawResponse page = client.exchange(ServerUnderTest.request("GET", "/?a=b"));
            assertThat(page.text()).isEqualTo("<p>Hello");
            assertThat(page.field("Cache-Control")).isEqualTo("no-cache");
            assertThat(page.field("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(page.field("X-Frame-Options")).isEqualTo("SAMEORIGIN");
            assertThat(page.field("Content-Security-Policy")).isEqualTo("frame-ancestors 'self'");
            assertThat(page.field("Referrer-Policy")).isNotEmpty();
            assertThat(
                            client.exchange(ServerUnderTest.request("GET", "/app.3f2a9c1b.js"))
                                    .field("Cache-Control"))
                    .endsWith("immutable");
            RawResponse logo =
                    client.exchange(
                            ServerUnderTest.request("GET", "/logo.svg", "Accept-Encoding: gzip"));
            assertThat(Gunzip.text(logo)).endsWith("</svg>");
            assertThat(logo.body().length).isLessThan(500);
            assertThat(client.exchange(ServerUnderTest.request("GET", "/users/7")).text())
                    .isEqualTo("<p>Hello");
            assertThat(client.exchange(ServerUnderTest.request("GET", "/.env")).status())
                    .isEqualTo(404);
        }
        // While it runs; without colours, for this is no terminal.
        Waiting.until("the log", () -> said().contains(" 404 GET /.env "));
        assertThat(said())
                .containsPattern("(?m)^[0-9:]{8} 200 GET /\\?a=b 8 B [0-9]+ ms$")
                .containsPattern("(?m)^[0-9:]{8} 404 GET /\\.env [0-9]+ B [0-9]+ ms$")
                .doesNotContain("\u001b");

        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        assertThat(Installation.waitFor(process)).isZero();
        assertThat(said()).endsWith("Stopped.\n");
        assertThat(serval.base.resolve("logs")).doesNotExist();
    }

    @Test
    void tlsMakesItsCertificateTheFirstTime() throws Exception {
        Files.createDirectories(serval.base.resolve("conf"));
        Process process = serval.launch(script(), "serve", "--tls", "--port=0", site.toString());
        port("https");
        assertThat(said()).contains("Made a self-signed certificate");
        assertThat(serval.base.resolve("conf/localhost.p12")).exists();
        process.destroy();
        assertThat(Installation.waitFor(process)).isZero();
    }

    @Test
    void mistakesAreSaidInOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Outcome outcome =
                    serval.run(script(), "serve", "a site", "--port", "" + taken.getLocalPort());
            assertThat(outcome.mustFailWithOneLine())
                    .contains("Port " + taken.getLocalPort() + " is taken by ")
                    .contains("(PID " + ProcessHandle.current().pid() + ")")
                    .containsPattern("Port [0-9]+ is free: --port [0-9]+");
        }
        assertThat(serval.run(script(), "serve", "nowhere").mustFailWithOneLine())
                .contains("There is no directory " + serval.base.resolve("nowhere"));
        assertThat(serval.run(script(), "serve", "--spam").mustFailWithOneLine())
                .contains("no option --spam (did you mean --spa?)");
        assertThat(serval.run(script(), "serve", "--help").mustSucceed().out())
                .contains("--address");
    }
}
