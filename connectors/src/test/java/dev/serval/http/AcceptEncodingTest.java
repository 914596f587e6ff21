package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RFC 9110 §12.5.3. */
class AcceptEncodingTest {
    /**
     * Field, then the weights of gzip, br, zstd and of no coding, and whether gzip is preferred.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "gzip|1000|0|0|0|true",
                "GZip|1000|0|0|0|true",
                "x-gzip|1000|0|0|0|true",
                "x-gzip;q=0.3|300|0|0|0|true",
                "gzip, br , zstd|1000|1000|1000|0|true",
                "gzip;q=0.5,br;q=1.0,zstd;q=0.001|500|1000|1|0|true",
                " \tgzip \t; \tq=0.25\t, br|250|1000|0|0|true",
                "gzip;Q=0.5|500|0|0|0|true",
                "gzip;q=0|0|0|0|0|false",
                "gzip;q=0.000, br|0|1000|0|0|false",
                "gzip;q=1.000|1000|0|0|0|true",
                "gzip;q=0.1234|123|0|0|0|true",
                "gzip;q=1|1000|0|0|0|true",
                "gzip;q=.5|0|0|0|0|false",
                "gzip;q=1.5|0|0|0|0|false",
                "gzip;q=2|0|0|0|0|false",
                "gzip;q=-1|0|0|0|0|false",
                "gzip;q=0.5x|0|0|0|0|false",
                "gzip;q=|0|0|0|0|false",
                "gzip;|0|0|0|0|false",
                "gzip;level=9|0|0|0|0|false",
                "gzip;q=0.5;q=1|0|0|0|0|false",
                "gzip, gzip;q=0|0|0|0|0|false",
                "gzip;q=0, gzip|0|0|0|0|false",
                "*|1000|1000|1000|1000|true",
                "*;q=0.5|500|500|500|500|true",
                "*;q=0|0|0|0|0|false",
                "br, *;q=0|0|1000|0|0|false",
                "gzip;q=0, *|0|1000|1000|1000|false",
                "gzip;q=0.5, *|500|1000|1000|1000|false",
                "identity|0|0|0|1000|false",
                "identity;q=0|0|0|0|0|false",
                "gzip;q=0.1, identity;q=0|100|0|0|0|true",
                "gzip;q=0.1, identity;q=0, *;q=0|100|0|0|0|true",
                "identity;q=1, gzip;q=0.5|500|0|0|1000|false",
                "identity, gzip|1000|0|0|1000|true",
                "identity;q=0, *|1000|1000|1000|0|true",
                "deflate|0|0|0|0|false",
                "pack200-gzip, compress, dcb|0|0|0|0|false",
                "gzipp|0|0|0|0|false",
                "gz|0|0|0|0|false",
                ",, ,gzip,,|1000|0|0|0|true",
                "''|0|0|0|0|false",
                " |0|0|0|0|false",
                ";|0|0|0|0|false",
                ",|0|0|0|0|false",
            })
    void weights(String value, int gzip, int br, int zstd, int identity, boolean preferred) {
        long accepted = AcceptEncoding.of(value);

        assertThat(AcceptEncoding.weight(accepted, ContentCoding.GZIP)).isEqualTo(gzip);
        assertThat(AcceptEncoding.weight(accepted, ContentCoding.BR)).isEqualTo(br);
        assertThat(AcceptEncoding.weight(accepted, ContentCoding.ZSTD)).isEqualTo(zstd);
        assertThat(AcceptEncoding.identityWeight(accepted)).isEqualTo(identity);
        assertThat(AcceptEncoding.prefers(accepted, ContentCoding.GZIP)).isEqualTo(preferred);
        assertThat(AcceptEncoding.of(head("Accept-Encoding: " + value))).isEqualTo(accepted);
    }

    @Test
    void withoutTheFieldNothingIsTaken() {
        assertThat(AcceptEncoding.of((String) null)).isEqualTo(AcceptEncoding.NOTHING);
        assertThat(AcceptEncoding.of(head("Accept: gzip"))).isEqualTo(AcceptEncoding.NOTHING);
        for (ContentCoding coding : ContentCoding.values()) {
            assertThat(AcceptEncoding.weight(AcceptEncoding.NOTHING, coding)).isZero();
        }
    }

    @Test
    void severalFieldsAreOneList() {
        RequestHead head = head("accept-encoding: br;q=0.5", "Host: x", "ACCEPT-ENCODING: gzip");

        assertThat(AcceptEncoding.of(head)).isEqualTo(AcceptEncoding.of("br;q=0.5, gzip"));
    }

    @Test
    void codingsAreKnownByName() {
        for (ContentCoding coding : ContentCoding.values()) {
            assertThat(ContentCoding.of(coding.token().toUpperCase(java.util.Locale.ROOT)))
                    .isEqualTo(coding);
            assertThat(AcceptEncoding.weight(AcceptEncoding.of(coding.token()), coding))
                    .isEqualTo(1000);
        }
        assertThat(ContentCoding.of("x-gzip")).isEqualTo(ContentCoding.GZIP);
        assertThat(ContentCoding.of("identity")).isNull();
    }

    static RequestHead head(String... fields) {
        StringBuilder text = new StringBuilder();
        RequestHead.Recorder recorder = new RequestHead.Recorder();
        recorder.clear();
        for (String field : fields) {
            int name = text.length();
            int colon = field.indexOf(": ");
            text.append(field);
            recorder.field(name, name + colon, name + colon + 2, text.length());
        }
        recorder.bytes(text.toString().getBytes(StandardCharsets.ISO_8859_1));
        return recorder.head();
    }
}
