package dev.serval.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AsciiTest {
    private static String matching(java.util.function.Predicate<Byte> kind) {
        StringBuilder text = new StringBuilder();
        for (int c = 0; c < 256; c++) {
            if (kind.test((byte) c)) {
                text.append((char) c);
            }
        }
        return text.toString();
    }

    private static String all(int from, int to) {
        return matching(b -> (b & 0xff) >= from && (b & 0xff) <= to);
    }

    @Test
    void tokensAreThoseOfRfc9110() {
        assertThat(matching(Ascii::isToken))
                .isEqualTo(
                        "!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~");
    }

    @Test
    void fieldValuesHaveBlanksVisibleCharactersAndObsText() {
        assertThat(matching(Ascii::isField)).isEqualTo("\t" + all(32, 126) + all(128, 255));
    }

    @Test
    void quotedStringsHaveNeitherQuoteNorBackslash() {
        assertThat(matching(Ascii::isQuoted))
                .isEqualTo(matching(Ascii::isField).replace("\"", "").replace("\\", ""));
    }

    @Test
    void pathsAndQueriesAreThoseOfRfc3986() {
        String path =
                "!$%&'()*+,-./0123456789:;=@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
        assertThat(matching(b -> Ascii.skipPath(new byte[] {b}, 0, 1) == 1)).isEqualTo(path);
        assertThat(matching(b -> Ascii.skipQuery(new byte[] {b}, 0, 1) == 1))
                .isEqualTo(path.replace("=@", "=?@"));
        assertThat(matching(b -> Ascii.skipRegName(new byte[] {b}, 0, 1) == 1))
                .isEqualTo(path.replace("/", "").replace(":", "").replace("@", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "abc, abc",
        "a\u00e9\u00ff, a\u00e9\u00ff",
        "a\u20acb, a?b",
        "a\ud83d\ude00b, a??b",
        "\ud83d, ?"
    })
    void aTextIsPutAsOneByteForEachCharacter(String text, String bytes) {
        ByteBuffer target = ByteBuffer.allocate(5);
        Ascii.put(target, text);
        assertThat(new String(target.array(), 0, target.position(), StandardCharsets.ISO_8859_1))
                .isEqualTo(bytes);
    }

    @Test
    void hexadecimalDigitsHaveTheirValue() {
        assertThat(matching(b -> Ascii.hexValue(b) >= 0)).isEqualTo("0123456789ABCDEFabcdef");
        assertThat(Ascii.hexValue((byte) 'f')).isEqualTo(15);
        assertThat(Ascii.hexValue((byte) 'A')).isEqualTo(10);
    }

    @Test
    void scansStopAtTheFirstOtherByteOrTheEnd() {
        byte[] bytes = Ascii.bytes("ab:c");
        assertThat(Ascii.skipToken(bytes, 0, 4)).isEqualTo(2);
        assertThat(Ascii.skipToken(bytes, 0, 1)).isEqualTo(1);
        assertThat(Ascii.skipToken(bytes, 2, 4)).isEqualTo(2);
        assertThat(Ascii.skipToken(bytes, 4, 4)).isEqualTo(4);
        assertThat(Ascii.skipField(bytes, 0, 4)).isEqualTo(4);
    }

    @Test
    void blanksAreSkippedOnBothSides() {
        byte[] bytes = Ascii.bytes(" \ta \t");
        assertThat(Ascii.skipBlanks(bytes, 0, 5)).isEqualTo(2);
        assertThat(Ascii.trimEnd(bytes, 2, 5)).isEqualTo(3);
        assertThat(Ascii.trimEnd(bytes, 3, 5)).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "7, 7",
        "0012, 12",
        "9223372036854775807, 9223372036854775807",
        "9223372036854775808, -1",
        "9223372036854775810, -1",
        "92233720368547758070, -1",
        "'', -1",
        "-1, -1",
        "+1, -1",
        "1a, -1",
        "' 1', -1"
    })
    void readsDecimalNumbers(String text, long value) {
        assertThat(Ascii.decimal(Ascii.bytes(text), 0, text.length())).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "fF, 255",
        "0010, 16",
        "7fffffffffffffff, 9223372036854775807",
        "8000000000000000, -1",
        "10000000000000000, -1",
        "'', -1",
        "-1, -1",
        "g, -1"
    })
    void readsHexadecimalNumbers(String text, long value) {
        assertThat(Ascii.hex(Ascii.bytes(text), 0, text.length())).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 15, 16, 99, 100, 255, 256, 65_536, Long.MAX_VALUE})
    void writesNumbersAsTheJdkDoes(long value) {
        byte[] array = new byte[24];
        int end = Ascii.putDecimal(array, 1, value);
        assertThat(text(array, 1, end)).isEqualTo(Long.toString(value));
        assertThat(Ascii.decimalLength(value)).isEqualTo(end - 1);
        end = Ascii.putHex(array, 1, value);
        assertThat(text(array, 1, end)).isEqualTo(Long.toHexString(value));
        assertThat(Ascii.hexLength(value)).isEqualTo(end - 1);

        ByteBuffer buffer = ByteBuffer.allocateDirect(48);
        Ascii.putDecimal(buffer, value);
        Ascii.putHex(buffer.put((byte) ' '), value);
        byte[] written = new byte[buffer.flip().remaining()];
        buffer.get(written);
        assertThat(text(written, 0, written.length))
                .isEqualTo(Long.toString(value) + " " + Long.toHexString(value));
    }

    @Test
    void comparesWithoutRegardToCase() {
        byte[] lower = Ascii.bytes("host-1");
        byte[] bytes = Ascii.bytes("xHoSt-1y");
        assertThat(Ascii.equalsIgnoreCase(bytes, 1, 7, lower)).isTrue();
        assertThat(Ascii.equalsIgnoreCase(bytes, 1, 8, lower)).isFalse();
        assertThat(Ascii.equalsIgnoreCase(bytes, 0, 6, lower)).isFalse();
        assertThat(Ascii.startsWithIgnoreCase(bytes, 1, 8, lower)).isTrue();
        assertThat(Ascii.startsWithIgnoreCase(bytes, 1, 6, lower)).isFalse();
        assertThat(Ascii.equals(bytes, 1, 7, lower)).isFalse();
        assertThat(Ascii.equals(bytes, 1, 7, Ascii.bytes("HoSt-1"))).isTrue();
    }

    @Test
    void onlyLettersHaveCase() {
        assertThat(matching(b -> Ascii.toLower(b) != b)).isEqualTo("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    }

    @Test
    void describesAByte() {
        assertThat(Ascii.describe((byte) 0x0a)).isEqualTo("0x0a");
        assertThat(Ascii.describe((byte) 0xf0)).isEqualTo("0xf0");
    }

    private static String text(byte[] array, int start, int end) {
        return new String(array, start, end - start, StandardCharsets.ISO_8859_1);
    }
}
