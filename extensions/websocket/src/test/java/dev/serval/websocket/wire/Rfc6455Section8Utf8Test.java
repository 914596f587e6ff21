package dev.serval.websocket.wire;

import static dev.serval.websocket.wire.Frames.FIN;
import static dev.serval.websocket.wire.Frames.masked;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6455 §8.1: text is UTF-8, and what is not is refused as soon as that is certain. */
final class Rfc6455Section8Utf8Test {
    private static final String MIXED = "aé€\uD83D\uDE00\u0000\u07FF\u0800\uFFFF\uD800\uDC00";

    private static boolean isValid(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static boolean accepted(byte[] bytes) {
        Utf8 utf8 = new Utf8();
        return utf8.accepts(bytes, 0, bytes.length) && utf8.incomplete() == 0;
    }

    @Test
    void allOfTwoBytesIsAsTheJdkSays() {
        for (int i = 0; i < 0x10000; i++) {
            byte[] two = {(byte) (i >> 8), (byte) i};
            assertThat(accepted(two)).as("%04x", i).isEqualTo(isValid(two));
        }
    }

    @Test
    void threeAndFourBytesAreAsTheJdkSays() {
        int[] firsts = {
            0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF1,
            0xF4, 0xF5, 0xFF
        };
        int[] others = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
        for (int a : firsts) {
            for (int b : others) {
                for (int c : others) {
                    byte[] three = {(byte) a, (byte) b, (byte) c};
                    assertThat(accepted(three)).isEqualTo(isValid(three));
                    for (int d : others) {
                        byte[] four = {(byte) a, (byte) b, (byte) c, (byte) d};
                        assertThat(accepted(four)).isEqualTo(isValid(four));
                    }
                }
            }
        }
    }

    @Test
    void longTextWithOneWrongByteIsRefusedWhereverItStands() {
        byte[] text = "x".repeat(40).getBytes(StandardCharsets.UTF_8);
        assertThat(accepted(text)).isTrue();
        for (int i = 0; i < text.length; i++) {
            byte[] wrong = text.clone();
            wrong[i] = (byte) 0xFF;
            assertThat(accepted(wrong)).isFalse();
        }
    }

    @Test
    void randomTextIsAcceptedHoweverItIsCut() {
        Random random = new Random(7);
        for (int i = 0; i < 1000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(30); j > 0; j--) {
                int point = random.nextInt(random.nextBoolean() ? 0x80 : Character.MAX_CODE_POINT);
                text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? 'x' : point);
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            int cut = random.nextInt(bytes.length + 1);
            Utf8 utf8 = new Utf8();
            assertThat(utf8.accepts(bytes, 0, cut)).isTrue();
            assertThat(utf8.accepts(bytes, cut, bytes.length - cut)).isTrue();
            assertThat(utf8.incomplete()).isZero();
        }
    }

    @Test
    void charactersMayBeCutBetweenFrames() throws IOException {
        byte[] bytes = MIXED.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            byte[] first = masked(1, Arrays.copyOfRange(bytes, 0, cut));
            byte[] second = masked(FIN, Arrays.copyOfRange(bytes, cut, bytes.length));
            assertThat(new Wired().receive(first, second).told).containsExactly("text " + MIXED);
            Wired parts = new Wired().parts().receive(first, second);
            assertThat(String.join("", parts.told).replaceAll("(part|last) ", "")).isEqualTo(MIXED);
            assertThat(parts.told.get(parts.told.size() - 1)).startsWith("last ");
        }
    }

    @Test
    void partsCutAtEveryByteNeverEndWithinAPair() throws IOException {
        Wired wired = new Wired().parts();
        byte[] bytes = MIXED.getBytes(StandardCharsets.UTF_8);
        for (byte b : bytes) {
            wired.receive(masked(wired.told.isEmpty() && b == 'a' ? 1 : 0, b));
        }
        wired.receive(masked(FIN));
        StringBuilder all = new StringBuilder();
        for (String line : wired.told) {
            String part = line.substring(5);
            all.append(part);
            assertThat(part.isEmpty() || !Character.isHighSurrogate(part.charAt(part.length() - 1)))
                    .isTrue();
        }
        assertThat(all.toString()).isEqualTo(MIXED);
        assertThat(wired.told.get(wired.told.size() - 1)).isEqualTo("last ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "c0af",
                "c1bf",
                "c3",
                "c328",
                "e080af",
                "e282",
                "eda080",
                "edbfbf",
                "f0808080",
                "f09f98",
                "f4908080",
                "f5808080",
                "ff",
                "61c3",
                "61ff61616161616161"
            })
    void whatIsNotUtf8IsRefusedWith1007(String hex) throws IOException {
        byte[] bytes = Frames.hex(hex);
        for (boolean inParts : new boolean[] {false, true}) {
            Wired wired = new Wired();
            wired.inParts = inParts;
            wired.receive(masked(FIN | 1, bytes));
            assertThat(wired.told.get(wired.told.size() - 1)).startsWith("closed 1007");
            assertThat(wired.left()).matches("88..03ef.*");
        }
    }

    @Test
    void itIsRefusedBeforeTheFrameIsWhole() throws IOException {
        byte[] frame = masked(FIN | 1, (byte) 'a', (byte) 0xFF, (byte) 'b', (byte) 'c');
        Wired wired = new Wired().receiveByteByByte(Arrays.copyOf(frame, 7));
        assertThat(wired.told).isEmpty();
        wired.receiveByteByByte(new byte[] {frame[7]});
        assertThat(wired.told.get(1)).startsWith("closed 1007");
    }

    @Test
    void theLimitOfTextIsOneOfChars() throws IOException {
        for (String character : new String[] {"x", "é", "€", "\uD83D\uDE00"}) {
            String most = character.repeat(8192 / character.length());
            assertThat(new Wired().receive(Frames.text(most)).told).containsExactly("text " + most);
            Wired wired = new Wired().receive(Frames.text(most + "x"));
            wired.turn();
            assertThat(wired.told.get(1)).startsWith("closed 1009");
        }
    }

    @Test
    void binaryMessagesMayHaveAnyByte() throws IOException {
        assertThat(new Wired().receive(Frames.binary((byte) 0xFF)).told)
                .containsExactly("binary ff");
    }

    @Test
    void halfAPairIsKeptForTheNextPartThatIsSent() throws IOException {
        Wired wired = new Wired();
        wired.connection.sendTextPart("a\uD83D", false);
        wired.connection.sendTextPart("\uDE00b", true);
        assertThat(wired.left()).isEqualTo("010161" + "8005f09f988062");
    }
}
