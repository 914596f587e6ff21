package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.Ascii;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9112Section9_3PersistenceTest {
    private static Persistence of(HttpVersion version, String... connection) {
        return Persistence.of(head(version, connection), 1, 100, false);
    }

    private static RequestHead head(HttpVersion version, String... connection) {
        RequestHead.Recorder recorder = new RequestHead.Recorder().version(version);
        StringBuilder text = new StringBuilder();
        for (String value : connection) {
            int start = text.length();
            text.append(start % 2 == 0 ? "Connection" : "CONNECTION").append(value);
            recorder.field(start, start + 10, start + 10, text.length());
        }
        return recorder.bytes(Ascii.bytes(text.toString())).head();
    }

    @Test
    void http11KeepsAndSaysNothing() {
        Persistence persistence = of(HttpVersion.HTTP_1_1);
        assertThat(persistence).isEqualTo(Persistence.KEEP);
        assertThat(persistence.field()).isNull();
        assertThat(persistence.keeps()).isTrue();
    }

    @Test
    void http10ClosesAndSaysSo() {
        Persistence persistence = of(HttpVersion.HTTP_1_0);
        assertThat(persistence).isEqualTo(Persistence.CLOSE);
        assertThat(persistence.field()).isEqualTo("close");
        assertThat(persistence.keeps()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keep-alive",
                "Keep-Alive",
                "KEEP-ALIVE",
                "te, keep-alive",
                "keep-alive,te",
                " , keep-alive ,",
                "keep-alive, keep-alive"
            })
    void http10KeepsWhenAskedAndSaysSo(String value) {
        Persistence persistence = of(HttpVersion.HTTP_1_0, value);
        assertThat(persistence).isEqualTo(Persistence.KEEP_ANNOUNCED);
        assertThat(persistence.field()).isEqualTo("keep-alive");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "close",
                "Close",
                "CLOSE",
                "keep-alive, close",
                "close, keep-alive",
                "te,close",
                "upgrade , close , x",
                ",close,",
                "\tclose\t",
                "a,\tclose"
            })
    void closeWinsInEveryVersion(String value) {
        assertThat(of(HttpVersion.HTTP_1_1, value)).isEqualTo(Persistence.CLOSE);
        assertThat(of(HttpVersion.HTTP_1_0, value)).isEqualTo(Persistence.CLOSE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "closed",
                "clos",
                "x-close",
                "close-x",
                "keep-alive",
                "Upgrade",
                "close x"
            })
    void http11KeepsWithOtherOptions(String value) {
        assertThat(of(HttpVersion.HTTP_1_1, value)).isEqualTo(Persistence.KEEP);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "keepalive", "keep-alive2", "keep", "Upgrade", "keep-alive x"})
    void http10ClosesWithOtherOptions(String value) {
        assertThat(of(HttpVersion.HTTP_1_0, value)).isEqualTo(Persistence.CLOSE);
    }

    @Test
    void readsSeveralFieldsAsOneList() {
        assertThat(of(HttpVersion.HTTP_1_1, "keep-alive", "te", "close"))
                .isEqualTo(Persistence.CLOSE);
        assertThat(of(HttpVersion.HTTP_1_0, "te", "keep-alive"))
                .isEqualTo(Persistence.KEEP_ANNOUNCED);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, CLOSE",
        "1, 2, KEEP",
        "2, 2, CLOSE",
        "3, 2, CLOSE",
        "99, 100, KEEP",
        "100, 100, CLOSE",
        "1000000, -1, KEEP",
        "1000000, 0, KEEP"
    })
    void closesWithTheLastRequestThatIsAllowed(int served, int most, Persistence expected) {
        assertThat(Persistence.of(head(HttpVersion.HTTP_1_1), served, most, false))
                .isEqualTo(expected);
    }

    @Test
    void closesWhileTheServerStops() {
        assertThat(Persistence.of(head(HttpVersion.HTTP_1_0, "keep-alive"), 1, -1, true))
                .isEqualTo(Persistence.CLOSE);
        assertThat(Persistence.of(head(HttpVersion.HTTP_1_1), 1, -1, true))
                .isEqualTo(Persistence.CLOSE);
    }
}
