package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.ApiOptions;
import dev.serval.http.Compression;
import dev.serval.http.HttpOptions;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpOptionsTableTest {

    @Test
    void theDefaultsAreThoseOfTheRecord() {
        assertThat(options("")).isEqualTo(HttpOptions.DEFAULTS);
    }

    @ParameterizedTest
    @CsvSource({
        "maxHttpResponseHeaderSize, 9000",
        "serverRemoveAppProvidedValues, true",
        "xpoweredBy, true",
        "useKeepAliveResponseHeader, false",
        "maxCookieCount, 7",
        "maxCookieCount, -1",
        "enforceEncodingInGetWriter, false",
        "asyncTimeout, 1234",
        "asyncTimeout, -1",
        "enableLookups, true",
        "compressionMinSize, 100"
    })
    void everyAttributeArrivesWhereItBelongs(String name, String value) {
        assertThat(options(name + "='" + value + "'").toString()).contains(name + "=" + value);
        assertThat(options("").toString()).doesNotContain(name + "=" + value);
    }

    @Test
    void namesAreTakenApart() {
        ApiOptions api =
                options("parseBodyMethods='POST, PUT,' allowedTrailerHeaders='X-A,x-b'").api();
        assertThat(api.parseBodyMethods()).containsExactlyInAnyOrder("POST", "PUT");
        assertThat(api.allowedTrailerHeaders()).containsExactlyInAnyOrder("x-a", "x-b");
        assertThat(options("allowedTrailerHeaders=','").api().allowedTrailerHeaders()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"immediately, true", "onRead, false"})
    void theTimeOfAContinue(String value, boolean expected) {
        assertThat(options("continueResponseTiming='" + value + "'").api().continueImmediately())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "off, OFF, 2048",
        "on, ON, 2048",
        "force, FORCE, 2048",
        "500, ON, 500",
        "1k, ON, 1024"
    })
    void compressionIsAModeOrANumber(String value, Compression.Mode mode, int from) {
        Compression compression = options("compression='" + value + "'").compression();

        assertThat(compression.mode()).isEqualTo(mode);
        assertThat(compression.compressionMinSize()).isEqualTo(from);
    }

    @Test
    void theRestOfCompressionIsTakenApart() {
        Compression compression =
                options(
                                "compressibleMimeType='text/html, Text/CSS'"
                                        + " noCompressionEncodings='BR'"
                                        + " noCompressionUserAgents='.*MSIE.*'")
                        .compression();

        assertThat(compression.compressibleMimeType()).containsExactly("text/html", "text/css");
        assertThat(compression.noCompressionEncodings()).containsExactly("br");
        assertThat(compression.noCompressionUserAgents().pattern()).isEqualTo(".*MSIE.*");
    }

    @Test
    void theEncodingOfPathsAndQueriesMayHaveAnyOfItsNames() {
        assertThat(options("URIEncoding='latin1'").api().uriEncoding())
                .isEqualTo(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "URIEncoding            | utf-88             | is not a supported character"
                        + " encoding",
                "parseBodyMethods       | POST,TRACE         | names TRACE, which has no body",
                "allowedTrailerHeaders  | x-a,Content-Length | names content-length, which must"
                        + " not",
                "continueResponseTiming | immediatly         | immediately",
                "maxCookieCount         | -2                 | is out of range",
                "xpoweredBy             | perhaps            | is neither true nor false"
            })
    void aBadValueIsAnError(String name, String value, String said) {
        ServerXml.Result result = Xml.read(Xml.connector("port='1' " + name + "='" + value + "'"));
        assertThat(result.errors()).singleElement().asString().contains(name).contains(said);
    }

    private static HttpOptions options(String attributes) {
        ServerXml.Result result = Xml.read(Xml.connector("port='1' " + attributes));
        assertThat(result.problems()).isEmpty();
        return of(result);
    }

    private static HttpOptions of(ServerXml.Result result) {
        return result.config().services().get(0).connectors().get(0).config().http().options();
    }
}
