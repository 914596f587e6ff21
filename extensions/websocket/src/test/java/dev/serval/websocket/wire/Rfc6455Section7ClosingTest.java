package dev.serval.websocket.wire;

import static dev.serval.websocket.wire.Frames.FIN;
import static dev.serval.websocket.wire.Frames.masked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6455 §7: how connections end. */
final class Rfc6455Section7ClosingTest {
    private static final String ARE_YOU_THERE = "61726520796f752074686572653f";

    private static long in(long millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999,
                4000, 4999
            })
    void answersWithTheCodeOfThePeer(int code) throws IOException {
        Wired wired = new Wired().receive(Frames.close(code, "why"));
        assertThat(wired.told).containsExactly("closed " + code + " why");
        assertThat(wired.left()).isEqualTo(String.format("8802%04x", code));
        assertThat(wired.bytes.closed).isTrue();
        assertThat(wired.connection.isOpen()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535})
    void refusesCodesThatMustNotBeSent(int code) throws IOException {
        Wired wired = new Wired().receive(Frames.close(code, ""));
        assertThat(wired.told.get(0)).isEqualTo("failed RFC 6455 §7.4: the close code " + code);
        assertThat(wired.told.get(1)).startsWith("closed 1002");
        assertThat(wired.left()).matches("88..03ea.*");
    }

    @Test
    void aCloseFrameNeedsNoCode() throws IOException {
        Wired wired = new Wired().receive(masked(FIN | 8));
        assertThat(wired.told).containsExactly("closed 1005 ");
        assertThat(wired.left()).isEqualTo("8800");
    }

    @Test
    void aCodeHasTwoBytes() throws IOException {
        Wired wired = new Wired().receive(masked(FIN | 8, (byte) 3));
        assertThat(wired.told.get(1)).startsWith("closed 1002");
    }

    @Test
    void aReasonIsUtf8() throws IOException {
        Wired wired = new Wired().receive(masked(FIN | 8, (byte) 3, (byte) 0xE8, (byte) 0xC3));
        assertThat(wired.told.get(1)).startsWith("closed 1007");
        assertThat(wired.left()).matches("88..03ef.*");
    }

    @Test
    void nothingCountsBehindACloseFrame() throws IOException {
        Wired wired = new Wired().receive(Frames.close(1000, ""), Frames.text("late"));
        wired.receive(Frames.text("later"));
        assertThat(wired.told).containsExactly("closed 1000 ");
    }

    @Test
    void aCloseFrameMayStandWithinAMessage() throws IOException {
        Wired wired = new Wired().receive(masked(1, (byte) 'a'), Frames.close(1000, ""));
        assertThat(wired.told).containsExactly("closed 1000 ");
    }

    @Test
    void whoeverClosesHearsThePeersAnswer() throws IOException {
        Wired wired = new Wired();
        wired.connection.close(3001, "enough");
        assertThat(wired.left()).isEqualTo("88080bb9656e6f756768");
        assertThat(wired.connection.isOpen()).isFalse();
        assertThat(wired.bytes.closed).isFalse();
        wired.receive(Frames.text("on its way"), Frames.close(3001, ""));
        assertThat(wired.told).containsExactly("text on its way", "closed 3001 ");
        assertThat(wired.bytes.closed).isTrue();
        assertThat(wired.left()).isEmpty();
    }

    @Test
    void onlyTheFirstCloseSendsAFrame() throws IOException {
        Wired wired = new Wired();
        wired.connection.close(CloseCode.NONE, null);
        wired.connection.close(1001, "");
        assertThat(wired.left()).isEqualTo("8800");
    }

    @Test
    void nothingIsSentBehindACloseFrame() throws IOException {
        Wired wired = new Wired();
        wired.connection.close(1000, "");
        wired.left();
        assertThatThrownBy(() -> wired.connection.sendText("late")).isInstanceOf(IOException.class);
        wired.receive(masked(FIN | 9));
        assertThat(wired.left()).isEmpty();
    }

    @Test
    void codesThatMustNotBeSentAreNot() {
        Wired wired = new Wired();
        assertThatThrownBy(() -> wired.connection.close(1006, ""))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(wired.left()).isEmpty();
    }

    @Test
    void aReasonThatIsTooLongIsCutBetweenCharacters() {
        Wired wired = new Wired();
        wired.connection.close(1000, "é".repeat(100));
        assertThat(wired.left()).isEqualTo("887c03e8" + "c3a9".repeat(61));
    }

    @Test
    void aPeerThatDoesNotAnswerIsCutOff() throws IOException {
        Wired wired = new Wired();
        wired.connection.close(1000, "");
        wired.connection.tick(in(Limits.DEFAULT.closeMillis() - 1000));
        assertThat(wired.bytes.closed).isFalse();
        wired.connection.tick(in(Limits.DEFAULT.closeMillis() + 1000));
        assertThat(wired.bytes.closed).isTrue();
        wired.connection.lost();
        assertThat(wired.told).containsExactly("closed 1006 ");
    }

    @Test
    void aConnectionThatSimplyEndsIsAbnormal() throws IOException {
        Wired wired = new Wired();
        wired.bytes.end();
        wired.turn();
        wired.connection.lost();
        assertThat(wired.told).containsExactly("closed 1006 ");
        assertThat(wired.bytes.closed).isTrue();
    }

    @Test
    void aConnectionThatFailsSaysSo() throws IOException {
        Wired wired = new Wired();
        wired.bytes.failure = new IOException("reset");
        wired.turn();
        wired.connection.lost();
        assertThat(wired.told).containsExactly("failed reset", "closed 1006 ");
    }

    /** Whoever has given it up in between did not make a mistake, as 1011 would say. */
    @Test
    void aConnectionThatIsGivenUpWithinATurnIsAbnormal() throws IOException {
        Wired wired = new Wired();
        wired.bytes.gone = true;
        wired.turn();
        assertThat(wired.told).containsExactly("failed the connection is closed", "closed 1006 ");
        assertThat(wired.left()).isEmpty();
        assertThat(wired.bytes.closed).isTrue();
    }

    @Test
    void whatTheApplicationHasSaidStaysWhereTheConnectionIsGivenUp() throws IOException {
        Wired wired = new Wired();
        wired.connection.close(4001, "");
        wired.bytes.gone = true;
        wired.turn();
        assertThat(wired.told).containsExactly("closed 1006 ");
        assertThat(wired.left()).isEqualTo("88020fa1");
    }

    @Test
    void anIdleConnectionIsClosedAndOneThatMovesIsNot() throws IOException {
        Wired wired = new Wired(Role.SERVER, new Limits(10, 10, 5000, 0, 1000, 100), null);
        wired.connection.tick(in(0));
        wired.receive(Frames.text("a"));
        wired.connection.tick(in(4000));
        wired.connection.tick(in(8000));
        assertThat(wired.connection.isOpen()).isTrue();
        wired.connection.sendText("b");
        wired.connection.tick(in(9500));
        wired.connection.tick(in(14_000));
        assertThat(wired.connection.isOpen()).isTrue();
        wired.left();
        wired.connection.tick(in(15_000));
        assertThat(wired.left()).matches("88..03e9.*");
        wired.receive(Frames.close(1001, ""));
        assertThat(wired.told)
                .as("WebSocket 2.2 §2.1.5: whoever closes by itself hears 1006")
                .endsWith("closed 1006 nothing has moved for 5000 ms");
    }

    @Test
    void whoeverThePeerClosesFirstHearsThePeersCode() throws Exception {
        Limits limits = new Limits(10, 10, 5000, 0, 60_000, 100);
        CyclicBarrier together = new CyclicBarrier(2);
        ExecutorService sweep = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < 20_000; i++) {
                Wired wired = new Wired(Role.SERVER, limits, null);
                wired.connection.tick(in(0));
                Future<?> swept =
                        sweep.submit(
                                () -> {
                                    together.await();
                                    wired.connection.tick(in(6000));
                                    return null;
                                });
                together.await();
                wired.receive(Frames.close(4001, ""));
                swept.get();
                boolean first = wired.left().equals("88020fa1");
                assertThat(wired.told)
                        .containsExactly(
                                first
                                        ? "closed 4001 "
                                        : "closed 1006 nothing has moved for 5000 ms");
            }
        } finally {
            sweep.shutdown();
        }
    }

    @Test
    void aPeerThatHasGoneWithoutAWordIsNotWaitedFor() throws IOException {
        Wired wired = new Wired();
        wired.connection.tick(in(0));
        wired.connection.tick(in(299_000));
        assertThat(wired.left()).isEmpty();
        wired.connection.tick(in(301_000));
        assertThat(wired.left()).isEqualTo("890e" + ARE_YOU_THERE);
        wired.connection.tick(in(360_000));
        assertThat(wired.bytes.closed).isFalse();
        wired.connection.tick(in(362_000));
        assertThat(wired.bytes.closed).isTrue();
        wired.connection.lost();
        assertThat(wired.told)
                .containsExactly("failed the peer does not answer a ping", "closed 1006 ");
    }

    @Test
    void aPeerThatAnswersStays() throws IOException {
        Wired wired = new Wired();
        wired.connection.tick(in(0));
        for (int minute = 6; minute < 60; minute += 6) {
            wired.connection.tick(in(minute * 60_000));
            assertThat(wired.left()).as("after %s minutes", minute).endsWith(ARE_YOU_THERE);
            wired.receive(masked(FIN | 10, Frames.hex(ARE_YOU_THERE)));
            wired.connection.tick(in(minute * 60_000 + 1000));
        }
        assertThat(wired.connection.isOpen()).isTrue();
        assertThat(wired.told).as("the application did not ask").isEmpty();
    }

    @Test
    void nobodyIsAskedWhereTheApplicationHasALimit() throws IOException {
        Wired wired = new Wired();
        wired.connection.idleTimeout(3_600_000);
        wired.connection.tick(in(0));
        wired.connection.tick(in(3_500_000));
        assertThat(wired.left()).isEmpty();
        wired.connection.tick(in(3_601_000));
        assertThat(wired.left()).matches("88..03e9.*");
    }

    @Test
    void aMessageThatPingsHoldHalfwayEndsTheConnection() throws IOException {
        Wired wired = new Wired();
        wired.receive(masked(1, (byte) 'a'));
        for (int second = 0; second < 60; second += 10) {
            wired.receive(masked(FIN | 9));
            wired.connection.tick(in(second * 1000));
            assertThat(wired.connection.isOpen()).as("after %s s", second).isTrue();
        }
        wired.left();
        wired.receive(masked(FIN | 9));
        wired.left();
        wired.connection.tick(in(62_000));
        assertThat(wired.left()).matches("88..03f0.*");
    }

    @Test
    void aMessageThatComesSlowlyDoesNot() throws IOException {
        Wired wired = new Wired();
        byte[] part = "a".repeat(241).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 30; i++) {
            wired.receive(masked(i == 0 ? 1 : 0, part));
            wired.connection.tick(in(3000 * i));
        }
        assertThat(wired.connection.isOpen()).isTrue();
    }

    @Test
    void messagesInManyPartsOneBehindTheOtherAreManyMessages() throws IOException {
        Wired wired = new Wired();
        for (int second = 0; second <= 200; second += 20) {
            wired.receive(masked(1, (byte) 'a'));
            wired.connection.tick(in(second * 1000));
            wired.receive(masked(FIN, (byte) 'b'));
        }
        assertThat(wired.connection.isOpen()).isTrue();
    }

    @Test
    void aReceiverThatFailsEndsTheConnection() {
        Wired wired =
                new Wired() {
                    @Override
                    public void text(String message) {
                        throw new IllegalArgumentException(message);
                    }
                };
        assertThatThrownBy(() -> wired.receive(Frames.text("x"), Frames.text("y")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("x");
        assertThat(wired.told).containsExactly("closed 1011 ");
        assertThat(wired.left()).isEqualTo("880203f3");
    }
}
