package dev.serval.tests;

import static dev.serval.http.Refusal.PATH;
import static dev.serval.http.Refusal.TARGET;
import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Security rules 12 to 14: a path never leads out of the document root, in any spelling. */
@OnEveryWire
final class PathSecurityTest {
    @Parameter ServerUnderTest server;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%2f",
                "/dir%2findex.html",
                "/dir%2Findex.html",
                "/..%2fsecret.txt",
                "/dir/..%2f..%2fsecret.txt",
                "/%2e%2e%2fsecret.txt",
                "/%5c",
                "/dir%5cindex.html",
                "/..%5csecret.txt",
                "/%5C..%5Csecret.txt",
                "/hello.txt%00",
                "/hello.txt%00.html",
                "/%00",
                "/WEB-INF%00/secret.txt",
                "/%01",
                "/%0d%0aX:y",
                "/%0a",
                "/%09",
                "/%7f",
                "/%1f",
                "/%c0%ae%c0%ae/secret.txt",
                "/%c0%afsecret.txt",
                "/%e0%80%ae/",
                "/%c1%9c",
                "/%f0%80%80%af",
                "/%ff",
                "/%80",
                "/%c3",
                "/%c3.txt",
                "/%ed%a0%80",
                "/%f4%90%80%80",
                "/%",
                "/%2",
                "/%zz",
                "/%2g",
                "/hello.txt%",
                "/%u002e%u002e/",
                "/100%",
                "/a%2",
                "/dir;x=%2f/index.html",
                "/%2e%2e%5c",
                "/app/echo/%2f"
            })
    void rule12RefusesASuspiciousPath(String path) throws IOException {
        try (RawClient client = server.connect()) {
            RawResponse response = client.exchange(request("GET", path));
            assertThat(response.status()).as(path).isEqualTo(400);
            assertThat(response.text()).doesNotContain(Site.SECRET);
        }
    }

    /** Servlet 6.1 §3.5.2, step 10: what proxies and containers read in different ways. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/dir/%2e%2e/hello.txt",
                "/dir/.%2e/hello.txt",
                "/dir/%2E./hello.txt",
                "/%2e/hello.txt",
                "/dir/..;x/hello.txt",
                "/dir/..;/hello.txt",
                "/.;x/hello.txt",
                "/;x/hello.txt",
                "/;/hello.txt",
                "/dir/;a=b/index.html",
                "/;/WEB-INF/secret.txt",
                "/dir/..;/WEB-INF/secret.txt",
                "/dir/%2e%2e/WEB-INF/secret.txt"
            })
    void rule12RefusesDotSegmentsInDisguise(String path) throws IOException {
        Refused.assertRefusalPage(server.get(path), PATH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret.txt",
                "/dir/../../secret.txt",
                "/%2e%2e/secret.txt",
                "/.%2e/secret.txt",
                "/..;/secret.txt",
                "/..;x=y/secret.txt",
                "/%2e%2e;/secret.txt",
                "/dir/..;/..;/secret.txt",
                "/a/b/c/../../../../secret.txt",
                "//../secret.txt",
                "/./../secret.txt",
                "/app/../../secret.txt",
                "/app/..;/..;/secret.txt"
            })
    void rule12NeverLeavesTheRoot(String path) throws IOException {
        RawResponse response = server.get(path);
        assertThat(response.status()).as(path).isIn(400, 404);
        assertThat(response.text()).doesNotContain(Site.SECRET);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "/dir/../hello.txt, /hello.txt",
        "/./hello.txt, /hello.txt",
        "/hello.txt;jsessionid=1, /hello.txt",
        "/dir;a=b/index.html;c, /dir/index.html",
        "/hello.txt;y=z;a, /hello.txt",
        "//hello.txt, /hello.txt",
        "/dir//index.html, /dir/index.html",
        "/%68%65%6c%6c%6f.txt, /hello.txt",
        "/app/../hello.txt, /hello.txt",
        "/missing/../hello.txt, /hello.txt"
    })
    void rule12ResolvesHarmlessSpellings(String path, String plain) throws IOException {
        assertThat(server.get(path).body()).isEqualTo(server.get(plain).body());
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "/odd%20names/with%20space.txt, space",
        "/odd%20names/100%25.txt, percent",
        "/odd%20names/a+b&c=d@e!.txt, marks",
        "/odd%20names/a%2Bb%26c%3Dd%40e%21.txt, marks",
        "/odd%20names/semi%3Bcolon.txt, semicolon",
        "/odd%20names/Gr%C3%BC%C3%9Fe.txt, umlaut",
        "/odd%20names/...txt, dots"
    })
    void servesOddNames(String path, String content) throws IOException {
        assertThat(server.get(path).text()).isEqualTo(content + "\n");
    }

    @Test
    void rule12DecodesOnlyOnce() throws IOException {
        assertThat(server.get("/%2568ello.txt").status()).isEqualTo(404);
        assertThat(server.get("/%252e%252e/secret.txt").status()).isEqualTo(404);
        assertThat(server.get("/dir%252findex.html").status()).isEqualTo(404);
    }

    @Test
    void rule12APlusIsNotASpace() throws IOException {
        assertThat(server.get("/odd+names/with+space.txt").status()).isEqualTo(404);
    }

    static Stream<String> forbidden() {
        return Stream.of(
                "/WEB-INF/secret.txt",
                "/web-inf/secret.txt",
                "/Web-Inf/secret.txt",
                "/WEB-INF",
                "/WEB-INF/",
                "/WEB-INF/classes/secret.txt",
                "/WEB-INF/missing",
                "/WEB-INF/missing.jsp",
                "/WEB-INF/page.jsp",
                "/META-INF/page.jsp",
                "/META-INF/secret.txt",
                "/meta-inf/secret.txt",
                "/META-INF",
                "/META-INF/",
                "/%57EB-INF/secret.txt",
                "/WEB%2DINF/secret.txt",
                "/WEB-INF;x/secret.txt",
                "/WEB-INF;/secret.txt",
                "//WEB-INF/secret.txt",
                "/./WEB-INF/secret.txt",
                "/dir/../WEB-INF/secret.txt",
                "/WEB-INF/./secret.txt",
                "/WEB-INF//secret.txt",
                "/WEB-INF/classes/../secret.txt",
                "/WEB-INF./secret.txt",
                "/WEB-INF%20/secret.txt",
                "/WEB-INF/secret.txt.",
                "/WEB-INF/../WEB-INF/secret.txt",
                "/link-web-inf/secret.txt",
                "/META-INF;jsessionid=1/secret.txt",
                "/dir/../META-INF/secret.txt");
    }

    @ParameterizedTest
    @MethodSource("forbidden")
    void rule13HidesTheApplicationsInside(String path) throws IOException {
        RawResponse response = server.get(path);
        assertThat(response.status()).as(path).isEqualTo(404);
        assertThat(response.text()).doesNotContain(Site.SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "POST", "PUT", "DELETE", "OPTIONS", "BREW", "TRACE"})
    void rule13HidesItFromEveryMethod(String method) throws IOException {
        for (String path : new String[] {"/WEB-INF/secret.txt", "/web-inf/", "/META-INF"}) {
            RawResponse response = server.exchange(request(method, path, "Content-Length: 0"));
            assertThat(response.status()).as(method + " " + path).isEqualTo(404);
        }
    }

    @Test
    void rule13HidesItInARange() throws IOException {
        RawResponse response =
                server.exchange(request("GET", "/WEB-INF/secret.txt", "Range: bytes=0-4"));
        assertThat(response.status()).isEqualTo(404);
    }

    @Test
    void rule13HidesItFromConditions() throws IOException {
        RawResponse response =
                server.exchange(request("GET", "/WEB-INF/secret.txt", "If-None-Match: *"));
        assertThat(response.status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/case.txt", "/CASE.TXT", "/Hello.txt", "/DIR/index.html", "/hello.txt.",
                "/hello.txt%20", "/hello.txt..", "/hello.txt/", "/hello.txt/x", "/dir./index.html",
                "/hello.txt::$DATA", "/hello.txt:x", "/%20/hello.txt", "/hello.tx", "/hello.txtx"
            })
    void rule14ServesOnlyTheExactName(String path) throws IOException {
        assertThat(server.get(path).status()).as(path).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/link-out.txt",
                "/link-dir-out/secret.txt",
                "/link-dir-out/docroot/hello.txt"
            })
    void rule14FollowsNoLink(String path) throws IOException {
        RawResponse response = server.get(path);
        assertThat(response.status()).as(path).isEqualTo(404);
        assertThat(response.text()).doesNotContain(Site.SECRET);
    }

    @Test
    void neverSendsTheSourceOfAPage() throws IOException {
        for (String path :
                new String[] {"/page.jsp", "/page.jsp;x", "/page%2ejsp", "/page.js%70"}) {
            assertThat(server.get(path).text()).as(path).doesNotContain("<%=");
        }
    }

    @Test
    void rule18ListsNoDirectory() throws IOException {
        RawResponse response = server.get("/bare/");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.text()).doesNotContain("file.txt");
    }

    @Test
    void aSuspiciousPathDoesNotReachAServlet() throws IOException {
        RawResponse response = server.get("/app/echo/..%2fthrow");
        Refused.assertRefusalPage(response, PATH, TARGET);
    }
}
