package dev.serval.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GzipCoderTest {
    private final ByteArrayOutputStream arrived = new ByteArrayOutputStream();
    private final Random random = new Random(5);
    private int taken = Integer.MAX_VALUE;

    /** Takes so many bytes of each write and refuses the rest. */
    private final Stream stream =
            (Stream)
                    Proxy.newProxyInstance(
                            Stream.class.getClassLoader(),
                            new Class<?>[] {Stream.class},
                            (self, method, given) -> {
                                assertThat(method.getName()).isEqualTo("write");
                                return write((ByteBuffer) given[0]);
                            });

    private boolean write(ByteBuffer data) {
        int count = Math.min(taken, data.remaining());
        for (int i = 0; i < count; i++) {
            arrived.write(data.get());
        }
        return !data.hasRemaining();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 100",
        "1, 100",
        "5000, 100",
        "5000, 1",
        "300000, 7",
        "300000, 1000000",
        "300000, 8192"
    })
    void whatIsTakenInPartsArrivesWhole(int size, int part) throws IOException {
        for (boolean text : new boolean[] {true, false}) {
            arrived.reset();
            byte[] body = text ? text(size) : noise(size);
            GzipCoder coder = GzipCoder.lend();
            for (int at = 0; at < size; at += part) {
                ByteBuffer data = ByteBuffer.wrap(body, at, Math.min(part, size - at));
                assertThat(coder.offer(data, stream)).isTrue();
                assertThat(data.hasRemaining()).isFalse();
            }
            assertThat(coder.finish(stream)).isTrue();
            assertThat(coder.sent()).isEqualTo(arrived.size());
            coder.release();
            assertThat(gunzip(arrived.toByteArray())).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 4000})
    void aSlowStreamIsOfferedTheSameAgain(int most) throws IOException {
        taken = most;
        byte[] body = noise(40_000);
        GzipCoder coder = GzipCoder.lend();
        ByteBuffer data = ByteBuffer.wrap(body);
        int refusals = 0;
        while (!coder.offer(data, stream)) {
            refusals++;
            // In another buffer, as an application's array may change.
            byte[] rest = new byte[data.remaining()];
            data.get(rest);
            data = ByteBuffer.wrap(rest);
        }
        while (!coder.finish(stream)) {
            refusals++;
        }
        coder.release();

        assertThat(refusals).isGreaterThanOrEqualTo(40_000 / most - 2);
        assertThat(gunzip(arrived.toByteArray())).isEqualTo(body);
    }

    @Test
    void aFlushShowsAllThatWasTaken() throws IOException {
        taken = 3;
        GzipCoder coder = GzipCoder.lend();
        List<byte[]> parts = new ArrayList<>();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < 5; i++) {
            byte[] part = i % 2 == 0 ? text(700) : noise(20_000);
            parts.add(part);
            all.writeBytes(part);
            ByteBuffer data = ByteBuffer.wrap(part);
            while (!coder.offer(data, stream)) {
                Thread.onSpinWait();
            }
            while (!coder.flush(stream)) {
                Thread.onSpinWait();
            }
            assertThat(visible(arrived.toByteArray())).isEqualTo(all.toByteArray());
            int before = arrived.size();
            assertThat(coder.flush(stream)).isTrue();
            assertThat(arrived.size()).isEqualTo(before);
        }
        while (!coder.finish(stream)) {
            Thread.onSpinWait();
        }
        coder.release();
        assertThat(gunzip(arrived.toByteArray())).isEqualTo(all.toByteArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 5000, GzipCoder.WHOLE})
    void theWholeBodyIsCompressedInOneGo(int size) throws IOException {
        for (boolean text : new boolean[] {true, false}) {
            byte[] body = text ? text(size) : noise(size);
            ByteBuffer given = ByteBuffer.allocateDirect(size).put(body).flip().asReadOnlyBuffer();
            GzipCoder coder = GzipCoder.lend();
            coder.whole(given);

            assertThat(given.remaining()).isEqualTo(size);
            assertThat(coder.isWhole()).isTrue();
            byte[] rest = new byte[coder.waiting()];
            coder.rest().get(rest);
            assertThat(coder.sent()).isEqualTo(rest.length);
            assertThat(coder.finish(stream)).isTrue();
            coder.release();
            assertThat(gunzip(rest)).isEqualTo(body);
        }
        assertThat(arrived.size()).isZero();
    }

    @Test
    void oneThatWasGivenUpIsAsNew() throws IOException {
        GzipCoder coder = GzipCoder.lend();
        coder.offer(ByteBuffer.wrap(noise(30_000)), stream);
        coder.release();
        arrived.reset();

        whatIsTakenInPartsArrivesWhole(5000, 100);
    }

    @Test
    void noMoreAreLentThanMayBeAtWork() {
        List<GzipCoder> lent = new ArrayList<>();
        int before = GzipCoder.lent();
        try {
            GzipCoder coder;
            while ((coder = GzipCoder.lend()) != null) {
                lent.add(coder);
            }
            assertThat(lent).hasSize(GzipCoder.MOST_LENT - before);
        } finally {
            lent.forEach(GzipCoder::release);
        }
        assertThat(GzipCoder.lent()).isEqualTo(before);
    }

    private static byte[] gunzip(byte[] bytes) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readAllBytes();
        }
    }

    /** What a client has so far. */
    private static byte[] visible(byte[] bytes) throws IOException {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            int b;
            while ((b = in.read()) >= 0) {
                seen.write(b);
            }
            throw new AssertionError("it has ended");
        } catch (EOFException e) {
            return seen.toByteArray();
        }
    }

    private byte[] noise(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] text(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(3));
        }
        return bytes;
    }
}
