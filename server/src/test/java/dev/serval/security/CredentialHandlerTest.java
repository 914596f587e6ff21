package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import dev.serval.LoggedEvents;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** How passwords are kept, ours and Tomcat's forms. */
class CredentialHandlerTest {
    private static final CredentialHandler OURS = new Pbkdf2Credentials(1000);

    private static CredentialHandler hash(String algorithm) {
        return new MessageDigestCredentials(algorithm, StandardCharsets.UTF_8, 1, 0);
    }

    /** Values that other tools make of the same words. */
    @ParameterizedTest(name = "{0} {2}")
    @CsvSource({
        "SHA-256, password, 5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
        "SHA-256, password, 5E884898DA28047151D0E56F8DC6292773603D0D6AABBDD62A11EF721D1542D8",
        "MD5, password, 5f4dcc3b5aa765d61d8327deb882cf99",
        "MD5, password, {MD5}X03MO1qnZdYdgyfeuILPmQ==",
        "SHA-1, password, {SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g="
    })
    void whatTomcatKeepsMatches(String algorithm, String password, String kept) {
        assertThat(hash(algorithm).matches(password, kept)).isTrue();
        assertThat(hash(algorithm).matches(password + "x", kept)).isFalse();
        assertThat(hash(algorithm).matches("", kept)).isFalse();
    }

    @Test
    void aSaltedHashOfADirectoryMatches() throws Exception {
        byte[] salt = {1, 2, 3, 4};
        java.security.MessageDigest sha = java.security.MessageDigest.getInstance("SHA-1");
        sha.update("s3cret".getBytes(StandardCharsets.UTF_8));
        byte[] hash = sha.digest(salt);
        byte[] both = java.util.Arrays.copyOf(hash, hash.length + salt.length);
        System.arraycopy(salt, 0, both, hash.length, salt.length);
        String kept = "{SSHA}" + java.util.Base64.getEncoder().encodeToString(both);
        assertThat(hash("SHA-1").matches("s3cret", kept)).isTrue();
        assertThat(hash("SHA-1").matches("s3cre", kept)).isFalse();
    }

    /** RFC 3112 §3: the password, then the salt. */
    @Test
    void theSaltMayFollowThePassword() throws Exception {
        byte[] salt = {1, 2, 3, 4};
        java.security.MessageDigest sha = java.security.MessageDigest.getInstance("SHA-256");
        sha.update("s3cret".getBytes(StandardCharsets.UTF_8));
        String kept = new SaltedHash(salt, 1, sha.digest(salt)).toString();
        CredentialHandler after =
                new MessageDigestCredentials("SHA-256", StandardCharsets.UTF_8, 1, 4, true);
        assertThat(after.matches("s3cret", kept)).isTrue();
        assertThat(after.matches("s3cret", after.mutate("s3cret"))).isTrue();
        assertThat(
                        new MessageDigestCredentials("SHA-256", StandardCharsets.UTF_8, 1, 4)
                                .matches("s3cret", kept))
                .isFalse();
    }

    @Test
    void whatCannotBeComparedIsToldOnceAMinuteAndIsNotShown() {
        Logger logger = (Logger) LoggerFactory.getLogger(ToldCredentials.class);
        LoggedEvents log = new LoggedEvents();
        logger.addAppender(log);
        try {
            AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
            CredentialHandler told = new ToldCredentials(hash("SHA-256"), nanos::get);
            String right = hash("SHA-256").mutate("s3cret");
            assertThat(told.matches("s3cret", right)).isTrue();
            assertThat(log.list).isEmpty();
            assertThat(told.matches("plain-text", "plain-text")).isFalse();
            assertThat(told.matches("plain-text", "plain-text")).isFalse();
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            assertThat(told.matches("plain-text", "plain-text")).isFalse();
            assertThat(log.list)
                    .hasSize(2)
                    .allSatisfy(
                            event ->
                                    assertThat(event.getFormattedMessage())
                                            .startsWith("SRV-0690")
                                            .contains("MessageDigestCredentials")
                                            .doesNotContain("plain-text"));
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void plainTextIsTakenWithoutAHandlerAndWithoutAnAlgorithm() {
        assertThat(Pbkdf2Credentials.DEFAULT.matches("s3cret", "s3cret")).isTrue();
        assertThat(Pbkdf2Credentials.DEFAULT.matches("s3cre", "s3cret")).isFalse();
        assertThat(hash(null).matches("s3cret", "s3cret")).isTrue();
        assertThat(hash(null).matches("", "s3cret")).isFalse();
    }

    @Test
    void everyHandlerKnowsWhatItMade() {
        List<CredentialHandler> handlers =
                List.of(
                        OURS,
                        hash("SHA-512"),
                        new MessageDigestCredentials("SHA-256", StandardCharsets.UTF_8, 5, 8),
                        new SecretKeyCredentials("PBKDF2WithHmacSHA512", 100, 16, 256),
                        new NestedCredentials(
                                List.of(
                                        new SecretKeyCredentials(
                                                "PBKDF2WithHmacSHA1", 10, 4, 160))));
        for (CredentialHandler handler : handlers) {
            for (String password : List.of("s3cret", "pässwörd", "$1$", "{MD5}")) {
                String kept = handler.mutate(password);
                assertThat(kept).doesNotContain(password);
                assertThat(handler.matches(password, kept)).as(kept).isTrue();
                assertThat(handler.matches(password + " ", kept)).as(kept).isFalse();
            }
        }
    }

    @Test
    void aHashThatWasCutIsNobodysPassword() {
        String whole = OURS.mutate("s3cret");
        assertThat(Pbkdf2Credentials.isBroken(whole)).isFalse();
        for (int i = "$pbkdf2".length(); i < whole.length(); i++) {
            String cut = whole.substring(0, i);
            assertThat(OURS.matches(cut, cut)).as(cut).isFalse();
            assertThat(OURS.matches("s3cret", cut)).as(cut).isFalse();
            assertThat(Pbkdf2Credentials.isBroken(cut)).as(cut).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$pbkdf2-sha256$29000$N2YMIWQsBWBMae09x1jrPQ$1t8iyB2A.WF/Z5JZv.lfCIhXXN33N23OSgQYThBYRfk",
                "$2y$10$abcdefghijklmnopqrstuv",
                "9ce6fbf6$20000$af4b5ab8a64c9df3d1b1b0e5d7a9c5f1",
                "9ce6fbf6$20000$af4b5ab8a64c9df3d1b1b0e5d7a9c5f1a2b3c4d5"
            })
    void aHashOfAnotherProgramIsNobodysPassword(String kept) {
        assertThat(OURS.matches(kept, kept)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"$1$", "$", "a$1$b", "$2y$10$", "cafe$1$cafe"})
    void aPasswordWithDollarsIsOne(String kept) {
        assertThat(OURS.matches(kept, kept)).isTrue();
    }

    @Test
    void saltIsNewEachTime() {
        assertThat(OURS.mutate("a")).isNotEqualTo(OURS.mutate("a")).startsWith("$pbkdf2-sha256$i=");
    }

    /** RFC 7914 §11: a test vector of PBKDF2-HMAC-SHA256, in our form and in Tomcat's. */
    @Test
    void theKeyIsThatOfTheStandard() {
        String hex =
                "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783";
        byte[] key =
                new SecretKeyCredentials("PBKDF2WithHmacSHA256", 1, 1, 8)
                        .hash("passwd", "salt".getBytes(StandardCharsets.US_ASCII), 1, 512);
        assertThat(java.util.HexFormat.of().formatHex(key)).isEqualTo(hex);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "$", "$$", "x$1$y", "00$0$00", "00$-1$00", "00$1$", "{", "{MD5}?"})
    void whatHasNoFormMatchesNothing(String kept) {
        assertThat(hash("SHA-256").matches("", kept)).isFalse();
        assertThat(SecretKeyCredentials.DEFAULT.matches("", kept)).isFalse();
    }

    @Test
    void anAlgorithmThatIsNotThereIsAnError() {
        assertThatThrownBy(() -> hash("SHA-257")).hasMessageContaining("SHA-257");
        assertThatThrownBy(() -> new SecretKeyCredentials("PBKDF3", 1, 1, 8))
                .hasMessageContaining("PBKDF3");
    }
}
