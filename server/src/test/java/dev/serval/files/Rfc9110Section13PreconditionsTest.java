package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.FieldName;
import dev.serval.http.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** RFC 9110 §13.2.2: the order of preconditions, and what the answer carries. */
class Rfc9110Section13PreconditionsTest {
    /** Sun, 06 Nov 1994 08:49:37 GMT. */
    private static final long MODIFIED = 784111777_000L;

    private static final Representation STRONG =
            Representation.of("text/html", 100, MODIFIED + 123, MODIFIED + 10_000);
    private static final Representation WEAK =
            Representation.of("text/html", 100, MODIFIED + 123, MODIFIED + 1_000);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            nullValues = "-",
            value = {
                // If-Match | If-Unmodified-Since | If-None-Match | If-Modified-Since | status
                "- | - | - | - | 200",
                "* | - | - | - | 200",
                "TAG | - | - | - | 200",
                "\"x\", TAG | - | - | - | 200",
                "\"x\" | - | - | - | 412",
                "W/TAG | - | - | - | 412",
                "rubbish | - | - | - | 412",
                "TAG | BEFORE | - | - | 200",
                "\"x\" | SAME | - | - | 412",
                "- | SAME | - | - | 200",
                "- | AFTER | - | - | 200",
                "- | BEFORE | - | - | 412",
                "- | yesterday | - | - | 200",
                "- | - | TAG | - | 304",
                "- | - | W/TAG | - | 304",
                "- | - | * | - | 304",
                "- | - | \"x\", TAG | - | 304",
                "- | - | \"x\" | - | 200",
                "- | - | rubbish | - | 200",
                "- | - | \"x\" | SAME | 200",
                "- | - | TAG | BEFORE | 304",
                "- | - | - | SAME | 304",
                "- | - | - | AFTER | 304",
                "- | - | - | BEFORE | 200",
                "- | - | - | rubbish | 200",
                "- | - | - | RFC850 | 304",
                "- | - | - | ASCTIME | 304",
                "\"x\" | - | TAG | - | 412",
                "TAG | - | TAG | - | 304",
                "- | BEFORE | TAG | SAME | 412",
                "- | SAME | TAG | - | 304",
                "- | SAME | - | SAME | 304",
            })
    void decidesInOrder(String match, String unmodified, String none, String modified, int status) {
        Conditions asked =
                new Conditions(
                        filled(match),
                        filled(unmodified),
                        filled(none),
                        filled(modified),
                        null,
                        null);

        assertThat(of(Method.GET, asked, STRONG).status()).isEqualTo(status);
        assertThat(of(Method.HEAD, asked, STRONG).status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0001',
            nullValues = "-",
            value = {
                "- | bytes=0-9 | 206",
                "TAG | bytes=0-9 | 206",
                "\"x\" | bytes=0-9 | 200",
                "W/TAG | bytes=0-9 | 200",
                "SAME | bytes=0-9 | 206",
                "BEFORE | bytes=0-9 | 200",
                "AFTER | bytes=0-9 | 200",
                "rubbish | bytes=0-9 | 200",
                "TAG | bytes=500- | 416",
                "\"x\" | bytes=500- | 200",
                "TAG | - | 200",
                "\"x\" | - | 200",
                "TAG | rubbish | 200",
            })
    void appliesIfRangeLast(String ifRange, String range, int status) {
        Conditions asked = new Conditions(null, null, null, null, filled(ifRange), range);

        assertThat(of(Method.GET, asked, STRONG).status()).isEqualTo(status);
    }

    @Test
    void youngFileIsNeverResumed() {
        for (String validator : new String[] {"W/TAG", "TAG", "SAME"}) {
            Conditions asked =
                    new Conditions(null, null, null, null, filled(validator), "bytes=0-9");
            assertThat(of(Method.GET, asked, WEAK).status()).as(validator).isEqualTo(200);
        }
    }

    @Test
    void preconditionsGoBeforeTheRange() {
        Conditions known = new Conditions(null, null, STRONG.etag(), null, null, "bytes=500-");
        Conditions failed = new Conditions("\"x\"", null, null, null, null, "bytes=0-1");

        assertThat(of(Method.GET, known, STRONG).status()).isEqualTo(304);
        assertThat(of(Method.GET, failed, STRONG).status()).isEqualTo(412);
    }

    @Test
    void headHasNoRange() {
        Conditions asked = new Conditions(null, null, null, null, null, "bytes=500-");
        FileResponse response = of(Method.HEAD, asked, STRONG);

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.length()).isEqualTo(100);
    }

    @Test
    void wholeCarriesTheMetadata() {
        FileResponse response = of(Method.GET, Conditions.NONE, STRONG);

        assertThat(fields(response))
                .containsExactly(
                        Map.entry("Content-Type", "text/html"),
                        Map.entry("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
                        Map.entry("ETag", "\"100-784111777123\""),
                        Map.entry("Accept-Ranges", "bytes"));
        assertThat(response.first()).isZero();
        assertThat(response.length()).isEqualTo(100);
    }

    @Test
    void partCarriesItsPlaceToo() {
        Conditions asked = new Conditions(null, null, null, null, null, "bytes=10-19");
        FileResponse response = of(Method.GET, asked, STRONG);

        assertThat(fields(response))
                .containsEntry("Content-Range", "bytes 10-19/100")
                .containsKeys("ETag", "Last-Modified", "Content-Type");
        assertThat(response.first()).isEqualTo(10);
        assertThat(response.length()).isEqualTo(10);
    }

    @Test
    void notModifiedCarriesTheTagAndNoType() {
        Conditions asked = new Conditions(null, null, "*", null, null, null);

        assertThat(fields(of(Method.GET, asked, STRONG)))
                .containsExactly(Map.entry("ETag", STRONG.etag()));
    }

    @Test
    void unsatisfiableStatesTheLength() {
        Conditions asked = new Conditions(null, null, null, null, null, "bytes=100-");
        FileResponse response = of(Method.GET, asked, STRONG);

        assertThat(fields(response)).containsExactly(Map.entry("Content-Range", "bytes */100"));
        assertThat(response.length()).isEqualTo(-1);
    }

    @Test
    void unknownTypeIsNotGuessed() {
        Representation file = Representation.of(null, 1, MODIFIED, MODIFIED + 10_000);

        assertThat(fields(of(Method.GET, Conditions.NONE, file))).doesNotContainKey("Content-Type");
    }

    @Test
    void optionsAllowsWhatThereIs() {
        FileResponse response = of(Method.OPTIONS, Conditions.NONE, STRONG);

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.length()).isZero();
        assertThat(fields(response)).containsExactly(Map.entry("Allow", "GET, HEAD, OPTIONS"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GET", "HEAD", "OPTIONS"})
    void otherMethodsAreNotAllowed(Method method) {
        // Whatever the preconditions say: they only matter where the answer would be 2xx (§13.2.1).
        Conditions asked = new Conditions("\"x\"", null, "*", null, null, null);
        FileResponse response = of(method, asked, STRONG);

        assertThat(response.status()).isEqualTo(405);
        assertThat(fields(response)).containsExactly(Map.entry("Allow", "GET, HEAD, OPTIONS"));
    }

    @Test
    void youngFileHasAWeakTagOfTheSameKind() {
        assertThat(WEAK.etag()).isEqualTo("W/" + STRONG.etag());
        assertThat(EntityTags.weakMatch(WEAK.etag(), STRONG.etag())).isTrue();
    }

    @Test
    void dateIsNeverInTheFuture() {
        Representation file = Representation.of(null, 1, MODIFIED + 60_000, MODIFIED);

        assertThat(file.modified()).isEqualTo(MODIFIED);
        assertThat(file.settled()).isFalse();
    }

    private static String filled(String template) {
        return template == null
                ? null
                : template.replace("TAG", STRONG.etag())
                        .replace("SAME", "Sun, 06 Nov 1994 08:49:37 GMT")
                        .replace("BEFORE", "Sun, 06 Nov 1994 08:49:36 GMT")
                        .replace("AFTER", "Sun, 06 Nov 1994 08:49:38 GMT")
                        .replace("RFC850", "Sunday, 06-Nov-94 08:49:37 GMT")
                        .replace("ASCTIME", "Sun Nov  6 08:49:37 1994");
    }

    private static Map<String, String> fields(FileResponse response) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (FileResponse.Field line : response.fields()) {
            FieldName name = line.name();
            fields.put(name.text(), line.value());
        }
        return fields;
    }

    private static FileResponse of(Method method, Conditions asked, Representation file) {
        return FileResponse.of(method, asked, file, "GET, HEAD, OPTIONS");
    }
}
