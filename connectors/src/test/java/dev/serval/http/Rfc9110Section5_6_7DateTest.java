package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc9110Section5_6_7DateTest {
    private static final long EXAMPLE = 784_111_777_000L;
    private static final long NOW = Instant.parse("2026-11-21T00:00:00Z").toEpochMilli();
    // The slow form is the oracle.
    private static final DateTimeFormatter ORACLE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1994-11-06T08:49:37Z | Sun, 06 Nov 1994 08:49:37 GMT",
                "1970-01-01T00:00:00Z | Thu, 01 Jan 1970 00:00:00 GMT",
                "1969-12-31T23:59:59.999Z | Wed, 31 Dec 1969 23:59:59 GMT",
                "2000-02-29T12:00:00Z | Tue, 29 Feb 2000 12:00:00 GMT",
                "2100-03-01T00:00:00Z | Mon, 01 Mar 2100 00:00:00 GMT",
                "2024-02-29T23:59:59.999Z | Thu, 29 Feb 2024 23:59:59 GMT",
                "2026-12-31T23:59:59Z | Thu, 31 Dec 2026 23:59:59 GMT",
                "9999-12-31T23:59:59Z | Fri, 31 Dec 9999 23:59:59 GMT",
                "0000-01-01T00:00:00Z | Sat, 01 Jan 0000 00:00:00 GMT",
                "+10000-01-01T00:00:00Z | Fri, 31 Dec 9999 23:59:59 GMT",
                "-0001-12-31T00:00:00Z | Sat, 01 Jan 0000 00:00:00 GMT"
            })
    void formatsAsFixdate(String instant, String text) {
        assertThat(HttpDate.format(Instant.parse(instant).toEpochMilli())).isEqualTo(text);
    }

    @Test
    void formatsLikeTheFormatterOfTheJdkAndReadsItBack() {
        Random random = new Random(20261121);
        for (int i = 0; i < 20_000; i++) {
            long millis =
                    Math.floorMod(random.nextLong(), 253_402_300_800L) * 1000 - 2_000_000_000_000L;
            String text = HttpDate.format(millis);
            assertThat(text).isEqualTo(ORACLE.format(Instant.ofEpochMilli(millis)));
            assertThat(HttpDate.parse(text)).isEqualTo(millis);
        }
    }

    @Test
    void formatsEveryDayOfFourCenturies() {
        long day = Instant.parse("1900-01-01T00:00:00Z").toEpochMilli();
        for (int i = 0; i < 146_097; i++) {
            assertThat(HttpDate.parse(HttpDate.format(day))).isEqualTo(day);
            day += 86_400_000;
        }
    }

    @Test
    void formatsIntoAnArray() {
        byte[] target = "<.............................>".getBytes();
        HttpDate.format(EXAMPLE, target, 1);
        assertThat(new String(target)).isEqualTo("<Sun, 06 Nov 1994 08:49:37 GMT>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Sun, 06 Nov 1994 08:49:37 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
                "Sun Nov 06 08:49:37 1994",
                "Mon, 06 Nov 1994 08:49:37 GMT"
            })
    void readsAllThreeForms(String text) {
        assertThat(HttpDate.parse(text, NOW)).isEqualTo(EXAMPLE);
    }

    @ParameterizedTest
    @CsvSource({
        "94, 1994",
        "26, 2026",
        "27, 2027",
        "76, 2076",
        "77, 1977",
        "99, 1999",
        "00, 2000",
        "75, 2075"
    })
    void aYearOfTwoDigitsIsAtMostFiftyYearsAhead(String digits, int year) {
        long millis = HttpDate.parse("Monday, 01-Jan-" + digits + " 00:00:00 GMT", NOW);
        assertThat(Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC).getYear()).isEqualTo(year);
    }

    @Test
    void aYearOfTwoDigitsFollowsTheClockOverTheCentury() {
        long late = Instant.parse("2099-06-01T00:00:00Z").toEpochMilli();
        long millis = HttpDate.parse("Monday, 01-Jan-05 00:00:00 GMT", late);
        assertThat(Instant.ofEpochMilli(millis)).isEqualTo("2105-01-01T00:00:00Z");
    }

    @Test
    void aLeapSecondIsTheNextOne() {
        assertThat(HttpDate.parse("Sat, 31 Dec 2016 23:59:60 GMT"))
                .isEqualTo(Instant.parse("2017-01-01T00:00:00Z").toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "0",
                "yesterday",
                ",",
                "Sun,",
                "Sun, 06 Nov 1994 08:49:37",
                "Sun, 06 Nov 1994 08:49:37 UTC",
                "Sun, 06 Nov 1994 08:49:37 gmt",
                "Sun, 06 Nov 1994 08:49:37 GMT ",
                " Sun, 06 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 08:49:37 +0000",
                "Sun, 6 Nov 1994 08:49:37 GMT",
                "Sun,06 Nov 1994 08:49:37 GMT",
                "sun, 06 Nov 1994 08:49:37 GMT",
                "Xyz, 06 Nov 1994 08:49:37 GMT",
                "Sun, 06 nov 1994 08:49:37 GMT",
                "Sun, 06 Foo 1994 08:49:37 GMT",
                "Sun, 06-Nov-1994 08:49:37 GMT",
                "Sun, 00 Nov 1994 08:49:37 GMT",
                "Sun, 31 Nov 1994 08:49:37 GMT",
                "Sun, 29 Feb 1994 08:49:37 GMT",
                "Sun, 29 Feb 1900 08:49:37 GMT",
                "Sun, 32 Dec 1994 08:49:37 GMT",
                "Sun, 06 Nov 1994 24:00:00 GMT",
                "Sun, 06 Nov 1994 08:60:37 GMT",
                "Sun, 06 Nov 1994 08:49:61 GMT",
                "Sun, 06 Nov 1994 8:49:37 GMT",
                "Sun, 06 Nov 1994 08.49.37 GMT",
                "Sun, 06 Nov 1994 08:49 GMT",
                "Sun, 06 Nov 94 08:49:37 GMT",
                "Sun, 06 Nov +994 08:49:37 GMT",
                "Sun, 06 Nov -994 08:49:37 GMT",
                "Sun, -6 Nov 1994 08:49:37 GMT",
                "Sun, 06 Nov 19\u0669\u0664 08:49:37 GMT",
                "Sunday, 06-Nov-1994 08:49:37 GMT",
                "Sunday, 06 Nov 94 08:49:37 GMT",
                "Someday, 06-Nov-94 08:49:37 GMT",
                "Sunday, 6-Nov-94 08:49:37 GMT",
                "Sunday, 06-Nov-9x 08:49:37 GMT",
                "Sunday,",
                "Sunday, ",
                "Sun Nov 6 08:49:37 1994",
                "Sun Nov  6 08:49:37 94",
                "Sun Nov  6 08:49:37 1994 GMT",
                "Foo Nov  6 08:49:37 1994",
                "Sun Foo  6 08:49:37 1994",
                "Sun Nov  x 08:49:37 1994",
                "Sun Nov 31 08:49:37 1994"
            })
    void readsNothingElse(String text) {
        assertThat(HttpDate.parse(text, NOW)).isEqualTo(-1);
    }
}
