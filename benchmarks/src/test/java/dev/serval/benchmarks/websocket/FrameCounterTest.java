package dev.serval.benchmarks.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameCounterTest {
    private static final int TEXT = 0x81;
    private static final int TEXT_BEGINS = 0x01;
    private static final int CONTINUED = 0x00;
    private static final int CONTINUATION_ENDS = 0x80;
    private static final int PING = 0x89;
    private static final int CLOSE = 0x88;

    private final FrameCounter counter = new FrameCounter();

    /** As a server sends it: the shortest form of the length, no mask. */
    private static ByteBuffer frame(int first, int length) {
        ByteBuffer frame = ByteBuffer.allocate(10 + length).put((byte) first);
        if (length < 126) {
            frame.put((byte) length);
        } else if (length < 65_536) {
            frame.put((byte) 126).putShort((short) length);
        } else {
            frame.put((byte) 127).putLong(length);
        }
        return frame.position(frame.position() + length).flip();
    }

    private int take(ByteBuffer... frames) throws IOException {
        int messages = 0;
        for (ByteBuffer frame : frames) {
            messages += counter.take(frame);
        }
        return messages;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 32, 125, 126, 127, 65_535, 65_536, 70_000})
    void countsMessagesOfEveryLength(int length) throws IOException {
        assertThat(take(frame(TEXT, length), frame(TEXT, 5), frame(TEXT, length))).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 32, 126, 65_536})
    void countsWhatComesByteByByte(int length) throws IOException {
        ByteBuffer frame = frame(TEXT, length);
        int messages = 0;
        while (frame.hasRemaining()) {
            assertThat(messages).isZero();
            messages += counter.take(ByteBuffer.wrap(new byte[] {frame.get()}));
        }
        assertThat(messages).isEqualTo(1);
    }

    @Test
    void countsAMessageInPartsOnceAndNoPing() throws IOException {
        assertThat(take(frame(TEXT_BEGINS, 3), frame(CONTINUED, 3), frame(PING, 2))).isZero();
        assertThat(take(frame(CONTINUATION_ENDS, 3))).isEqualTo(1);
    }

    @Test
    void tellsOfACloseFrame() {
        assertThatThrownBy(() -> take(frame(TEXT, 1), frame(CLOSE, 2)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closes");
    }

    @Test
    void refusesAMaskedFrame() {
        assertThatThrownBy(() -> take(ClientFrame.text("hello"))).isInstanceOf(IOException.class);
    }
}
