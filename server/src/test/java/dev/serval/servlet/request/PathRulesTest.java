package dev.serval.servlet.request;

import static dev.serval.http.EncodedSolidusHandling.DECODE;
import static dev.serval.http.EncodedSolidusHandling.PASSTHROUGH;
import static dev.serval.http.EncodedSolidusHandling.REJECT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.http.HttpError;
import dev.serval.http.Leniency;
import dev.serval.http.PathRules;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each leniency makes of a path, and that it changes nothing else. */
class PathRulesTest {
    private static final PathRules SOLIDUS = new PathRules(DECODE, REJECT, false, true);
    private static final PathRules KEPT = new PathRules(PASSTHROUGH, PASSTHROUGH, false, true);
    private static final PathRules BACKSLASH = new PathRules(REJECT, DECODE, true, true);
    private static final PathRules UNSUSPICIOUS = new PathRules(REJECT, REJECT, false, false);
    private static final PathRules ALL = new PathRules(DECODE, DECODE, true, false);

    private final List<Leniency> passed = new ArrayList<>();

    private String normalize(String raw, PathRules rules) throws HttpError {
        byte[] bytes = raw.getBytes(StandardCharsets.ISO_8859_1);
        passed.clear();
        return normalize(bytes, rules, StandardCharsets.UTF_8);
    }

    private String normalize(byte[] bytes, PathRules rules, Charset charset) throws HttpError {
        return PathNormalizer.normalize(bytes, 0, bytes.length, rules, charset, passed::add);
    }

    private String normalizeIn(String charset, String raw) throws HttpError {
        return normalize(
                raw.getBytes(StandardCharsets.US_ASCII),
                PathRules.STRICT,
                Charset.forName(charset));
    }

    private void refused(String raw, PathRules rules, String attribute) {
        assertThatThrownBy(() -> normalize(raw, rules))
                .isInstanceOfSatisfying(
                        HttpError.class, e -> assertThat(e.detail()).contains(attribute));
        assertThat(passed).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/a%2fb, /a/b",
        "/a%2Fb%2f, /a/b/",
        "/%2f%2fa%2f%2fb, /a/b",
        "/a%2fb;x=1/c, /a/b/c",
        "/%2fWEB-INF/x, /WEB-INF/x",
        "/a%2fb%2541, /a/b%41",
        "/a%2f%C3%A9, /a/é",
    })
    void aDecodedSolidusIsASeparator(String raw, String normal) throws HttpError {
        assertThat(normalize(raw, SOLIDUS)).isEqualTo(normal);
        assertThat(passed).containsExactly(Leniency.ENCODED_SOLIDUS);
    }

    @ParameterizedTest
    @CsvSource({
        "/a%2fb, /a%2fb",
        "/a%2Fb%5Cc, /a%2Fb%5Cc",
        "/a%2f%2541, /a%2f%2541",
        "/a%2f%41, /a%2fA",
        "/a/../%2f%2e%2e%2f, /%2f..%2f",
    })
    void whatIsPassedThroughStaysAndSoDoesAnEncodedPercent(String raw, String normal)
            throws HttpError {
        assertThat(normalize(raw, KEPT)).isEqualTo(normal);
        assertThat(normalize("/100%25", KEPT)).isEqualTo("/100%25");
        assertThat(passed).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/a\\b, /a/b",
        "/a%5cb, /a/b",
        "/a\\\\b\\, /a/b/",
        "/\\WEB-INF\\x, /WEB-INF/x",
    })
    void aBackslashIsASeparatorWhereAllowed(String raw, String normal) throws HttpError {
        assertThat(normalize(raw, BACKSLASH)).isEqualTo(normal);
        assertThat(passed).contains(Leniency.BACKSLASH);
    }

    @ParameterizedTest
    @CsvSource({
        "/a/%2e%2e/b, /b",
        "/a/..;x/b, /b",
        "/a/.;/b, /a/b",
        "/;x/b, /b",
        "/a/%2e%2e;y/WEB-INF/x, /WEB-INF/x",
    })
    void whatIsSuspiciousIsResolvedWhereAllowed(String raw, String normal) throws HttpError {
        assertThat(normalize(raw, UNSUSPICIOUS)).isEqualTo(normal);
        assertThat(passed).containsExactly(Leniency.SUSPICIOUS_PATH);
    }

    @ParameterizedTest
    @CsvSource({
        "ISO-8859-1, /gr%FC%DFe, /gr\u00fc\u00dfe",
        "ISO-8859-1, /%C3%BC, /\u00c3\u00bc",
        "Shift_JIS, /%93%FA%96%7B, /\u65e5\u672c"
    })
    void whatIsEncodedIsReadInTheCharset(String charset, String raw, String path) throws HttpError {
        assertThat(normalizeIn(charset, raw)).isEqualTo(path);
    }

    /** In these charsets a letter of ASCII, or two bytes together, are a separator or a control. */
    @ParameterizedTest
    @CsvSource({"IBM037, /x%61%F1", "IBM037, /x%E0%F1", "Shift_JIS, /%81", "ISO-8859-1, /%81"})
    void aSeparatorInDisguiseIsRefused(String charset, String raw) {
        assertThatThrownBy(() -> normalizeIn(charset, raw)).isInstanceOf(HttpError.class);
    }

    @Test
    void everyRefusalNamesItsAttribute() {
        refused("/a%2fb", PathRules.STRICT, "encodedSolidusHandling");
        refused("/a%5cb", PathRules.STRICT, "encodedReverseSolidusHandling");
        refused("/a\\b", PathRules.STRICT, "allowBackslash");
        refused("/a/..;/b", PathRules.STRICT, "rejectSuspiciousURIs");
    }

    @Test
    void aDecodedBackslashIsRefusedUnlessBackslashesAreAllowed() {
        refused("/a%5cb", new PathRules(REJECT, DECODE, false, true), "allowBackslash");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/..%2fb", "/a%2f../b", "/a%2f..%2fb", "/.%2fa", "/a%2f."})
    void aDotSegmentBesideADecodedSolidusStaysSuspicious(String raw) throws HttpError {
        refused(raw, SOLIDUS, "rejectSuspiciousURIs");
        normalize(raw, ALL);
        assertThat(passed).contains(Leniency.SUSPICIOUS_PATH, Leniency.ENCODED_SOLIDUS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/..%2fa",
                "/a%2f..%2f..%2fb",
                "/..\\a",
                "/%2e%2e/a",
                "/a/..;/../b",
                "/a;x=%2f/b",
                "/a;x\\b",
                "/a;%5c",
                "/a%00",
                "/a%0d",
                "/a%c0%af",
                "/a%2",
                "/a#b",
                "a",
                "\\a"
            })
    void noLeniencyLetsThesePass(String raw) {
        refused(raw, ALL, "");
    }
}
