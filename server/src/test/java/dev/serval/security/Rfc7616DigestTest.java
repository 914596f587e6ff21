package dev.serval.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** DIGEST without a socket: the values of RFC 7616 §3.9.1, fields, nonces. */
class Rfc7616DigestTest {
    private static final String REALM = "http-auth@example.org";
    private static final String BETWEEN =
            "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v:00000001"
                    + ":f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ:auth";

    private final AtomicLong clock = new AtomicLong();

    private static DigestAnswer answer(DigestAlgorithm algorithm, String user, String response) {
        return new DigestAnswer(
                user, REALM, algorithm, BETWEEN, "GET", "/dir/index.html", response);
    }

    @ParameterizedTest
    @CsvSource({
        "MD5, 8ca523f5e9506fed4657c9700eebdbec",
        "SHA_256, 753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
    })
    void section3_9_1_theExampleIsRight(DigestAlgorithm algorithm, String response) {
        Users users =
                new Users(List.of(new Users.User("Mufasa", "Circle of Life", Set.of("king"))));
        Realm realm = MemoryRealm.of(users);
        assertThat(realm.authenticate(answer(algorithm, "Mufasa", response)).name())
                .isEqualTo("Mufasa");
        assertThat(realm.authenticate(answer(algorithm, "mufasa", response))).isNull();
        assertThat(realm.authenticate(answer(algorithm, "Mufasa", response.replace('a', 'b'))))
                .isNull();
    }

    @Test
    void aHashThatIsKeptOfNameRealmAndPasswordServes() {
        String kept = DigestAlgorithm.MD5.hash("Mufasa:" + REALM + ":Circle of Life");
        Users users = new Users(List.of(new Users.User("Mufasa", kept, Set.of())));
        CredentialHandler md5 =
                new MessageDigestCredentials("MD5", java.nio.charset.StandardCharsets.UTF_8, 1, 0);
        Realm realm =
                new MemoryRealm(
                        () -> users,
                        md5,
                        CertificateNames.DEFAULTS,
                        new LoginThreads(),
                        RealmLimits.DEFAULTS);
        DigestAnswer right =
                answer(DigestAlgorithm.MD5, "Mufasa", "8ca523f5e9506fed4657c9700eebdbec");
        assertThat(realm.authenticate(right)).isNotNull();
        DigestAnswer other = answer(DigestAlgorithm.SHA_256, "Mufasa", "00");
        assertThat(realm.authenticate(other)).isNull();
    }

    @Test
    void aSaltedHashDoesNotServe() {
        String kept = new Pbkdf2Credentials(10).mutate("x");
        Users users = new Users(List.of(new Users.User("a", kept, Set.of())));
        DigestAnswer made = answer(DigestAlgorithm.MD5, "a", "");
        String a1 = made.a1("");
        String a2 = DigestAlgorithm.MD5.hash("GET:/dir/index.html");
        String response = DigestAlgorithm.MD5.hash(a1 + ":" + BETWEEN + ":" + a2);
        assertThat(MemoryRealm.of(users).authenticate(answer(DigestAlgorithm.MD5, "a", response)))
                .isNull();
    }

    @Test
    void parametersAreReadAsRfc9110Section11_4Says() {
        Map<String, String> fields =
                AuthParameters.parse(
                        "Digest",
                        "dIgEsT username = \"a \\\"b\\\\\" ,, NC=00000001,qop=auth , uri=\"/,=\"");
        assertThat(fields)
                .isEqualTo(
                        Map.of(
                                "username",
                                "a \"b\\",
                                "nc",
                                "00000001",
                                "qop",
                                "auth",
                                "uri",
                                "/,="));
        assertThat(AuthParameters.userName(fields)).isEqualTo("a \"b\\");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Basic a=b",
                "Digest",
                "Digestx a=b",
                "Digest a",
                "Digest a=",
                "Digest a=\"b",
                "Digest a=\"b\\",
                "Digest =b",
                "Digest a=b c=d",
                "Digest a=b,A=c",
                "Digest a==b"
            })
    void whatIsMalformedIsNothing(String field) {
        assertThat(AuthParameters.parse("Digest", field)).isNull();
    }

    @Test
    void section3_4_4_namesAreUtf8InBothForms() {
        assertThat(AuthParameters.userName(Map.of("username*", "UTF-8''J%C3%A4s%C3%B8n+")))
                .isEqualTo("Jäsøn+");
        assertThat(AuthParameters.userName(Map.of("username", "J\u00c3\u00a4"))).isEqualTo("Jä");
        assertThat(AuthParameters.userName(Map.of("username*", "UTF-8''%C"))).isNull();
        assertThat(AuthParameters.userName(Map.of("username*", "x"))).isNull();
        assertThat(AuthParameters.userName(Map.of("username", "a", "username*", "UTF-8''a")))
                .isNull();
        assertThat(AuthParameters.userName(Map.of("username", "a", "userhash", "true"))).isNull();
    }

    @Test
    void section3_3_aCountIsUsedOnceAndMayOvertakeInItsWindow() {
        Nonces nonces = new Nonces(1000, 10, 3, clock::get);
        String nonce = nonces.next();
        assertThat(nonces.state(nonce, "00000002")).isEqualTo(Nonces.NonceState.FRESH);
        assertThat(nonces.use(nonce, "00000002")).isTrue();
        assertThat(nonces.use(nonce, "00000002")).isFalse();
        assertThat(nonces.state(nonce, "00000002")).isEqualTo(Nonces.NonceState.REPLAYED);
        assertThat(nonces.use(nonce, "00000001")).isTrue();
        assertThat(nonces.use(nonce, "00000006")).isTrue();
        assertThat(nonces.use(nonce, "00000003")).as("behind the window").isFalse();
        assertThat(nonces.use(nonce, "00000004")).isTrue();
        assertThat(nonces.use(nonce, "ffffffff")).as("far ahead").isFalse();
    }

    @Test
    void section5_12_aNonceEndsByTimeAndIsOurs() {
        Nonces nonces = new Nonces(1000, 2, 3, clock::get);
        String first = nonces.next();
        clock.addAndGet(999);
        assertThat(nonces.state(first, "00000001")).isEqualTo(Nonces.NonceState.FRESH);
        clock.addAndGet(1);
        assertThat(nonces.state(first, "00000001")).isEqualTo(Nonces.NonceState.STALE);
        assertThat(nonces.use(first, "00000001")).isFalse();
        String own = nonces.next();
        for (int i = 0; i < own.length() - 1; i++) {
            char other = own.charAt(i) == 'A' ? 'B' : 'A';
            String changed = own.substring(0, i) + other + own.substring(i + 1);
            assertThat(nonces.state(changed, "00000001")).isEqualTo(Nonces.NonceState.STALE);
            assertThat(nonces.use(changed, "00000001")).isFalse();
        }
        String anothers = new Nonces(1000, 2, 3, clock::get).next();
        for (String given : List.of("made up", "", "AAAA", "\u00e4", anothers)) {
            assertThat(nonces.state(given, "00000001")).isEqualTo(Nonces.NonceState.STALE);
        }
        assertThat(nonces.state(own, "00000001")).isEqualTo(Nonces.NonceState.FRESH);
    }

    @Test
    void whoOnlyAsksPushesNobodyOut() {
        Nonces nonces = new Nonces(1000, 2, 3, clock::get);
        String asked = nonces.next();
        String used = nonces.next();
        assertThat(nonces.use(used, "00000001")).isTrue();
        for (int i = 0; i < 100; i++) {
            String other = nonces.next();
            assertThat(nonces.state(other, "00000001")).isEqualTo(Nonces.NonceState.FRESH);
        }
        assertThat(nonces.size()).isEqualTo(1);
        assertThat(nonces.use(asked, "00000001")).isTrue();
        assertThat(nonces.state(used, "00000001")).isEqualTo(Nonces.NonceState.REPLAYED);
        assertThat(nonces.use(used, "00000002")).isTrue();
    }

    @Test
    void section5_5_whatIsForgottenIsStaleAndNotNew() {
        Nonces nonces = new Nonces(1000, 2, 3, clock::get);
        String unused = nonces.next();
        List<String> used = List.of(nonces.next(), nonces.next(), nonces.next());
        for (String nonce : used) {
            assertThat(nonces.use(nonce, "00000001")).isTrue();
        }
        assertThat(nonces.size()).isEqualTo(2);
        assertThat(nonces.state(used.get(0), "00000001")).isEqualTo(Nonces.NonceState.STALE);
        assertThat(nonces.use(used.get(0), "00000001")).isFalse();
        assertThat(nonces.state(used.get(1), "00000001")).isEqualTo(Nonces.NonceState.REPLAYED);
        assertThat(nonces.state(unused, "00000001"))
                .as("nobody knows")
                .isEqualTo(Nonces.NonceState.STALE);
        clock.addAndGet(1);
        assertThat(nonces.use(nonces.next(), "00000001")).isTrue();
    }

    @Test
    void whatIsTooOldTakesNoRoom() {
        Nonces nonces = new Nonces(1000, 2, 3, clock::get);
        assertThat(nonces.use(nonces.next(), "00000001")).isTrue();
        assertThat(nonces.use(nonces.next(), "00000001")).isTrue();
        clock.addAndGet(1000);
        String asked = nonces.next();
        assertThat(nonces.use(nonces.next(), "00000001")).isTrue();
        assertThat(nonces.size()).isEqualTo(1);
        assertThat(nonces.use(asked, "00000001")).isTrue();
    }
}
