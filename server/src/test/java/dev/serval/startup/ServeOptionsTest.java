package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What "serve" is told, and what it shows. */
class ServeOptionsTest {
    @TempDir private Path directory;

    private static ServeOptions of(String... words) {
        return ServeOptions.of(List.of(words));
    }

    @Test
    void byDefaultOnlyThisMachineIsServed() {
        ServeOptions options = of(directory.toString());
        assertThat(options)
                .isEqualTo(
                        new ServeOptions(directory, 8080, "127.0.0.1", false, false, false, false));
        assertThat(LocalAddresses.isLoopback(options.address())).isTrue();
        assertThat(LocalAddresses.isLoopback("0.0.0.0")).isFalse();
    }

    @Test
    void everyOptionIsTaken() {
        String name = directory.toString();
        assertThat(of("--port", "0", "--spa", name, "--address=::1", "--tls", "--listings"))
                .isEqualTo(new ServeOptions(directory, 0, "::1", true, true, true, false));
        assertThat(of("--help", "/missing").help()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "--prot 80, There is no option --prot (did you mean --port?). \"serval.sh serve --help\"",
        "-x, There is no option -x",
        "--port, --port needs a value.",
        "--port 65536, '--port is a number from 0 to 65535, not 65536.'",
        "--port=http, '--port is a number from 0 to 65535, not http.'",
        "--spa=yes, --spa takes no value.",
        "/missing/directory, There is no directory /missing/directory.",
        "a b, 'One directory can be served, not a and b.'"
    })
    void mistakesAreSaidInOneLine(String words, String message) {
        assertThatThrownBy(() -> of(words.split(" ")))
                .isInstanceOf(StartFailure.class)
                .hasMessageStartingWith("SRV-0810 " + message);
    }

    @Test
    void aFileIsNoDirectory() throws Exception {
        Path file = Files.writeString(directory.resolve("a.txt"), "a");
        assertThatThrownBy(() -> of(file.toString()))
                .hasMessage("SRV-0810 " + file + " is a file; \"serve\" takes a directory.");
    }

    @Test
    void theStatusIsColouredOnATerminalOnly() {
        String line = "10:15:30 404 GET /a 0 B 1 ms";
        assertThat(shown(line, false)).isEqualTo(line + System.lineSeparator());
        assertThat(shown(line, true))
                .isEqualTo(
                        "10:15:30 \u001b[33m404\u001b[0m GET /a 0 B 1 ms" + System.lineSeparator());
    }

    private static String shown(String line, boolean coloured) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new TerminalLog(new PrintStream(bytes, true), coloured).line(line);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void noColorIsRespected() {
        System.setProperty("serval.terminal", "true");
        try {
            assertThat(TerminalLog.coloured(Map.of("TERM", "xterm")::get)).isTrue();
            assertThat(TerminalLog.coloured(Map.of("NO_COLOR", "")::get)).isTrue();
            assertThat(TerminalLog.coloured(Map.of("NO_COLOR", "1")::get)).isFalse();
            assertThat(TerminalLog.coloured(Map.of("TERM", "dumb")::get)).isFalse();
        } finally {
            System.clearProperty("serval.terminal");
        }
        assertThat(TerminalLog.coloured(Map.<String, String>of()::get)).isFalse();
    }
}
