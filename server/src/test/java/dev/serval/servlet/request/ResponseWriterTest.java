package dev.serval.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.servlet.FakeStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servlet 6.1 §5.6: characters become the bytes of the encoding, however they are given. */
class ResponseWriterTest {
    // One to four bytes in UTF-8, around the block that ASCII goes out by.
    private static final String TEXT =
            "a".repeat(511)
                    + "\u00e4"
                    + "b".repeat(600)
                    + "\u20ac\ud83d\ude00c\u00e4"
                    + "d".repeat(513);

    private interface Writing {
        void to(ResponseWriter writer) throws IOException;
    }

    private static byte[] written(Charset charset, Writing writing) {
        FakeStream stream = FakeStream.get("/");
        ResponseOutput output = new ResponseOutput(stream.exchange);
        ResponseWriter writer = new ResponseWriter(output, charset);
        try {
            writing.to(writer);
            writer.finish();
            output.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return stream.bytes();
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16BE", "GB18030"})
    void aTextMayBeSplitAtEveryPosition(String name) {
        Charset charset = Charset.forName(name);
        byte[] expected = TEXT.getBytes(charset);
        for (int at = 505; at < 1125; at++) {
            int position = at;
            assertThat(
                            written(
                                    charset,
                                    w -> {
                                        w.write(TEXT, 0, position);
                                        w.write(
                                                TEXT.toCharArray(),
                                                position,
                                                TEXT.length() - position);
                                    }))
                    .as("at " + at)
                    .isEqualTo(expected);
        }
    }

    @Test
    void charactersMayComeOneByOne() {
        assertThat(
                        written(
                                StandardCharsets.UTF_8,
                                w -> {
                                    for (char c : TEXT.toCharArray()) {
                                        w.write(c);
                                    }
                                }))
                .isEqualTo(TEXT.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatTheEncodingHasNotIsReplaced() {
        assertThat(written(StandardCharsets.ISO_8859_1, w -> w.write("a\u20ac\u00e4\ud83d\ude00z")))
                .isEqualTo("a?\u00e4?z".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(written(StandardCharsets.US_ASCII, w -> w.write("\u00e4")))
                .isEqualTo("?".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void halfACharacterAtTheEndIsReplaced() {
        assertThat(written(StandardCharsets.UTF_8, w -> w.write("a\ud83d")))
                .isEqualTo("a?".getBytes());
        assertThat(written(StandardCharsets.UTF_8, w -> w.write("\ude00a")))
                .isEqualTo("?a".getBytes());
        assertThat(
                        written(
                                StandardCharsets.UTF_8,
                                w -> {
                                    w.write(0xd83d);
                                    w.write("x");
                                }))
                .isEqualTo("?x".getBytes());
    }

    @Test
    void anEncodingWithAnEndIsEnded() {
        Charset charset = Charset.forName("ISO-2022-JP");
        String text = "\u65e5\u672c";
        assertThat(written(charset, w -> w.write(text))).isEqualTo(text.getBytes(charset));
    }
}
