package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Constraints and ways to log in, as clients see them; security rules 15, 16 and 19. */
@ParameterizedClass(name = "{0}", autoCloseArguments = false)
@ArgumentsSource(SecuredSites.Plain.class)
final class Servlet61Section13_6AuthenticationTest {
    private static final String FORM_BODY = "j_username=ann&j_password=s3cret";

    @Parameter SecuredSite site;

    private static String basic(String user) {
        byte[] bytes = user.getBytes(StandardCharsets.UTF_8);
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(bytes);
    }

    // ---- constraints

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "GET, /basic/open.txt, 200",
        "GET, /basic/who, 200",
        "GET, /basic/admin/x.txt, 401",
        "HEAD, /basic/admin/x.txt, 401",
        "PUT, /basic/admin/x.txt, 401",
        "OPTIONS, /basic/admin/x.txt, 401",
        "FOO, /basic/admin/x.txt, 401",
        "GET, /basic/admin, 401",
        "GET, /basic/admin/, 401",
        "GET, /basic/%61dmin/x.txt, 401",
        "GET, /basic/./admin/x.txt, 401",
        "GET, /basic//admin/x.txt, 401",
        "GET, /basic/admin;a=b/x.txt, 401",
        "GET, /basic/x/../admin/x.txt, 401",
        "GET, /basic/ADMIN/x.txt, 404",
        "GET, /basic/nobody/x.txt, 403",
        "GET, /basic/write, 200",
        "POST, /basic/write, 401",
        "GET, /basic/WEB-INF/web.xml, 404"
    })
    @Section("13.8.3")
    void whoHasNotLoggedIn(String method, String target, int status) throws IOException {
        for (int i = 0; i < 2; i++) {
            RawResponse response = site.exchange(ServerUnderTest.request(method, target));
            assertThat(response.status()).as("nothing is learnt").isEqualTo(status);
            assertThat(response.text()).doesNotContain("treasure");
        }
    }

    @ParameterizedTest(name = "{0} {1}: {2}")
    @CsvSource({
        "ann:s3cret, /basic/admin/x.txt, 200",
        "ann:s3cret, /basic/anybody/echo, 200",
        "ann:s3cret, /basic/all/echo, 200",
        "ann:s3cret, /basic/nobody/x.txt, 403",
        "bob:b, /basic/admin/x.txt, 403",
        "bob:b, /basic/anybody/echo, 200",
        "bob:b, /basic/all/echo, 403"
    })
    @Section("13.8.3")
    void whoHasTheRoleAndWhoHasNot(String user, String target, int status) throws IOException {
        assertThat(site.get(target, basic(user)).status()).isEqualTo(status);
    }

    @Test
    void whatIsProtectedIsKeptByItsClientAlone() throws IOException {
        RawResponse file = site.get("/basic/admin/x.txt", basic("ann:s3cret"));
        assertThat(file.text()).isEqualTo("treasure");
        assertThat(file.field("Cache-Control")).isEqualTo("private");
        assertThat(site.get("/basic/open.txt").field("Cache-Control")).isNull();
    }

    @Test
    @Section("13.8.3")
    void whatMustBeConfidentialIsRedirected() throws IOException {
        RawResponse response = site.get("/basic/tls//echo;a=b?x=%41&y");
        assertThat(response.status()).isEqualTo(302);
        assertThat(response.field("Location"))
                .isEqualTo("https://localhost/basic/tls/echo?x=%41&y");
        assertThat(response.text())
                .contains("<a href=\"https://localhost/basic/tls/echo?x=%41&amp;y\">")
                .doesNotContain("treasure");
    }

    @Test
    void accessLogsTellWhoItWas() throws Exception {
        site.get("/basic/admin/x.txt?log", basic("ann:s3cret"));
        site.get("/basic/admin/x.txt?log", basic("ann:wrong"));
        Waiting.until(
                "lines",
                () ->
                        site.log.contains("ann /basic/admin/x.txt")
                                && site.log.contains("- /basic/admin/x.txt"));
        site.get("/basic/admin/x.txt", basic("ann:s3cret"));
    }

    // ---- BASIC

    @Test
    @Section("13.6.1")
    void theChallengeQuotesTheRealm() throws IOException {
        RawResponse response = site.get("/basic/admin/x.txt");
        assertThat(response.field("WWW-Authenticate"))
                .isEqualTo("Basic realm=\"The \\\"realm\\\"\", charset=\"UTF-8\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Basic",
                "Basic ",
                "Basic ?",
                "Basic YW5u",
                "Basic YW5uOnMzY3JldA",
                "basicx YW5uOnMzY3JldA==",
                "Digest YW5uOnMzY3JldA==",
                "Basic YW5uOnMzY3JldA== x",
                "Basic /////w==",
                "Bearer x"
            })
    void rfc7617_whatIsMalformedIsAskedForAgain(String value) throws IOException {
        int status = site.get("/basic/admin/x.txt", "Authorization: " + value).status();
        boolean unpadded = value.equals("Basic YW5uOnMzY3JldA");
        assertThat(status).isEqualTo(unpadded ? 200 : 401);
    }

    @Test
    void rfc7617_theSchemeIsInAnyCaseAndTextIsUtf8() throws IOException {
        String bytes = basic("jürgen:pässwörd:x").replace("Basic", "bAsIc");
        RawResponse response = site.get("/basic/admin/echo", bytes);
        assertThat(response.utf8()).isEqualTo("GET|jürgen|BASIC|null|");
    }

    @Test
    @Section("13.3")
    void authenticateAsksWhereNothingIsConstrained() throws IOException {
        assertThat(site.get("/basic/who?authenticate").status()).isEqualTo(401);
        assertThat(site.get("/basic/who?authenticate", basic("ann:s3cret")).text())
                .isEqualTo("GET|ann|BASIC|null|");
        assertThat(site.get("/basic/who", basic("ann:s3cret")).text())
                .as("not asked for")
                .isEqualTo("GET|null|null|null|");
        assertThat(site.get("/basic/admin/echo?logout", basic("ann:s3cret")).text())
                .isEqualTo("GET|null|null|null|");
    }

    @Test
    void aSessionRemembersAndGetsAnotherIdAtTheLogin() throws IOException {
        String before = cookie(site.get("/basic/who?session"));
        RawResponse in = site.get("/basic/admin/echo", "Cookie: " + before, basic("ann:s3cret"));
        String after = cookie(in);
        assertThat(after).isNotEqualTo(before);
        RawResponse next = site.get("/basic/admin/echo", "Cookie: " + after);
        assertThat(next.text()).isEqualTo("GET|ann|BASIC|null|");
        assertThat(next.field("Set-Cookie")).as("known, so it keeps its id").isNull();
        assertThat(site.get("/basic/who", "Cookie: " + after).text())
                .isEqualTo("GET|ann|BASIC|null|");
        assertThat(site.get("/basic/admin/echo", "Cookie: " + before).status()).isEqualTo(401);
    }

    @Test
    void whoGuessesIsLockedOut() throws IOException {
        for (int i = 0; i < 5; i++) {
            assertThat(site.get("/basic/admin/x.txt", basic("lock:" + i)).status()).isEqualTo(401);
        }
        assertThat(site.get("/basic/admin/x.txt", basic("lock:right")).status()).isEqualTo(401);
    }

    // ---- DIGEST

    private static String hash(String algorithm, String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static String parameter(String challenge, String name) {
        Matcher found = Pattern.compile("\\b" + name + "=\"([^\"]*)\"").matcher(challenge);
        assertThat(found.find()).as(challenge).isTrue();
        return found.group(1);
    }

    /** The field for a request of that target. */
    private static String digest(
            String challenge, String algorithm, String password, String nc, String uri) {
        String realm = "The \"realm\"";
        String nonce = parameter(challenge, "nonce");
        String a1 = hash(algorithm, "ann:" + realm + ":" + password);
        String a2 = hash(algorithm, "GET:" + uri);
        String response = hash(algorithm, a1 + ":" + nonce + ":" + nc + ":c:auth:" + a2);
        return "Authorization: Digest username=\"ann\", realm=\"The \\\"realm\\\"\", uri=\""
                + uri
                + "\", algorithm="
                + algorithm
                + ", nonce=\""
                + nonce
                + "\", nc="
                + nc
                + ", cnonce=\"c\", qop=auth, response=\""
                + response
                + "\", opaque=\""
                + parameter(challenge, "opaque")
                + "\"";
    }

    private String challenge() throws IOException {
        RawResponse response = site.get("/digest/admin/echo");
        assertThat(response.status()).isEqualTo(401);
        return response.all("WWW-Authenticate").get(0);
    }

    @Test
    @Section("13.6.2")
    void theChallengesOfRfc7616() throws IOException {
        RawResponse response = site.get("/digest/admin/echo");
        assertThat(response.all("WWW-Authenticate"))
                .extracting(value -> value.replaceAll("(nonce|opaque)=\"[^\"]{20,}\"", "$1=*"))
                .containsExactly(
                        "Digest realm=\"The \\\"realm\\\"\", qop=\"auth\", nonce=*, opaque=*,"
                                + " algorithm=SHA-256, charset=UTF-8",
                        "Digest realm=\"The \\\"realm\\\"\", qop=\"auth\", nonce=*, opaque=*,"
                                + " algorithm=MD5, charset=UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"SHA-256", "MD5"})
    @Section("13.6.2")
    void aRightAnswerCountsOnce(String algorithm) throws IOException {
        String challenge = challenge();
        String uri = "/digest/admin/echo?a=b";
        String first = digest(challenge, algorithm, "s3cret", "00000001", uri);
        assertThat(site.get(uri, first).text()).isEqualTo("GET|ann|DIGEST|null|");
        RawResponse again = site.get(uri, first);
        assertThat(again.status()).as("a replay").isEqualTo(401);
        assertThat(again.all("WWW-Authenticate").get(0)).doesNotContain("stale");
        String second = digest(challenge, algorithm, "s3cret", "00000002", uri);
        assertThat(site.get(uri, second).status()).isEqualTo(200);
    }

    @Test
    @Section("13.6.2")
    void aWrongAnswerIsAskedForAgain() throws IOException {
        String challenge = challenge();
        String uri = "/digest/admin/echo";
        String right = digest(challenge, "SHA-256", "s3cret", "00000001", uri);
        String wrong = digest(challenge, "SHA-256", "wrong", "00000001", uri);
        assertThat(site.get(uri, wrong).status()).isEqualTo(401);
        assertThat(site.get(uri + "?x", right).status()).as("another uri").isEqualTo(401);
        assertThat(site.exchange(ServerUnderTest.request("HEAD", uri, right)).status())
                .as("another method")
                .isEqualTo(401);
        for (String change :
                new String[] {
                    "qop=auth>qop=auth-int",
                    "nc=00000001>nc=1",
                    "algorithm=SHA-256>algorithm=SHA-512",
                    "opaque=\">opaque=\"x",
                    "cnonce=\"c\", >",
                    "realm=\"The>realm=\"the",
                    "username=\"ann\">username=\"bob\""
                }) {
            String[] sides = change.split(">", -1);
            String changed = right.replace(sides[0], sides[1]);
            assertThat(changed).isNotEqualTo(right);
            assertThat(site.get(uri, changed).status()).as(change).isEqualTo(401);
        }
        assertThat(site.get(uri, right).status()).as("it was not used up").isEqualTo(200);
    }

    @Test
    @Section("13.6.2")
    void aNonceThatIsForgottenIsStale() throws IOException {
        String uri = "/digest/admin/echo";
        String challenge = challenge();
        String made = challenge.replace(parameter(challenge, "nonce"), "of-long-ago");
        RawResponse response = site.get(uri, digest(made, "SHA-256", "s3cret", "00000001", uri));
        assertThat(response.status()).isEqualTo(401);
        assertThat(response.all("WWW-Authenticate").get(0)).endsWith(", stale=true");
    }

    @Test
    @Section("13.6.2")
    void whoOnlyAsksMakesNobodysNonceStale() throws IOException {
        String uri = "/digest/admin/echo";
        String challenge = challenge();
        String later = challenge();
        String first = digest(challenge, "SHA-256", "s3cret", "00000001", uri);
        assertThat(site.get(uri, first).status()).isEqualTo(200);
        StringBuilder pipelined = new StringBuilder();
        for (int i = 0; i < 1100; i++) {
            pipelined.append(ServerUnderTest.request("GET", uri));
        }
        try (RawClient client = new RawClient(site.wire, site.port())) {
            Thread asking = new Thread(() -> send(client, pipelined.toString()));
            asking.start();
            for (int i = 0; i < 1100; i++) {
                assertThat(client.response().status()).isEqualTo(401);
            }
        }
        String second = digest(challenge, "SHA-256", "s3cret", "00000002", uri);
        assertThat(site.get(uri, second).status()).isEqualTo(200);
        assertThat(site.get(uri, first).status()).as("a replay").isEqualTo(401);
        String other = digest(later, "SHA-256", "s3cret", "00000001", uri);
        assertThat(site.get(uri, other).status()).isEqualTo(200);
    }

    private static void send(RawClient client, String requests) {
        try {
            client.send(requests);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- FORM

    private static String cookie(RawResponse response) {
        String value = response.field("Set-Cookie");
        assertThat(value).isNotNull();
        return value.substring(0, value.indexOf(';'));
    }

    private RawResponse login(String cookie, String body) throws IOException {
        return site.post("/form/j_security_check", body, "Cookie: " + cookie);
    }

    @Test
    @Section("13.6.3")
    void thePageTheLoginAndWhatWasAskedFor() throws IOException {
        RawResponse page = site.get("/form/admin/echo?a=%41&b");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).isEqualTo("login page");
        assertThat(page.field("Cache-Control")).isEqualTo("no-store");
        String before = cookie(page);
        RawResponse in = login(before, FORM_BODY);
        assertThat(in.status()).isEqualTo(303);
        assertThat(in.field("Location")).isEqualTo("/form/admin/echo?a=%41&b");
        String after = cookie(in);
        assertThat(after).as("session fixation").isNotEqualTo(before);
        assertThat(site.get("/form/admin/echo?a=%41&b", "Cookie: " + after).text())
                .isEqualTo("GET|ann|FORM|null|");
        assertThat(site.get("/form/who", "Cookie: " + after).text())
                .isEqualTo("GET|ann|FORM|null|");
        assertThat(site.get("/form/admin/echo", "Cookie: " + before).text())
                .isEqualTo("login page");
    }

    @Test
    @Section("13.6.3")
    void aWrongPasswordLeadsToTheErrorPage() throws IOException {
        String cookie = cookie(site.get("/form/admin/echo"));
        for (String body :
                new String[] {
                    "j_username=ann&j_password=x", "j_username=ann", "", "j_password=s3cret"
                }) {
            RawResponse failed = login(cookie, body);
            assertThat(failed.status()).isEqualTo(200);
            assertThat(failed.text()).isEqualTo("error page");
        }
        assertThat(login(cookie, FORM_BODY).status()).isEqualTo(303);
    }

    @Test
    @Section("13.6.3")
    void aPostWithItsBodyIsThereAfterTheLogin() throws IOException {
        RawResponse page = site.post("/form/write?q", "a=b&c=d");
        assertThat(page.text()).isEqualTo("login page");
        RawResponse in = login(cookie(page), FORM_BODY);
        assertThat(in.field("Location")).isEqualTo("/form/write?q");
        String cookie = cookie(in);
        assertThat(site.get("/form/write?q", "Cookie: " + cookie).text())
                .isEqualTo("POST|ann|FORM|application/x-www-form-urlencoded|a=b&c=d");
        assertThat(site.get("/form/write?q", "Cookie: " + cookie).text())
                .as("once")
                .isEqualTo("GET|ann|FORM|null|");
    }

    @Test
    void whatWasKeptIsNotPutIntoAnotherRequest() throws IOException {
        RawResponse page = site.post("/form/write", "kept");
        String cookie = cookie(login(cookie(page), FORM_BODY));
        assertThat(site.post("/form/write", "own", "Cookie: " + cookie).text()).endsWith("|own");
        assertThat(site.get("/form/write", "Cookie: " + cookie).text())
                .isEqualTo("GET|ann|FORM|null|");
    }

    @Test
    void aBodyThatIsLargerThanMaxSavePostSizeIsRefused() throws IOException {
        RawResponse fits = site.post("/form/write", "x".repeat(4096));
        assertThat(fits.text()).isEqualTo("login page");
        assertThat(site.post("/form/write", "x".repeat(4097)).status()).isEqualTo(413);
        String chunked =
                ServerUnderTest.request("POST", "/form/write", "Transfer-Encoding: chunked")
                        + "1001\r\n"
                        + "x".repeat(4097)
                        + "\r\n0\r\n\r\n";
        assertThat(site.exchange(chunked).status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"///form/admin/echo", "/form//admin/echo", "/form/./admin/x/../echo"})
    void rule16_theRedirectIsMadeOfTheNormalisedPath(String target) throws IOException {
        RawResponse page = site.get(target);
        assertThat(page.text()).isEqualTo("login page");
        assertThat(login(cookie(page), FORM_BODY).field("Location")).isEqualTo("/form/admin/echo");
    }

    @ParameterizedTest
    @ValueSource(strings = {"//evil.example/../../form/admin/echo", "/form/admin/..;/admin/echo"})
    void rule16_noLoginIsBegunForAPathThatIsRefused(String target) throws IOException {
        RawResponse refused = site.get(target);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.field("Set-Cookie")).isNull();
    }

    @Test
    void aLoginThatNothingWasAskedForBeforeLeadsToTheRoot() throws IOException {
        RawResponse in = site.post("/form/j_security_check", FORM_BODY);
        assertThat(in.status()).isEqualTo(303);
        assertThat(in.field("Location")).isEqualTo("/form/");
        RawResponse again = login(cookie(in), "j_username=ann&j_password=wrong");
        assertThat(again.status()).as("logged in already").isEqualTo(303);
        assertThat(again.field("Location")).isEqualTo("/form/");
    }

    @Test
    void noPasswordIsTakenFromAnAddress() throws IOException {
        RawResponse response = site.get("/form/j_security_check?" + FORM_BODY);
        assertThat(response.text()).isEqualTo("login page");
        assertThat(response.field("Set-Cookie")).isNull();
    }

    @Test
    void aSessionThatWaitsForALoginLastsShorter() throws IOException {
        String before = cookie(site.get("/form/admin/echo"));
        assertThat(site.get("/form/who?interval", "Cookie: " + before).text()).isEqualTo("120");
        String after = cookie(login(before, FORM_BODY));
        assertThat(site.get("/form/who?interval", "Cookie: " + after).text()).isEqualTo("1800");
    }

    @Test
    void imagesOfTheLoginPageDoNotTakeThePlaceOfWhatWasAskedFor() throws IOException {
        String cookie = cookie(site.get("/form/admin/echo"));
        RawResponse image =
                site.get("/form/admin/x.txt", "Cookie: " + cookie, "Sec-Fetch-Dest: image");
        assertThat(image.text()).isEqualTo("login page");
        assertThat(login(cookie, FORM_BODY).field("Location")).isEqualTo("/form/admin/echo");
    }

    @Test
    void whoLogsOutHasToLogInAgain() throws IOException {
        String cookie = cookie(login(cookie(site.get("/form/admin/echo")), FORM_BODY));
        assertThat(site.get("/form/who?logout", "Cookie: " + cookie).text())
                .isEqualTo("GET|null|null|null|");
        assertThat(site.get("/form/admin/echo", "Cookie: " + cookie).text())
                .isEqualTo("login page");
    }

    @Test
    void aUserWithoutTheRoleIsForbidden() throws IOException {
        String cookie =
                cookie(login(cookie(site.get("/form/admin/echo")), "j_username=bob&j_password=b"));
        assertThat(site.get("/form/admin/echo", "Cookie: " + cookie).status()).isEqualTo(403);
    }

    // ---- CLIENT-CERT

    @Test
    @Section("13.6.4")
    void withoutACertificateNobodyComesIn() throws IOException {
        assertThat(site.get("/cert/admin/echo").status()).isEqualTo(401);
        assertThat(site.get("/cert/who").status()).isEqualTo(200);
    }
}
