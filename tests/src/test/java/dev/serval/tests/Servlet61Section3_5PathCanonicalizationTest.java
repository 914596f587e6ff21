package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** The one form of a path that is mapped, and what is refused on the way to it. */
@OnBioAndNio
final class Servlet61Section3_5PathCanonicalizationTest {
    @Parameter ServletUnderTest server;

    /** What the servlet sees of a path below the context. */
    private String path(String raw) throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        RawResponse answer = server.get(raw, (q, r) -> seen.set(q.getPathInfo()));
        assertThat(answer.status()).isEqualTo(200);
        return seen.get();
    }

    /** Each is 400 and reaches no servlet. */
    private void refused(String... raw) throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        for (String path : raw) {
            RawResponse answer =
                    server.attempt(
                            "GET /app"
                                    + path
                                    + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                            (q, r) -> seen.set(q.getPathInfo()));
            assertThat(answer.status()).as(path).isEqualTo(400);
            assertThat(seen.get()).as(path).isNull();
        }
    }

    @Test
    @Section("3.5.1")
    void theAuthorityOfAnAbsoluteFormIsNoPartOfThePath() throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        server.send(
                "GET http://localhost/app/a/b HTTP/1.1\r\nHost: localhost\r\n\r\n",
                (q, r) -> seen.set(q.getRequestURI() + " " + q.getPathInfo()));
        assertThat(seen.get()).isEqualTo("/app/a/b /a/b");
    }

    @Test
    @Section("3.5.2.1")
    void aFragmentIsRefused() throws Exception {
        refused("/foo/bar#f", "/foo/bar?q#f", "/#f", "/foo/bar;#f");
    }

    @Test
    @Section("3.5.2.2")
    void theQueryIsNoPartOfThePath() throws Exception {
        assertThat(path("/foo/bar?q")).isEqualTo("/foo/bar");
        assertThat(path("/foo/bar;?q")).isEqualTo("/foo/bar");
        assertThat(path("/foo?a/../b")).isEqualTo("/foo");
    }

    @Test
    @Section("3.5.2.4")
    void pathParametersAreCut() throws Exception {
        assertThat(path("/foo/bar;jsessionid=1234")).isEqualTo("/foo/bar");
        assertThat(path("/foo/bar/;jsessionid=1234")).isEqualTo("/foo/bar/");
        assertThat(path("/foo;/bar;")).isEqualTo("/foo/bar");
        assertThat(path("/foo;/bar;/;")).isEqualTo("/foo/bar/");
    }

    @Test
    @Section("3.5.2.5")
    void escapesAreDecodedAsUtf8Once() throws Exception {
        assertThat(path("/foo%E2%82%ACbar")).isEqualTo("/foo\u20acbar");
        assertThat(path("/foo%20bar")).isEqualTo("/foo bar");
        assertThat(path("/foo/b%25r")).isEqualTo("/foo/b%r");
        assertThat(path("/foo/b%2541r")).isEqualTo("/foo/b%41r");
        assertThat(path("/foo/pass:[...]/bar".replace("[", "%5B").replace("]", "%5D")))
                .isEqualTo("/foo/pass:[...]/bar");
    }

    @Test
    @Section("3.5.2.6")
    void emptySegmentsButTheLastAreRemoved() throws Exception {
        assertThat(path("/foo//bar")).isEqualTo("/foo/bar");
        assertThat(path("//foo//bar//")).isEqualTo("/foo/bar/");
        assertThat(path("/foo//../bar")).isEqualTo("/bar");
    }

    @Test
    @Section("3.5.2.7")
    void dotSegmentsAreRemoved() throws Exception {
        assertThat(path("/foo/./bar")).isEqualTo("/foo/bar");
        assertThat(path("/./foo/././bar")).isEqualTo("/foo/bar");
        assertThat(path("/foo/bar/.")).isEqualTo("/foo/bar");
        assertThat(path("/foo/bar/./")).isEqualTo("/foo/bar/");
        assertThat(path("/foo/../bar")).isEqualTo("/bar");
        assertThat(path("/foo/./../bar")).isEqualTo("/bar");
        assertThat(path("/foo/bar/..")).isEqualTo("/foo");
        assertThat(path("/foo/bar/../")).isEqualTo("/foo/");
    }

    @Test
    @Section("3.5.2.7")
    void whatOnlyBeginsWithDotsIsNoDotSegment() throws Exception {
        assertThat(path("/foo/.bar")).isEqualTo("/foo/.bar");
        assertThat(path("/foo/..bar")).isEqualTo("/foo/..bar");
    }

    @Test
    @Section("3.5.2.8")
    void withoutSegmentsThePathIsARoot() throws Exception {
        assertThat(path("/")).isEqualTo("/");
        assertThat(path("//")).isEqualTo("/");
        assertThat(path("/./")).isEqualTo("/");
    }

    @Test
    @Section("3.5.2.10")
    void aPathAboveTheRootIsRefused() throws Exception {
        refused("/../..", "/foo/../../../bar", "/../../foo/bar");
    }

    @Test
    @Section("3.5.2.10")
    void anEncodedSlashIsRefused() throws Exception {
        refused("/foo%2Fbar", "/foo%2fbar", "/foo%2Fb%25r", "/foo/.%2Fbar", "/foo/..%2Fbar");
    }

    @Test
    @Section("3.5.2.10")
    void aDotSegmentWithAParameterIsRefused() throws Exception {
        refused("/foo/.;/bar", "/foo/..;/bar", "/foo/..;a=1/bar");
    }

    @Test
    @Section("3.5.2.10")
    void anEncodedDotSegmentIsRefused() throws Exception {
        refused("/foo/%2e/bar", "/foo/%2e%2E/bar", "/foo/.%2e/bar", "/foo/%2e%2E;/bar");
    }

    @Test
    @Section("3.5.2.10")
    void anEmptySegmentWithParametersIsRefused() throws Exception {
        refused("/;/foo", "/foo/;/../bar", "/;a=1/");
    }

    @Test
    @Section("3.5.2.10")
    void aBackslashIsRefusedHoweverItIsWritten() throws Exception {
        refused("/foo\\bar", "/foo%5Cbar", "/foo%5cbar", "/foo/..%5Cbar");
    }

    @Test
    @Section("3.5.2.10")
    void aControlCharacterIsRefused() throws Exception {
        refused("/foo%00/bar", "/foo%7Fbar", "/foo%0Abar", "/foo%1f");
    }

    @Test
    @Section("3.5.2.10")
    void whatIsNoEscapeIsRefused() throws Exception {
        refused("/foo%-1/bar", "/foo%XX/bar", "/foo%/bar", "/foo/bar%0", "/good%20/bad%/%20mix%");
    }

    @Test
    @Section("3.5.2.10")
    void whatIsNoUtf8IsRefused() throws Exception {
        refused("/foo%E2%82", "/foo%E2%82bar", "/foo%C0%AF", "/foo%ED%A0%80");
    }

    @Test
    @Section("3.5.2.10")
    void aTargetWithoutASlashIsRefused() throws Exception {
        for (String target : new String[] {"app/foo", "?q", "%2e/app/", ";/app/"}) {
            RawResponse answer =
                    server.attempt(
                            "GET "
                                    + target
                                    + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                            (q, r) -> {});
            assertThat(answer.status()).as(target).isEqualTo(400);
            assertThat(server.calls()).as(target).isZero();
        }
    }
}
