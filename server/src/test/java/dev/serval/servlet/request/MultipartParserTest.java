package dev.serval.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7578, RFC 2046 §5.1.1: however a body arrives, it has the same parts. */
class MultipartParserTest {
    private static final String BODY =
            "preamble\r\n--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n-\r\n--\r\n--B"
                    + "\r\n--b \t\r\nX: \u00e4\r\nX:y\r\n\r\n\r\n--b\r\n\r\n\r\r\n--b--epilogue";
    private static final List<String> PARTS =
            List.of(
                    "{content-disposition=[form-data; name=a]} 1\r\n-\r\n--\r\n--B",
                    "{x=[\u00e4, y]} ",
                    "{} \r");

    private static List<String> parts(InputStream body, int headerSize) throws IOException {
        MultipartParser parser =
                new MultipartParser(body, "b", headerSize, StandardCharsets.ISO_8859_1);
        List<String> parts = new ArrayList<>();
        for (boolean more = parser.begin(); more; more = parser.next()) {
            String fields = parser.headers().toString();
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            parser.content(content::write);
            parts.add(fields + " " + content.toString(StandardCharsets.ISO_8859_1));
        }
        return parts;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static List<String> parts(String body) throws IOException {
        return parts(new ByteArrayInputStream(bytes(body)), 512);
    }

    /** Gives at most so many bytes, once, and then one by one or all. */
    private static InputStream split(byte[] bytes, int first, int then) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] target, int offset, int length) {
                int most = pos < first ? first - pos : then;
                return super.read(target, offset, Math.min(length, most));
            }

            @Override
            public int read(byte[] target) {
                return read(target, 0, target.length);
            }
        };
    }

    @Test
    void aBodyMayBeSplitAtEveryPosition() throws IOException {
        byte[] bytes = bytes(BODY);
        for (int at = 1; at < bytes.length; at++) {
            assertThat(parts(split(bytes, at, bytes.length), 512)).as("at " + at).isEqualTo(PARTS);
        }
    }

    @Test
    void aBodyMayComeByteByByte() throws IOException {
        assertThat(parts(split(bytes(BODY), 0, 1), 512)).isEqualTo(PARTS);
    }

    @Test
    void aBodyMayBeCutNowhere() {
        int end = BODY.indexOf("epilogue");
        for (int at = 0; at < end; at++) {
            String cut = BODY.substring(0, at);
            assertThatThrownBy(() -> parts(cut))
                    .as("at " + at)
                    .isInstanceOfSatisfying(
                            BadRequest.class, e -> assertThat(e.refusal().status()).isEqualTo(400));
        }
    }

    @Test
    void contentsAroundTheSizeOfTheBufferArrive() throws IOException {
        for (int length = 8150; length < 8210; length++) {
            String content = "x".repeat(length);
            assertThat(parts("--b\r\n\r\n" + content + "\r\n--b--"))
                    .containsExactly("{} " + content);
        }
    }

    @Test
    void theFieldsOfEachPartAreLimitedInBytes() throws IOException {
        String fields = "A: 1\r\nB: 2\r\n\r\n";
        String body = ("--b\r\n" + fields + "\r\n").repeat(2) + "--b--";
        int size = fields.length();
        assertThat(parts(new ByteArrayInputStream(bytes(body)), size)).hasSize(2);
        assertThatThrownBy(() -> parts(new ByteArrayInputStream(bytes(body)), size - 3))
                .isInstanceOfSatisfying(
                        BadRequest.class,
                        e -> {
                            assertThat(e.refusal().status()).isEqualTo(413);
                            assertThat(e).hasMessageContaining("maxPartHeaderSize");
                            assertThat(e.shown()).doesNotContain("maxPartHeaderSize");
                        });
        assertThat(parts(new ByteArrayInputStream(bytes(body)), -1)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--b\n\r\n\r\n--b--",
                "--bx\r\n\r\n\r\n--b--",
                "--b\r\n: x\r\n\r\n\r\n--b--",
                "--b\r\nA\r\n\r\n\r\n--b--",
                "--b\r\nA : x\r\n\r\n\r\n--b--",
                "--b\r\nA: x\r\n folded\r\n\r\n\r\n--b--",
                "--b\r\nA: x\n\r\n\r\n\r\n--b--",
                "--b\r\nA: x\u0000\r\n\r\n\r\n--b--",
                "--b-\r\n\r\n\r\n--b--"
            })
    void whatIsFramedAmbiguouslyIs400(String body) {
        assertThatThrownBy(() -> parts(body)).isInstanceOf(BadRequest.class);
    }

    @Test
    void noPartAtAllIsAllowed() throws IOException {
        assertThat(parts("--b--")).isEmpty();
    }
}
