package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Types, encodings and locales in their combinations, and what each of them takes back. */
@OnBioAndNio
final class Servlet61Section5_6ContentTypeTest {
    @Parameter ServletUnderTest server;
    @TempDir Path files;

    /** An application whose descriptor holds this. */
    private RawResponse described(String elements, OneServlet.Body body) throws Exception {
        Files.createDirectories(files.resolve("WEB-INF"));
        Files.writeString(
                files.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1'>" + elements + "</web-app>");
        try (Serval own =
                server.start(
                        builder ->
                                builder.webapp("/app", files)
                                        .servlet("/app", "/*", new OneServlet.Given(body)))) {
            return server.get(own, "/app/");
        }
    }

    private static OneServlet.Body telling(OneServlet.Body before) {
        return (request, response) -> {
            before.service(request, response);
            response.getWriter()
                    .print(response.getCharacterEncoding() + " " + response.getContentType());
        };
    }

    @Test
    void noTypeIsToldWhereNoneIsSet() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    assertThat(response.getContentType()).isNull();
                    response.setCharacterEncoding("UTF-8");
                    assertThat(response.getContentType()).isNull();
                });
    }

    @Test
    void aTypeWithoutEncodingIsToldWithoutIt() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setContentType("text/html");
                    assertThat(response.getContentType()).isEqualTo("text/html");
                    assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                });
    }

    @Test
    void aTypeWithAnEncodingSetsIt() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setContentType("text/html; charset=UTF-8");
                    assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
                    assertThat(response.getContentType()).isEqualTo("text/html;charset=UTF-8");
                });
    }

    @Test
    void anEncodingInATypeMayBeQuotedAndInAnyCase() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setContentType("text/html; CharSet=\"UTF-8\"; a=b");
                    assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
                    assertThat(response.getContentType()).isEqualTo("text/html;a=b;charset=UTF-8");
                });
    }

    @Test
    void typeAndEncodingAreTheSameAsBothInOne() throws Exception {
        RawResponse apart =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/html");
                            response.setCharacterEncoding("UTF-8");
                        });
        RawResponse together =
                server.get(
                        "/",
                        (request, response) -> response.setContentType("text/html; charset=UTF-8"));
        assertThat(apart.field("Content-Type"))
                .isEqualTo(together.field("Content-Type"))
                .isEqualTo("text/html;charset=UTF-8");
    }

    @Test
    void typeAndEncodingMayBeChangedRepeatedly() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/html;charset=UTF-8");
                            response.setContentType("text/css;charset=UTF-16");
                            response.setCharacterEncoding("UTF-8");
                            response.setCharacterEncoding("US-ASCII");
                        });
        assertThat(answer.field("Content-Type")).isEqualTo("text/css;charset=US-ASCII");
    }

    @Test
    void anEncodingWithoutTypeIsUsedAndNotTold() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setCharacterEncoding("UTF-8");
                            response.getWriter().print("ä");
                        });
        assertThat(answer.field("Content-Type")).isNull();
        assertThat(answer.utf8()).isEqualTo("ä");
    }

    @Test
    void aTypeAfterTheWriterChangesTheTypeAndNotTheEncoding() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setCharacterEncoding("UTF-8");
                            response.getWriter().print("ä");
                            response.setContentType("text/css;charset=UTF-16");
                        });
        assertThat(answer.field("Content-Type")).isEqualTo("text/css;charset=UTF-8");
        assertThat(answer.utf8()).isEqualTo("ä");
    }

    @Test
    void theWriterUpdatesTheEncodingToTheDefault() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setContentType("text/html");
                    response.getWriter();
                    assertThat(response.getContentType()).isEqualTo("text/html;charset=ISO-8859-1");
                });
    }

    @Test
    void noTypeTakesBackTypeAndEncoding() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/html;charset=UTF-8");
                            response.setContentType(null);
                            assertThat(response.getContentType()).isNull();
                            assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                        });
        assertThat(answer.field("Content-Type")).isNull();
    }

    @Test
    void noTypeTakesBackTheEncodingOfALocale() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setLocale(Locale.JAPANESE);
                    response.setContentType(null);
                    assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                    assertThat(response.getLocale()).isEqualTo(Locale.JAPANESE);
                });
    }

    @Test
    void noTypeAfterTheWriterLeavesTheEncoding() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setContentType("text/html;charset=UTF-8");
                    response.getWriter();
                    response.setContentType(null);
                    assertThat(response.getContentType()).isNull();
                    assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
                });
    }

    @Test
    void aCharsetMayBeGivenAndTakenBack() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setCharacterEncoding(StandardCharsets.UTF_16);
                    assertThat(response.getCharacterEncoding()).isEqualTo("UTF-16");
                    response.setCharacterEncoding((Charset) null);
                    assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                });
    }

    @Test
    void aCharsetReplacesWhatWasSetBefore() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/html;charset=UTF-16");
                            response.setCharacterEncoding(StandardCharsets.UTF_8);
                        });
        assertThat(answer.field("Content-Type")).isEqualTo("text/html;charset=UTF-8");
    }

    @Test
    void aLocaleChangesNothingAfterACharset() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setCharacterEncoding(StandardCharsets.UTF_8);
                    response.setLocale(Locale.JAPANESE);
                    assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
                });
    }

    @Test
    void aCharsetAfterTheWriterIsIgnored() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.getWriter();
                    response.setCharacterEncoding(StandardCharsets.UTF_16);
                    response.setCharacterEncoding((Charset) null);
                    assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                });
    }

    @Test
    void noEncodingAfterTheWriterIsIgnored() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setCharacterEncoding("UTF-8");
                    response.getWriter();
                    response.setCharacterEncoding((String) null);
                    assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
                });
    }

    @Test
    void anEncodingAfterTheCommitIsIgnored() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.flushBuffer();
                    response.setCharacterEncoding("UTF-8");
                    response.setContentType("text/html;charset=UTF-16");
                    assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                });
    }

    @Test
    void anEncodingOfATypeThatNobodyKnowsFailsWithTheWriter() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setContentType("text/plain;charset=does-not-exist");
                    assertThatThrownBy(response::getWriter)
                            .isInstanceOf(UnsupportedEncodingException.class);
                });
    }

    @Test
    void contentOfAnUnknownEncodingMayBeSentAsBytes() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/plain;charset=does-not-exist");
                            response.getOutputStream().write(new byte[] {1, 2});
                        });
        assertThat(answer.field("Content-Type")).isEqualTo("text/plain;charset=does-not-exist");
        assertThat(answer.body()).containsExactly(1, 2);
    }

    @Test
    void charactersThatTheEncodingHasNotAreReplaced() throws Exception {
        RawResponse answer =
                server.get(
                        "/", (request, response) -> response.getWriter().print("a€\uD83D\uDE00b"));
        assertThat(answer.text()).isEqualTo("a??b");
    }

    // ---- locales

    @Test
    void withoutALocaleItIsThatOfTheServer() throws Exception {
        server.get(
                "/",
                (request, response) ->
                        assertThat(response.getLocale()).isEqualTo(Locale.getDefault()));
    }

    @Test
    void theLocaleMayBeChangedRepeatedly() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setLocale(Locale.FRENCH);
                            response.setLocale(Locale.CHINA);
                            assertThat(response.getLocale()).isEqualTo(Locale.CHINA);
                        });
        assertThat(answer.field("Content-Language")).isEqualTo("zh-CN");
    }

    @Test
    void noLocaleTakesBackLocaleAndItsEncoding() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setLocale(Locale.JAPANESE);
                            response.setLocale(null);
                            assertThat(response.getLocale()).isEqualTo(Locale.getDefault());
                            assertThat(response.getCharacterEncoding()).isEqualTo("ISO-8859-1");
                        });
        assertThat(answer.field("Content-Language")).isNull();
    }

    @Test
    void noLocaleLeavesAnEncodingThatWasSetByItsName() throws Exception {
        server.get(
                "/",
                (request, response) -> {
                    response.setCharacterEncoding("UTF-8");
                    response.setLocale(null);
                    assertThat(response.getCharacterEncoding()).isEqualTo("UTF-8");
                });
    }

    @Test
    void aLocaleAfterTheWriterIsToldAndChangesNoEncoding() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/plain");
                            response.getWriter().print("x");
                            response.setLocale(Locale.JAPANESE);
                        });
        assertThat(answer.field("Content-Language")).isEqualTo("ja");
        assertThat(answer.field("Content-Type")).isEqualTo("text/plain;charset=ISO-8859-1");
    }

    @Test
    void theEncodingOfALocaleIsToldWithTheType() throws Exception {
        RawResponse answer =
                server.get(
                        "/",
                        (request, response) -> {
                            response.setContentType("text/plain");
                            response.setLocale(Locale.KOREA);
                        });
        assertThat(answer.field("Content-Type")).isEqualTo("text/plain;charset=EUC-KR");
    }

    // ---- what the application says of all

    @Test
    void theDescriptorMapsLocalesToEncodings() throws Exception {
        RawResponse answer =
                described(
                        "<locale-encoding-mapping-list>"
                                + "<locale-encoding-mapping><locale>ja</locale>"
                                + "<encoding>EUC-JP</encoding></locale-encoding-mapping>"
                                + "<locale-encoding-mapping><locale>fr_CA</locale>"
                                + "<encoding>UTF-16LE</encoding></locale-encoding-mapping>"
                                + "</locale-encoding-mapping-list>",
                        (request, response) -> {
                            StringBuilder names = new StringBuilder();
                            for (Locale locale :
                                    new Locale[] {
                                        Locale.JAPAN, Locale.CANADA_FRENCH, Locale.FRENCH
                                    }) {
                                response.setLocale(locale);
                                names.append(response.getCharacterEncoding()).append(' ');
                            }
                            response.setLocale(null);
                            response.getWriter().print(names);
                        });
        assertThat(answer.text()).isEqualTo("EUC-JP UTF-16LE ISO-8859-1 ");
    }

    @Test
    void theDescriptorSetsTheEncodingOfAllResponses() throws Exception {
        RawResponse answer =
                described(
                        "<response-character-encoding>UTF-8</response-character-encoding>",
                        telling((request, response) -> response.setContentType("text/plain")));
        assertThat(answer.field("Content-Type")).isEqualTo("text/plain;charset=UTF-8");
        assertThat(answer.text()).isEqualTo("UTF-8 text/plain;charset=UTF-8");
    }

    @Test
    void aResponseGoesBeforeWhatHoldsForAll() throws Exception {
        RawResponse answer =
                described(
                        "<response-character-encoding>UTF-8</response-character-encoding>",
                        telling((request, response) -> response.setLocale(Locale.KOREAN)));
        assertThat(answer.text()).isEqualTo("EUC-KR null");
    }

    @Test
    void takingBackLeavesWhatHoldsForAll() throws Exception {
        RawResponse answer =
                described(
                        "<response-character-encoding>UTF-8</response-character-encoding>",
                        telling(
                                (request, response) -> {
                                    response.setCharacterEncoding("US-ASCII");
                                    response.setCharacterEncoding((String) null);
                                    response.setContentType("text/plain;charset=US-ASCII");
                                    response.setContentType(null);
                                }));
        assertThat(answer.text()).isEqualTo("UTF-8 null");
    }
}
