package dev.serval.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9110 §14.1: which bytes of a file of 100 a Range field selects. */
class ByteRangesTest {
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
        assertThat(ByteRanges.select(field, 100))
                .isEqualTo(new ByteRanges(true, List.of(new ByteRange(first, last))));
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
        assertThat(ByteRanges.select(field, 100)).isSameAs(ByteRanges.UNSATISFIABLE);
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
                "bytes=0-0,2-2,4",
            })
    void isIgnoredWhenMalformed(String field) {
        assertThat(ByteRanges.select(field, 100)).isSameAs(ByteRanges.WHOLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-0,2-2 | 0-0 2-2",
                "bytes=20-29,0-9 | 20-29 0-9",
                "bytes=-10,0-9,50-59 | 90-99 0-9 50-59",
                "bytes=50-59,0-9,5-12,58-60 | 50-60 0-12",
                "bytes=0-9,200-300,20-29 | 0-9 20-29",
                "bytes=0-0,2-2,1-1 | 0-2",
                "bytes=0-9,11-20 | 0-9 11-20",
                "bytes=95-,0-4,-20 | 80-99 0-4",
            })
    void selectsPartsInTheOrderInWhichTheyWereAskedFor(String field, String parts) {
        assertThat(ByteRanges.select(field, 100).parts())
                .extracting(range -> range.first() + "-" + range.last())
                .containsExactly(parts.split(" "));
    }

    @Test
    void whatCannotBeSatisfiedCountsToo() {
        assertThat(ByteRanges.select("bytes=0-1" + ",200-".repeat(16), 100))
                .isSameAs(ByteRanges.WHOLE);
    }

    @Test
    void isIgnoredBeyondSomeNumber() {
        String many = "0-1,".repeat(17);

        assertThat(ByteRanges.select("bytes=" + many, 100)).isSameAs(ByteRanges.WHOLE);
        assertThat(ByteRanges.select("bytes=" + "0-1,".repeat(16), 100))
                .isEqualTo(new ByteRanges(true, List.of(new ByteRange(0, 1))));
    }

    @Test
    void emptyFileHasNoFirstByte() {
        assertThat(ByteRanges.select("bytes=0-", 0)).isSameAs(ByteRanges.UNSATISFIABLE);
    }

    @Test
    void suffixOfEmptyFileIsTheWhole() {
        assertThat(ByteRanges.select("bytes=-5", 0)).isSameAs(ByteRanges.WHOLE);
    }
}
