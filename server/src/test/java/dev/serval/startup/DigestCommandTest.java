package dev.serval.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.security.Pbkdf2Credentials;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code serval.sh digest} prints. */
class DigestCommandTest {
    private static String digest(String typed, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DigestCommand command =
                new DigestCommand(
                        new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(command.run(List.of(words))).isZero();
        return out.toString(StandardCharsets.UTF_8).strip();
    }

    @Test
    void aPasswordOfTheInputIsNotPrinted() {
        String kept = digest("s3cret\n", "-i", "1000");
        assertThat(kept).startsWith("$pbkdf2-sha256$i=1000$").doesNotContain("s3cret");
        assertThat(Pbkdf2Credentials.DEFAULT.matches("s3cret", kept)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "-a SHA-256 -s 0 a, a:[0-9a-f]{64}",
        "-a SHA-256 -s 2 -i 3 a, a:[0-9a-f]{4}\\$3\\$[0-9a-f]{64}",
        "-a PBKDF2WithHmacSHA512 -i 10 -s 4 -k 64 a, a:[0-9a-f]{8}\\$10\\$[0-9a-f]{16}",
        "-h org.apache.catalina.realm.SecretKeyCredentialHandler -i 10 a, a:[0-9a-f]{64}\\$10\\$[0-9a-f]{40}"
    })
    void theFormsOfTomcat(String words, String pattern) {
        assertThat(digest("", words.split(" "))).matches(pattern);
    }

    @ParameterizedTest
    @CsvSource({"-a SHA-257 a", "-i 0 a", "-i", "-f file", "-h x.Y a", "-e UTF-99 a", "''"})
    void whatCannotBeDoneSaysSo(String words) {
        assertThatThrownBy(() -> digest("", words.isEmpty() ? new String[0] : words.split(" ")))
                .isInstanceOf(StartFailure.class)
                .hasMessageStartingWith("digest: ");
    }
}
