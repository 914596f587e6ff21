package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.FieldName;
import dev.serval.http.HttpVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What files say besides their content, and which requests the one page answers. */
class SiteSettingsTest {
    @Test
    void byDefaultNothingIsAdded() {
        Representation file = Representation.of("text/html", 1, 0, 10_000);
        assertThat(file.of("/a.html", SiteSettings.DEFAULTS)).isSameAs(file);
    }

    @Test
    void rfc9110Section15_4_5A304HasTheFieldsOfFreshnessAndNoOthers() {
        SiteSettings site =
                SiteSettings.DEFAULTS
                        .withCacheControl("* = no-cache")
                        .withLinks("* = </a>; rel=preload")
                        .withField("X-A", "b");
        Representation file = Representation.of("text/html", 1, 0, 10_000).of("/a", site);

        assertThat(FileResponse.known(file))
                .extracting(line -> line.name().text())
                .containsExactly("ETag", "Cache-Control");
        assertThat(FileResponse.metadata(file))
                .contains(
                        FileResponse.Field.yielding(FieldName.CACHE_CONTROL, "no-cache"),
                        FileResponse.Field.yielding(FieldName.LINK, "</a>; rel=preload"),
                        FileResponse.Field.yielding(FieldName.of("X-A"), "b"));
    }

    @Test
    void allLinksThatAreForAFileMakeOneField() {
        FileRules links =
                Links.of("*.html = </a.css>; rel=preload; as=style\n/b.html = <https://c/?d=e>");
        assertThat(links.all("/b.html", "text/html"))
                .isEqualTo("</a.css>; rel=preload; as=style, <https://c/?d=e>");
        assertThat(links.all("/b.css", "text/css")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/app.css", "<>", "<", "</a", "</a>\r\nX: y", "</\u00e4>", "</a>\u0000"})
    void whatIsNoLinkIsRefused(String link) {
        assertThatThrownBy(() -> EarlyHintsOver.field(link))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLinkThatIsNoneIsSaidWithItsLine() {
        assertThatThrownBy(() -> Links.of("*.html = </a>\n*.html = /b"))
                .hasMessageStartingWith("links, line 2: RFC 8288 §3");
    }

    @ParameterizedTest
    @CsvSource({
        "X-A, 'b\r\nc'",
        "'X A', b",
        "Content-Length, 5",
        "cache-control, no-cache",
        "Set-Cookie, 'a=\u00e4'"
    })
    void rfc9110Section5AFieldThatIsNoneOrNotTheirsIsRefused(String name, String value) {
        assertThatThrownBy(() -> SiteSettings.DEFAULTS.withField(name, value))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "/a.txt, false",
        "/.git/config, true",
        "/a/.env, true",
        "/a./b, false",
        "/.well-known/security.txt, false",
        "/.well-known/.git, true",
        "/a.b/c.d, false"
    })
    void rfc8615WellKnownIsTheOnlyNameWithADotThatIsServed(String path, boolean hidden) {
        assertThat(SiteSettings.DEFAULTS.withDotFilesHidden(true).hides(path)).isEqualTo(hidden);
        assertThat(SiteSettings.DEFAULTS.hides(path)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        ", true",
        "text/html, true",
        "'text/html,application/xhtml+xml,*/*;q=0.8', true",
        "*/*, true",
        "TEXT/*, true",
        "application/json, false",
        "text/htmlx, false",
        "'*/*, text/html;q=0', false",
        "'text/html;q=0, */*', false",
        "'text/html; q=0.0, */*', false",
        "'text/html;level=1;q=0.4', true",
        "'image/*, */*;q=0', false"
    })
    void rfc9110Section12_5_1TheMostPreciseRangeSaysWhetherHtmlIsWelcome(
            String accept, boolean welcome) {
        assertThat(SinglePage.isWelcome(accept)).isEqualTo(welcome);
    }

    @ParameterizedTest
    @CsvSource({"/, true", "/users/7, true", "/users/, true", "/a.b/c, true", "/app.js, false"})
    void whatHasAnExtensionIsNoAddressOfAPage(String path, boolean address) {
        assertThat(SinglePage.isAddress(path)).isEqualTo(address);
    }

    @Test
    void rfc8297Section3Http11HasToBeAskedFor() {
        List<HttpVersion> all =
                List.of(HttpVersion.HTTP_1_0, HttpVersion.HTTP_1_1, HttpVersion.HTTP_2);
        assertThat(all).noneMatch(EarlyHintsOver.NOTHING::includes);
        assertThat(all).filteredOn(EarlyHintsOver.HTTP2::includes).containsExactly(all.get(2));
        assertThat(all)
                .filteredOn(EarlyHintsOver.HTTP1::includes)
                .containsExactly(all.get(1), all.get(2));
        assertThat(SiteSettings.DEFAULTS.earlyHints()).isEqualTo(EarlyHintsOver.HTTP2);
    }
}
