package dev.serval.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitTest {
    @ParameterizedTest
    @CsvSource({
        "NONE, 7, 7",
        "BYTES, 8192, 8192",
        "BYTES, 64KB, 65536",
        "BYTES, 10MiB, 10485760",
        "BYTES, 10mib, 10485760",
        "BYTES, 1 GiB, 1073741824",
        "BYTES, 2k, 2048",
        "BYTES, -1, -1",
        "KIBIBYTES, 10MiB, 10240",
        "KIBIBYTES, 2048B, 2",
        "MILLISECONDS, 20000, 20000",
        "MILLISECONDS, 500ms, 500",
        "MILLISECONDS, 30s, 30000",
        "MILLISECONDS, 5m, 300000",
        "SECONDS, 300, 300",
        "SECONDS, 2H, 7200",
        "MINUTES, 30, 30",
        "MINUTES, 1d, 1440",
    })
    void aNumberIsInItsUnitUnlessItSaysAnother(Unit unit, String text, long value) throws BadValue {
        assertThat(unit.parse(text)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, 5s, is not a number",
        "SECONDS, 1500ms, is no whole number of seconds",
        "MINUTES, 90s, is no whole number of minutes",
        "KIBIBYTES, 5B, is no whole number of KiB",
        "SECONDS, 1.5s, 'is not a number of seconds (a suffix may be ms, s, m, h, d)'",
        "MILLISECONDS, 5MiB, 'is not a number of milliseconds (a suffix may be ms, s, m, h, d)'",
    })
    void nothingIsRoundedAndTheMessageSaysWhatIsAllowed(Unit unit, String text, String message) {
        assertThatThrownBy(() -> unit.parse(text)).isInstanceOf(BadValue.class).hasMessage(message);
    }

    @Test
    void theUnitsOfSizesAreNamed() {
        assertThatThrownBy(() -> Unit.BYTES.parse("10s"))
                .hasMessage(
                        "is not a number of bytes (a suffix may be B, KiB, MiB, GiB, KB, MB, GB,"
                                + " K, M, G)");
    }
}
