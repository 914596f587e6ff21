package dev.serval.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.net.FileRegion;
import dev.serval.net.Interest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSessionContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of a transport, kept by TLS over memory, both versions. */
@ParameterizedClass
@ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
class TlsTransportTest {
    @Parameter String protocol;

    @TempDir Path directory;

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static byte[] readAll(TlsPair pair, int room) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        ByteBuffer target = ByteBuffer.allocate(room);
        int count;
        // Event-driven: 0 is the answer to "nothing more for now", and here also to one byte more.
        for (int nothing = 0; nothing < 2; ) {
            count = pair.server.read(target.clear());
            if (count < 0) {
                break;
            }
            nothing = count == 0 ? nothing + 1 : 0;
            text.write(target.array(), 0, target.position());
        }
        return text.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100, 1 << 20})
    void bytesPassBothWaysHoweverTheSocketCutsThem(int most) throws Exception {
        TlsPair pair = new TlsPair(protocol);
        pair.socket.most = most;
        pair.shake();
        byte[] text = random(most == 1 ? 5_000 : 40_000);

        assertThat(pair.deliver(ByteBuffer.wrap(text))).isEqualTo(text);
        pair.socket.arrive(pair.send(text));
        assertThat(readAll(pair, 8192)).isEqualTo(text);
        assertThat(pair.buffersOnLoan()).isZero();
    }

    @Test
    void aRecordCutAtAnyByteIsReadWhenItIsWhole() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        ByteBuffer target = ByteBuffer.allocate(1000);
        byte[] text = random(50);
        for (int cut = 1; cut < 70; cut++) {
            byte[] record = pair.send(text);
            pair.socket.arrive(Arrays.copyOf(record, cut));
            assertThat(pair.server.read(target.clear())).as("cut at " + cut).isZero();
            assertThat(pair.received.outstanding()).isEqualTo(1);
            pair.socket.arrive(Arrays.copyOfRange(record, cut, record.length));
            assertThat(pair.server.read(target.clear())).isEqualTo(text.length);
            assertThat(Arrays.copyOf(target.array(), text.length)).isEqualTo(text);
        }
        assertThat(pair.buffersOnLoan()).isZero();
    }

    @Test
    void aWriteIsDoneWhenItsRecordsHaveLeft() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        byte[] text = random(100);
        ByteBuffer source = ByteBuffer.wrap(text);
        pair.socket.full = true;

        assertThat(pair.server.write(source)).isFalse();
        assertThat(source.hasRemaining()).as("taken").isFalse();
        assertThat(pair.server.write(source)).isFalse();
        pair.socket.full = false;
        assertThat(pair.server.write(source)).isTrue();
        assertThat(pair.receive()).isEqualTo(text);
        assertThat(pair.buffersOnLoan()).isZero();
    }

    /** With several writers one may come when the owner of the connection has closed it. */
    @Test
    void whoeverWritesAfterTheCloseHoldsNoBuffer() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        pair.server.close();

        assertThatThrownBy(() -> pair.server.write(ByteBuffer.wrap(random(10))))
                .isInstanceOf(IOException.class);
        assertThat(pair.buffersOnLoan()).isZero();
    }

    @Test
    void severalBuffersLeaveInTheirOrder() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        byte[] text = random(50_000);
        ByteBuffer[] parts = {
            ByteBuffer.wrap(text, 0, 300),
            ByteBuffer.allocateDirect(0),
            ByteBuffer.wrap(text, 300, 49_700)
        };
        assertThat(pair.server.write(parts)).isTrue();
        assertThat(pair.receive()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1 << 20})
    void aFileLeavesWithoutSendfile(int most) throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        pair.socket.most = most;
        byte[] text = random(700_000);
        Path file = Files.write(directory.resolve("file"), text);
        try (FileChannel channel = FileChannel.open(file)) {
            FileRegion region = new FileRegion(channel, 100, text.length - 300, () -> {});
            ByteArrayOutputStream got = new ByteArrayOutputStream();
            int turns = 1;
            while (!pair.server.transfer(region)) {
                got.write(pair.receive());
                turns++;
            }
            got.write(pair.receive());
            assertThat(got.toByteArray())
                    .isEqualTo(Arrays.copyOfRange(text, 100, text.length - 200));
            assertThat(turns).as("one download must not hold the loop").isGreaterThan(2);
        }
        assertThat(pair.buffersOnLoan()).isZero();
    }

    @Test
    void aFileThatBecameShorterIsNotPadded() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        Path file = Files.write(directory.resolve("file"), random(1000));
        try (FileChannel channel = FileChannel.open(file)) {
            FileRegion region = new FileRegion(channel, 0, 2000, () -> {});
            assertThatThrownBy(() -> pair.server.transfer(region)).isInstanceOf(IOException.class);
        }
        pair.server.close();
        assertThat(pair.buffersOnLoan()).isZero();
    }

    @Test
    void decryptedBytesThatAreLeftAreReadyAtOnce() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        AtomicInteger fired = new AtomicInteger();
        pair.socket.arrive(pair.send(random(100)));
        pair.server.read(ByteBuffer.allocate(60));

        pair.server.when(Interest.READ, fired::incrementAndGet);
        assertThat(pair.socket.reader).isNull();
        pair.socket.runTasks();
        assertThat(fired).hasValue(1);
        assertThat(pair.server.read(ByteBuffer.allocate(60))).isEqualTo(40);
        assertThat(pair.buffersOnLoan()).isZero();
    }

    @Test
    void aRecordThatIsLeftIsReadyAtOnceAndAPartOfOneIsNot() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        AtomicInteger fired = new AtomicInteger();
        byte[] first = pair.send(random(10));
        byte[] second = pair.send(random(10));
        byte[] third = pair.send(random(10));
        ByteBuffer all = ByteBuffer.allocate(1000).put(first).put(second).put(third, 0, 20).flip();
        pair.socket.arrive(Arrays.copyOf(all.array(), all.limit()));
        ByteBuffer target = ByteBuffer.allocate(100);
        assertThat(pair.server.read(target)).isEqualTo(10);

        pair.server.when(Interest.READ, fired::incrementAndGet);
        pair.socket.runTasks();
        assertThat(fired).hasValue(1);
        assertThat(pair.server.read(target)).isEqualTo(10);

        pair.server.when(Interest.READ, fired::incrementAndGet);
        pair.socket.runTasks();
        assertThat(fired).hasValue(1);
        assertThat(pair.socket.reader).isNotNull();
    }

    @Test
    void aSecondReaderIsRefusedAndAForgottenOneDoesNotRun() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        AtomicInteger fired = new AtomicInteger();
        pair.socket.arrive(pair.send(random(100)));
        pair.server.read(ByteBuffer.allocate(60));
        pair.server.when(Interest.READ, fired::incrementAndGet);

        assertThatThrownBy(() -> pair.server.when(Interest.READ, fired::incrementAndGet))
                .isInstanceOf(IllegalStateException.class);
        pair.server.forget(Interest.READ);
        pair.socket.runTasks();
        assertThat(fired).hasValue(0);
    }

    @Test
    void aPeerThatSendsPartsOfARecordGetsNoMoreTime() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        byte[] record = pair.send(random(50));
        pair.server.readTimeout(10_000);
        long before = 10_001;
        for (int at = 0; at < 3; at++) {
            pair.server.when(Interest.READ, () -> {});
            assertThat(pair.socket.readTimeout).isLessThan(before);
            before = pair.socket.readTimeout;
            // Some milliseconds pass.
            long start = System.nanoTime();
            while (System.nanoTime() - start < 3_000_000) {
                Thread.onSpinWait();
            }
            pair.socket.arrive(Arrays.copyOfRange(record, at, at + 1));
            assertThat(pair.server.read(ByteBuffer.allocate(100))).isZero();
        }
        pair.socket.arrive(Arrays.copyOfRange(record, 3, record.length));
        assertThat(pair.server.read(ByteBuffer.allocate(100))).isEqualTo(50);
        pair.server.when(Interest.READ, () -> {});
        assertThat(pair.socket.readTimeout).isEqualTo(10_000);
    }

    @Test
    void aWaitThatWasForgottenCostsNoTime() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        pair.server.readTimeout(10_000);
        pair.server.when(Interest.READ, () -> {});
        long start = System.nanoTime();
        while (System.nanoTime() - start < 3_000_000) {
            Thread.onSpinWait();
        }
        pair.server.forget(Interest.READ);
        assertThat(pair.server.read(ByteBuffer.allocate(100))).isZero();
        pair.server.when(Interest.READ, () -> {});
        assertThat(pair.socket.readTimeout).isEqualTo(10_000);
    }

    @Test
    void closeNotifyIsTheEndAndTheAnswerStillLeaves() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        pair.socket.arrive(pair.send(random(10)));
        pair.client.closeOutbound();
        pair.socket.arrive(pair.send(new byte[0]));
        ByteBuffer target = ByteBuffer.allocate(100);

        assertThat(pair.server.read(target)).isEqualTo(10);
        assertThat(pair.server.read(target)).isEqualTo(-1);
        assertThat(pair.server.read(target)).isEqualTo(-1);
        byte[] text = random(20_000);
        assertThat(pair.deliver(ByteBuffer.wrap(text))).isEqualTo(text);
        assertThat(pair.server.finish()).isTrue();
        pair.receive();
        assertThat(pair.clientSawEnd).isTrue();
        assertThat(pair.buffersOnLoan()).isZero();
    }

    @Test
    void anEndWithoutCloseNotifyIsOneToo() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        byte[] record = pair.send(random(50));
        pair.socket.arrive(Arrays.copyOf(record, 20));
        pair.socket.ended = true;

        assertThat(pair.server.read(ByteBuffer.allocate(100))).isEqualTo(-1);
        pair.server.close();
        assertThat(pair.buffersOnLoan()).isZero();
    }

    @Test
    void afterItsOwnCloseNotifyItStillReads() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        assertThat(pair.server.finish()).isTrue();
        if (protocol.equals("TLSv1.3")) {
            // Asks for an answer that cannot be given any more.
            pair.client.beginHandshake();
        }
        byte[] text = random(10);
        pair.socket.arrive(pair.send(text));
        assertThat(readAll(pair, 100)).isEqualTo(text);
        assertThatThrownBy(() -> pair.server.write(ByteBuffer.wrap(text)))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("closed for writing");
        pair.server.close();
        assertThat(pair.buffersOnLoan()).isZero();
    }

    /** The engine has something to say then that takes no byte: that the handshake is over. */
    @Test
    void aHandshakeWithACertificateOfTheClientAndWithoutATicketEnds() throws Exception {
        SSLSessionContext sessions = TestKeys.shared().getServerSessionContext();
        int usual = sessions.getSessionTimeout();
        // Longer than a ticket may live (RFC 8446 §4.6.1).
        sessions.setSessionTimeout(604_801);
        try {
            SSLEngine engine = TestKeys.server();
            engine.setNeedClientAuth(true);
            TlsPair pair = new TlsPair(TestKeys.client("without.a.ticket", protocol), engine);
            pair.shake();
            byte[] text = random(100);
            assertThat(pair.deliver(ByteBuffer.wrap(text))).isEqualTo(text);
            assertThat(pair.buffersOnLoan()).isZero();
        } finally {
            sessions.setSessionTimeout(usual);
        }
    }

    @Test
    void closeNotifyThatFindsNoRoomIsSentLater() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        pair.socket.full = true;
        assertThat(pair.server.finish()).isFalse();
        assertThat(pair.server.finish()).isFalse();
        pair.socket.full = false;
        assertThat(pair.server.finish()).isTrue();
        pair.receive();
        assertThat(pair.clientSawEnd).isTrue();
        assertThat(pair.server.finish()).isTrue();
        assertThat(pair.socket.sent()).isEmpty();
    }

    @Test
    void closeGivesEveryBufferBack() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        pair.socket.arrive(pair.send(random(20_000)));
        pair.server.read(ByteBuffer.allocate(10));
        pair.socket.full = true;
        pair.server.write(ByteBuffer.wrap(random(20_000)));
        assertThat(pair.buffersOnLoan()).isEqualTo(3);
        pair.server.close();
        pair.server.close();
        assertThat(pair.socket.closed).isTrue();
        assertThat(pair.buffersOnLoan()).isZero();
    }

    @Test
    void anAlteredRecordIsAnsweredWithAnAlert() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        byte[] record = pair.send(random(50));
        record[30] ^= 1;
        pair.socket.arrive(record);

        assertThatThrownBy(() -> pair.server.read(ByteBuffer.allocate(100)))
                .isInstanceOf(SSLException.class);
        assertThatThrownBy(pair::receive).isInstanceOf(SSLException.class);
        // A reset would overtake it.
        pair.server.reset();
        assertThat(pair.socket.reset).isFalse();
    }

    @Test
    void aRecordBeyondTheLimitIsRefusedBeforeItIsThere() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        byte[] part = new byte[Inbound.RECORD];
        part[0] = 23;
        part[1] = 3;
        part[2] = 3;
        part[3] = (byte) 0x80;
        pair.socket.arrive(part);
        assertThatThrownBy(() -> pair.server.read(ByteBuffer.allocate(100)))
                .isInstanceOf(SSLException.class);
    }

    @Test
    void aNewHandshakeIsRefused() throws Exception {
        TlsPair pair = TlsPair.open(protocol);
        pair.client.beginHandshake();
        byte[] bytes = pair.send(new byte[0]);
        assertThat(bytes).isNotEmpty();
        pair.socket.arrive(bytes);
        if (protocol.equals("TLSv1.2")) {
            assertThatThrownBy(() -> pair.server.read(ByteBuffer.allocate(100)))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("renegotiation");
        } else {
            // To JSSE that is a KeyUpdate (RFC 8446 §4.6.3): it is answered, and the bytes after it
            // are read.
            assertThat(pair.server.read(ByteBuffer.allocate(100))).isZero();
            assertThat(pair.socket.sent()).isNotEmpty();
        }
    }

    @Test
    void aPeerThatAsksForAnswersAndReadsNoneIsCutOff() throws Exception {
        assumeTrue(protocol.equals("TLSv1.3"), "there is no KeyUpdate before");
        TlsPair pair = TlsPair.open(protocol);
        pair.socket.full = true;
        for (int i = 0; i < 100; i++) {
            pair.client.beginHandshake();
            pair.socket.arrive(pair.send(new byte[0]));
        }
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 100; i++) {
                                pair.server.read(ByteBuffer.allocate(100));
                            }
                        })
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("does not read");
    }
}
