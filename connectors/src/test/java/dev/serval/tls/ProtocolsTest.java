package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The attribute protocols, in Tomcat's syntax. */
class ProtocolsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "all|TLSv1.3 TLSv1.2",
                "ALL|TLSv1.3 TLSv1.2",
                "TLSv1.2|TLSv1.2",
                "TLSv1.3|TLSv1.3",
                "tlsv1.3|TLSv1.3",
                "TLSv1.2+TLSv1.3|TLSv1.3 TLSv1.2",
                "+TLSv1.2+TLSv1.3|TLSv1.3 TLSv1.2",
                "TLSv1.2,TLSv1.3|TLSv1.3 TLSv1.2",
                "TLSv1.3, TLSv1.2|TLSv1.3 TLSv1.2",
                "all-TLSv1.2|TLSv1.3",
                "all,-TLSv1.3|TLSv1.2",
                "all -SSLv2Hello -SSLv3 -TLSv1 -TLSv1.1|TLSv1.3 TLSv1.2",
            })
    void isRead(String text, String expected) {
        assertThat(Protocols.parse(text)).isEqualTo(List.of(expected.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSLv2Hello", "SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2+tlsv1.1"})
    void rfc8996OldOnesAreRefused(String text) {
        assertThatThrownBy(() -> Protocols.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("broken")
                .hasMessageContaining("only TLSv1.2 and TLSv1.3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.4", "TLS", "TLSv1.2;TLSv1.3"})
    void unknownOnesAreRefused(String text) {
        assertThatThrownBy(() -> Protocols.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("known: TLSv1.2, TLSv1.3, all");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-TLSv1.2", "all-all", "+", ",,"})
    void nothingIsRefused(String text) {
        assertThatThrownBy(() -> Protocols.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
