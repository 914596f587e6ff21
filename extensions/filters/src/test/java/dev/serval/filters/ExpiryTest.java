package dev.serval.filters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times as the parameters of ExpiresFilter spell them. */
class ExpiryTest {
    private static final ZonedDateTime NOW = ZonedDateTime.parse("2024-01-31T12:00:00Z");
    private static final String MODIFIED = "Mon, 01 Jan 2024 00:00:00 GMT";

    @ParameterizedTest
    @CsvSource({
        "now, 2024-01-31T12:00:00Z",
        "access, 2024-01-31T12:00:00Z",
        "access plus 1 month, 2024-02-29T12:00:00Z",
        "access plus 1 month 15 days 2 hours, 2024-03-15T14:00:00Z",
        "ACCESS PLUS 1 YEAR, 2025-01-31T12:00:00Z",
        "now 30 minutes 5 seconds, 2024-01-31T12:30:05Z",
        "modification plus 2 weeks, 2024-01-15T00:00:00Z",
        "modification, 2024-01-01T00:00:00Z",
        "A3600, 2024-01-31T13:00:00Z",
        "m60, 2024-01-01T00:01:00Z"
    })
    void isReadAsTomcatReadsIt(String text, Instant until) {
        assertThat(Expiry.of(text).from(NOW, MODIFIED)).isEqualTo(until);
    }

    @Test
    void aModificationThatIsNotToldHasNoEnd() {
        assertThat(Expiry.of("modification plus 1 day").from(NOW, null)).isNull();
        assertThat(Expiry.of("modification plus 1 day").from(NOW, "yesterday")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "tomorrow",
                "access plus",
                "access plus 1",
                "access plus one day",
                "access plus 1 fortnight",
                "access minus 1 day",
                "access plus -1 day",
                "access plus 9999999999 days",
                "access plus 8000 years",
                "A",
                "A-1"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Expiry.of(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
