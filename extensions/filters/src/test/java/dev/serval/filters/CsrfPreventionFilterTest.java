package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that were not made from a page of the application stay out (CWE-352). */
class CsrfPreventionFilterTest {
    private static final String NAME = "dev.serval.filters.CSRF_NONCE";

    @TempDir private Path directory;
    private Filtered app;
    private String cookie;

    private void start(String... parameters) throws Exception {
        app = Filtered.by(directory, CsrfPreventionFilter.class, parameters);
    }

    @AfterEach
    void stop() {
        app.close();
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        return cookie == null
                ? app.send(method, path, "")
                : app.send(method, path, "", "Cookie", cookie);
    }

    /** Through the door; the encoded form of a URL. */
    private String enter(String url) throws Exception {
        HttpResponse<String> response = send("GET", "/echo?url=" + url);
        assertThat(response.statusCode()).isEqualTo(200);
        response.headers()
                .firstValue("Set-Cookie")
                .ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
        String body = response.body();
        return body.substring(body.indexOf("url=") + 4, body.lastIndexOf(';'));
    }

    @Test
    void aRequestWithoutANonceStaysOut() throws Exception {
        start();
        assertThat(send("GET", "/echo").statusCode()).isEqualTo(403);
        assertThat(send("POST", "/echo").statusCode()).isEqualTo(403);
    }

    @Test
    void whatAPageHasEncodedComesIn() throws Exception {
        start("entryPoints", "/echo");
        String inside = enter("/app/echo");
        assertThat(inside).matches("/app/echo\\?" + NAME + "=[0-9A-F]{32}");
        String path = inside.substring("/app".length());
        assertThat(send("POST", path).statusCode()).isEqualTo(200);
        assertThat(send("POST", "/echo").statusCode()).isEqualTo(403);
        assertThat(send("POST", path.substring(0, path.length() - 1) + "x").statusCode())
                .isEqualTo(403);
        cookie = null;
        assertThat(send("POST", path).statusCode()).isEqualTo(403);
    }

    @Test
    void onlyTheLastNoncesCount() throws Exception {
        start("entryPoints", "/echo", "nonceCacheSize", "2");
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            paths.add(enter("/app/echo").substring("/app".length()));
        }
        assertThat(send("POST", paths.get(0)).statusCode()).isEqualTo(403);
        // Which has made another one, so that the second is the third from the end now.
        assertThat(send("POST", paths.get(2)).statusCode()).isEqualTo(200);
        assertThat(send("POST", paths.get(1)).statusCode()).isEqualTo(403);
    }

    /** A page with many pictures keeps its own nonce. */
    @Test
    void whatNeedsNoNonceDisplacesNone() throws Exception {
        start("entryPoints", "/echo", "nonceCacheSize", "2");
        String path = enter("/app/echo").substring("/app".length());
        for (int i = 0; i < 3; i++) {
            assertThat(send("GET", "/none.css").statusCode()).isEqualTo(404);
        }
        assertThat(send("POST", path).statusCode()).isEqualTo(200);
    }

    /** It may lead to what needs one. */
    @Test
    void aPageThatNeedsNoneGivesOne() throws Exception {
        start("noNonceURLPatterns", "/echo*");
        String inside = enter("/app/other");
        assertThat(inside).matches("/app/other\\?" + NAME + "=[0-9A-F]{32}");
        assertThat(send("POST", inside.substring("/app".length())).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/app/a.css", "/app/a.css%23x"})
    void filesNeedNone(String url) throws Exception {
        start("entryPoints", "/echo");
        String encoded = enter(url);
        assertThat(encoded.contains(NAME)).isEqualTo(url.endsWith("x"));
        assertThat(send("GET", "/none.css").statusCode()).isEqualTo(404);
        assertThat(send("POST", "/none.css").statusCode()).isEqualTo(403);
    }

    @Test
    void theNonceStandsBeforeAFragmentAndBehindAQuery() throws Exception {
        start("entryPoints", "/echo", "nonceRequestParameterName", "n");
        assertThat(enter("/app/echo%3Fa%3Db%23c")).matches("/app/echo\\?a=b&n=[0-9A-F]{32}#c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://other.example/",
                "https://localhost/",
                "//other.example/",
                "/%5Cother.example/",
                "%5C%5Cother.example/",
                "/%09/other.example/",
                "%09%20//other.example/",
                "http://localhost:1/",
                "http://localhost:%PORT%@other.example/",
                "http://localhost:%PORT%.other.example/",
                "http:other.example",
                "javascript:go()",
                "mailto:ann@other.example"
            })
    void otherServersHearOfNoNonce(String url) throws Exception {
        start("entryPoints", "/echo");
        assertThat(enter(url.replace("%PORT%", "" + app.port()))).doesNotContain(NAME);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:%PORT%",
                "HTTP://LOCALHOST:%PORT%/app/echo",
                "//localhost:%PORT%/",
                "echo",
                "./a:b?c=//d"
            })
    void whatLeadsBackHasOne(String url) throws Exception {
        start("entryPoints", "/echo");
        assertThat(enter(url.replace("%PORT%", "" + app.port()))).contains(NAME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/pa*", "/.p[a]ge.html/", "mime:text/*"})
    void patternsNameWhatNeedsNone(String pattern) throws Exception {
        start("noNonceURLPatterns", pattern);
        assertThat(send("GET", "/page.html").statusCode()).isEqualTo(200);
        assertThat(send("GET", "/echo").statusCode()).isEqualTo(403);
    }

    @Test
    void withoutEnforcementAllComeIn() throws Exception {
        start("enforce", "false");
        assertThat(send("POST", "/echo").statusCode()).isEqualTo(200);
    }

    @Test
    void theAnswerIsTheDenyStatus() throws Exception {
        start("denyStatus", "404");
        assertThat(send("GET", "/echo").statusCode()).isEqualTo(404);
    }
}
