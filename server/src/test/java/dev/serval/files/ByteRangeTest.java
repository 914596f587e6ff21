package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 §14.1: which bytes of a file of 100 a Range field selects. */
class ByteRangeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-0 | 0 | 0",
                "bytes=0-99 | 0 | 99",
                "bytes=0- | 0 | 99",
                "bytes=99- | 99 | 99",
                "bytes=10-19 | 10 | 19",
                "bytes=90-1000 | 90 | 99",
                "bytes=-1 | 99 | 99",
                "bytes=-100 | 0 | 99",
                "bytes=-1000 | 0 | 99",
                "BYTES=1-2 | 1 | 2",
                "bytes= 1-2 | 1 | 2",
                "bytes=1-2, | 1 | 2",
                "bytes=,,1-2 | 1 | 2",
                "bytes=007-0008 | 7 | 8",
                "bytes=5-99999999999999999999999 | 5 | 99",
                "bytes=-99999999999999999999999 | 0 | 99",
                "bytes=0-4,5-9 | 0 | 9",
                "bytes=5-9,0-4 | 0 | 9",
                "bytes=0-50,20-30 | 0 | 50",
                "bytes=0-9,0-9,0-9 | 0 | 9",
                "bytes=0-4,200-300 | 0 | 4",
                "bytes=50-,-60 | 40 | 99",
            })
    void selectsOnePart(String field, long first, long last) {
        assertThat(ByteRange.select(field, 100)).isEqualTo(new ByteRange(first, last));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes=100-",
                "bytes=100-200",
                "bytes=-0",
                "bytes=99999999999999999999-",
                "bytes=100-,200-300",
            })
    void hasNoByteOfTheFile(String field) {
        assertThat(ByteRange.select(field, 100)).isSameAs(ByteRange.UNSATISFIABLE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes",
                "bytes=",
                "bytes=,",
                "bytes=-",
                "bytes=5",
                "bytes=5-4",
                "bytes=a-b",
                "bytes=1-2x",
                "bytes=+1-2",
                "bytes=1--2",
                "bytes=1 -2",
                "bytes=0x1-2",
                "bytes=1-2,x",
                "bytes=١-٢",
                "bytes =1-2",
                "items=1-2",
                "lines=0-0",
                "bytes=0-0,2-2",
                "bytes=0-9,20-29",
            })
    void isIgnoredWhenMalformedOrApart(String field) {
        assertThat(ByteRange.select(field, 100)).isSameAs(ByteRange.WHOLE);
    }

    @Test
    void isIgnoredBeyondSomeNumber() {
        String many = "0-1,".repeat(17);

        assertThat(ByteRange.select("bytes=" + many, 100)).isSameAs(ByteRange.WHOLE);
        assertThat(ByteRange.select("bytes=" + "0-1,".repeat(16), 100))
                .isEqualTo(new ByteRange(0, 1));
    }

    @Test
    void emptyFileHasNoFirstByte() {
        assertThat(ByteRange.select("bytes=0-", 0)).isSameAs(ByteRange.UNSATISFIABLE);
    }

    @Test
    void suffixOfEmptyFileIsTheWhole() {
        assertThat(ByteRange.select("bytes=-5", 0)).isSameAs(ByteRange.WHOLE);
    }
}
