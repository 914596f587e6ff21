package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UnsupportedEncodingException;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Which character encoding a response has, who may change it and until when. */
@OnBioAndNio
final class Servlet61Section5_6InternationalizationTest {
    @Parameter ServletUnderTest server;

    @Test
    void theDefaultIsLatin1() throws Exception {
        server.get(
                "/",
                (request, response) ->
                        assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1"));
    }

    @Test
    void whatTheWriterEncodesIsToldWithTheType() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/plain");
                            response.getWriter().print("\u00e4");
                        });
        assertThat(answer.field("Content-Type")).isEqualTo("text/plain;charset=ISO-8859-1");
        assertThat(answer.text()).isEqualTo("\u00e4");
    }

    @Test
    void aTypeWithoutCharsetLeavesTheEncodingAlone() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setCharacterEncoding("UTF-16");
                    response.setContentType("text/html");
                    assertThat(response.getCharacterEncoding()).isEqualTo("UTF-16");
                    assertThat(response.getContentType()).isEqualTo("text/html;charset=UTF-16");
                });
    }

    @Test
    void aLocaleChoosesTheEncodingOfItsLanguageWhereNothingElseIsSaid() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setLocale(Locale.JAPANESE);
                    assertThat(response.getCharacterEncoding()).isEqualTo("Shift_JIS");
                });
    }

    @Test
    void anotherLocaleChoosesAnotherEncoding() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setLocale(Locale.JAPAN);
                    response.setLocale(Locale.KOREA);
                    assertThat(response.getCharacterEncoding()).isEqualTo("EUC-KR");
                    response.setLocale(Locale.ENGLISH);
                    assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                });
    }

    @Test
    void aLocaleChangesNothingThatWasSetWithTheType() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setContentType("text/html;charset=UTF-16");
                    response.setLocale(Locale.JAPANESE);
                    assertThat(response.getCharacterEncoding()).isEqualTo("UTF-16");
                });
    }

    @Test
    void anEncodingThatIsSetByItsNameGoesBeforeThatOfALocale() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setLocale(Locale.JAPANESE);
                    response.setCharacterEncoding("UTF-8");
                    response.setLocale(Locale.KOREAN);
                    assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
                });
    }

    @Test
    void noEncodingTakesBackWhatWasSetInWhateverWay() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setLocale(Locale.JAPANESE);
                    response.setCharacterEncoding((String) null);
                    assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                    response.setContentType("text/plain;charset=UTF-8");
                    response.setCharacterEncoding((String) null);
                    assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                });
    }

    @Test
    void nothingChangesTheEncodingOnceThereIsAWriter() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/plain;charset=UTF-8");
                            response.getWriter().print("\u00e4");
                            response.setCharacterEncoding("ISO-8859-1");
                            response.setContentType("text/plain;charset=UTF-16");
                            response.setLocale(Locale.JAPANESE);
                            assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
                        });
        assertThat(answer.field("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
        assertThat(answer.utf8()).isEqualTo("\u00e4");
    }

    @Test
    void aLocaleAfterTheCommitHasNoEffect() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.flushBuffer();
                            response.setLocale(Locale.JAPANESE);
                        });
        assertThat(answer.field("Content-Language")).isNull();
    }

    @Test
    void anEncodingThatNobodyKnowsFailsWithTheWriter() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setCharacterEncoding("does-not-exist");
                    assertThatThrownBy(response::getWriter)
                            .isInstanceOf(UnsupportedEncodingException.class);
                    response.reset();
                });
    }

    /** RFC 6265 §4.1.1: Max-Age is positive; Expires alone takes a cookie back. */
    @Test
    @Section("Cookie.setMaxAge")
    void aCookieOfNoAgeHasADateInThePastAndNoMaxAge() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            var cookie = new jakarta.servlet.http.Cookie("a", "b");
                            cookie.setMaxAge(0);
                            response.addCookie(cookie);
                        });
        assertThat(answer.field("Set-Cookie"))
                .isEqualTo("a=b; Expires=Thu, 01 Jan 1970 00:00:00 GMT");
    }

    @Test
    @Section("5.2")
    void anInterimStatusIsToldBackAndReplacedByALaterOne() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setStatus(100);
                            assertThat(response.getStatus()).isEqualTo(100);
                            response.setStatus(202);
                            assertThat(response.getStatus()).isEqualTo(202);
                        });
        assertThat(answer.status()).isEqualTo(202);
    }
}
