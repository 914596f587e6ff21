package dev.serval.websocket.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7692 §7.1 and RFC 6455 §9.1: what is agreed on. */
final class PerMessageDeflateTest {
    private static String answer(String offer, boolean keeps) {
        PerMessageDeflate agreed =
                PerMessageDeflate.accept(ExtensionOffer.parse(List.of(offer)), keeps);
        return agreed == null ? "none" : agreed.answer().toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "permessage-deflate | permessage-deflate",
                "permessage-deflate; client_max_window_bits | permessage-deflate",
                "Permessage-Deflate ;client_max_window_bits=\"10\" | permessage-deflate",
                "permessage-deflate; server_max_window_bits=15 |"
                        + " permessage-deflate;server_max_window_bits=15",
                "permessage-deflate; server_no_context_takeover |"
                        + " permessage-deflate;server_no_context_takeover",
                "permessage-deflate; client_no_context_takeover |"
                        + " permessage-deflate;client_no_context_takeover",
                "permessage-deflate; server_max_window_bits=10 | none",
                "permessage-deflate; server_max_window_bits=10, permessage-deflate |"
                        + " permessage-deflate",
                "other, permessage-deflate | permessage-deflate",
                "other | none"
            })
    void aServerTakesTheFirstOfferThatItCanKeep(String offer, String answer) {
        assertThat(answer(offer, true)).isEqualTo(answer);
    }

    @Test
    void withoutContextBothSidesAreToldSo() {
        assertThat(answer("permessage-deflate", false))
                .isEqualTo(
                        "permessage-deflate;server_no_context_takeover;client_no_context_takeover");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unknown",
                "server_no_context_takeover=1",
                "client_no_context_takeover=true",
                "server_no_context_takeover; server_no_context_takeover",
                "server_max_window_bits",
                "server_max_window_bits=7",
                "server_max_window_bits=16",
                "server_max_window_bits=08",
                "server_max_window_bits=015",
                "client_max_window_bits=7",
                "client_max_window_bits=x",
                "client_max_window_bits; client_max_window_bits"
            })
    void anOfferThatIsNotValidIsDeclined(String parameters) {
        assertThat(answer("permessage-deflate; " + parameters, true)).isEqualTo("none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", ";", "a;", "a;=", "a;b=", "a;b=\"c", "a;b=\"c d\"", "a=b"})
    void whatBreaksTheGrammarIsRefused(String field) {
        assertThatThrownBy(() -> ExtensionOffer.parse(List.of(field)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void emptyEntriesCountForNothing() {
        assertThat(ExtensionOffer.parse(List.of(" , a,, b;c=1 ,", "", "d")))
                .extracting(Object::toString)
                .containsExactly("a", "b;c=1", "d");
    }

    private static PerMessageDeflate agreed(String answer, boolean keeps) {
        return PerMessageDeflate.agreed(ExtensionOffer.parse(List.of(answer)).get(0), keeps);
    }

    @Test
    void namesCountInAnyCaseAndAreShownAsTheyAre() {
        List<ExtensionOffer> offers =
                ExtensionOffer.parse(List.of("Ext; aName=aValue, PerMessage-Deflate"));
        assertThat(offers.get(0)).hasToString("Ext;aName=aValue");
        assertThat(PerMessageDeflate.accept(offers, true))
                .isEqualTo(new PerMessageDeflate(true, true, false));
        assertThat(agreed("Permessage-Deflate; Server_no_context_takeover", false))
                .isEqualTo(new PerMessageDeflate(false, false, false));
    }

    @Test
    void aClientKeepsToTheAnswer() {
        assertThat(PerMessageDeflate.offer(true)).hasToString("permessage-deflate");
        assertThat(agreed("permessage-deflate", true))
                .isEqualTo(new PerMessageDeflate(true, true, false));
        assertThat(agreed("permessage-deflate; client_no_context_takeover", true))
                .isEqualTo(new PerMessageDeflate(true, false, false));
        assertThat(
                        agreed(
                                "permessage-deflate; server_no_context_takeover;"
                                        + " server_max_window_bits=9",
                                false))
                .isEqualTo(new PerMessageDeflate(false, false, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "other",
                "permessage-deflate",
                "permessage-deflate; server_no_context_takeover; client_max_window_bits=15",
                "permessage-deflate; server_no_context_takeover; server_max_window_bits=16"
            })
    void aClientRefusesAnAnswerToWhatItHasNotOffered(String answer) {
        assertThatThrownBy(() -> agreed(answer, false))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
