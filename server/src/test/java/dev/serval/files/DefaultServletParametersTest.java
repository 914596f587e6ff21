package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultServletParametersTest {
    @Test
    void eachStandsInItsPlace() {
        List<String> names = DefaultServletParameters.names();

        assertThat(names).isSortedAccordingTo(Comparator.comparing(n -> n.toLowerCase()));
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void withoutParametersNothingChanges() {
        assertThat(DefaultServletParameters.apply(FileSettings.DEFAULTS, Map.of()))
                .isEqualTo(FileSettings.DEFAULTS);
    }

    @Test
    void theUsualValueIsTheOneWithoutTheParameter() {
        for (DefaultServletParameters.Parameter parameter : DefaultServletParameters.TABLE) {
            if (parameter.works() && !parameter.usual().isEmpty()) {
                assertThat(
                                DefaultServletParameters.apply(
                                        FileSettings.DEFAULTS,
                                        Map.of(parameter.name(), parameter.usual())))
                        .as(parameter.name())
                        .isEqualTo(FileSettings.DEFAULTS);
            }
        }
    }

    @Test
    void eachChangesItsSetting() {
        assertThat(with("sendfileSize", " 7 ").sendfileSize()).isEqualTo(7);
        assertThat(with("directoryRedirectStatusCode", "308").servlet())
                .isEqualTo(DefaultServletSettings.DEFAULTS.withDirectoryRedirectStatusCode(308));
        assertThat(with("allowPostAsGet", "TRUE").servlet().allowPostAsGet()).isTrue();
        assertThat(with("useAcceptRanges", "false").servlet().useAcceptRanges()).isFalse();
    }

    @Test
    void allMistakesAreNamedAtOnce() {
        Map<String, String> wrong = Map.of("allowPostAsGet", "yes", "sendfileSize", "x");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> DefaultServletParameters.apply(FileSettings.DEFAULTS, wrong))
                .withMessage(
                        "init-param allowPostAsGet is true or false, not 'yes'; init-param"
                                + " sendfileSize is KiB, negative for never, not 'x'");
    }

    @Test
    void whatFilesSayIsRead() {
        assertThat(with("cacheControl", "\n immutable\n *.html = no-cache\n").site())
                .isEqualTo(SiteSettings.DEFAULTS.withCacheControl("immutable\n *.html = no-cache"));
        assertThat(with("links", "*.html = </a>").site())
                .isEqualTo(SiteSettings.DEFAULTS.withLinks("*.html = </a>"));
        assertThat(with("headers", "X-A: b\nX-C: d").site())
                .isEqualTo(SiteSettings.DEFAULTS.withField("X-A", "b").withField("X-C", "d"));
        assertThat(with("fallback", "/index.html").site().fallback()).isEqualTo("/index.html");
        assertThat(with("dotFiles", "false").site().hides("/.env")).isTrue();
        assertThat(with("earlyHints", "HTTP1").site().earlyHints()).isEqualTo(EarlyHintsOver.HTTP1);
    }

    @ParameterizedTest
    @CsvSource({
        "cacheControl, '* = nocache', 'init-param cacheControl, line 1: '",
        "headers, 'X-A', 'init-param headers, line 1: there is no colon'",
        "headers, 'Content-Length: 5', 'init-param headers, line 1: Content-Length of a file'",
        "links, '* = /a', 'init-param links, line 1: RFC 8288'",
        "fallback, index.html, 'init-param fallback is the path of a page, not'",
        "earlyHints, always, 'init-param earlyHints is off, http2 or http1, not'"
    })
    void aRuleThatCannotBeReadIsNamedWithItsLine(String name, String value, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(name, value))
                .withMessageStartingWith(message);
    }

    private static FileSettings with(String name, String value) {
        return DefaultServletParameters.apply(FileSettings.DEFAULTS, Map.of(name, value));
    }
}
