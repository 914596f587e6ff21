package dev.serval.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;

class BuffersTest {
    private final BufferPool pool = new BufferPool(16, false, 64);

    private static void receive(InputBuffer input, String text, int most) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        input.room(most).put(bytes);
        input.received(bytes.length);
    }

    private static String text(InputBuffer input) {
        return new String(
                input.array(), input.position(), input.remaining(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void poolLendsTheBufferThatCameBack() {
        ByteBuffer first = pool.take();
        pool.give(first);

        assertThat(pool.take()).isSameAs(first);
    }

    @Test
    void poolCountsLoans() {
        ByteBuffer first = pool.take();
        pool.take();
        pool.give(first);

        assertThat(pool.outstanding()).isEqualTo(1);
    }

    @Test
    void stashNeverGivesOneObjectTwice() {
        ObjectPool<Object> stash = new ObjectPool<>(64);
        stash.give(new Object());

        assertThat(stash.take()).isNotNull();
        assertThat(stash.take()).isNull();
    }

    @Test
    void whatOneThreadTakesAndAnotherGivesBackIsUsedAgain() throws Exception {
        BufferPool lent = new BufferPool(16, true, 64);
        Set<ByteBuffer> made = Collections.newSetFromMap(new IdentityHashMap<>());
        BlockingQueue<ByteBuffer> taken = new SynchronousQueue<>();
        Thread giver =
                new Thread(
                        () -> {
                            try {
                                for (int i = 0; i < 100; i++) {
                                    lent.give(taken.take());
                                }
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        });
        giver.start();
        for (int i = 0; i < 100; i++) {
            ByteBuffer buffer = lent.take();
            made.add(buffer);
            taken.put(buffer);
        }
        giver.join();

        // Those of the giver's own slots, of the shared ones, and what was on its way.
        assertThat(made).hasSizeLessThan(50);
    }

    @Test
    void inputHoldsNoStorageWhileItIsEmpty() {
        InputBuffer input = new InputBuffer(pool);
        receive(input, "abc", 16);
        input.consume(3);
        input.trim();

        assertThat(pool.outstanding()).isZero();
    }

    @Test
    void inputKeepsStorageWhileBytesAreLeft() {
        InputBuffer input = new InputBuffer(pool);
        receive(input, "abc", 16);
        input.consume(2);
        input.trim();

        assertThat(pool.outstanding()).isEqualTo(1);
        assertThat(text(input)).isEqualTo("c");
    }

    @Test
    void inputMovesBytesToTheFrontWhenItsEndIsReached() {
        InputBuffer input = new InputBuffer(pool);
        receive(input, "0123456789abcdef", 16);
        input.consume(10);

        assertThat(input.room(16).remaining()).isEqualTo(10);
        assertThat(text(input)).isEqualTo("abcdef");
        assertThat(input.position()).isZero();
    }

    @Test
    void inputGrowsToWhatIsAllowedAndNoFurther() {
        InputBuffer input = new InputBuffer(pool);
        receive(input, "0123456789abcdef", 24);

        assertThat(input.room(24).remaining()).isEqualTo(8);
        receive(input, "01234567", 24);
        assertThat(input.room(24)).isNull();
        assertThat(text(input)).isEqualTo("0123456789abcdef01234567");
    }

    @Test
    void inputThatGrewGivesThePooledStorageBackOnce() {
        InputBuffer input = new InputBuffer(pool);
        receive(input, "0123456789abcdef", 64);
        input.room(64);
        input.release();

        assertThat(pool.outstanding()).isZero();
    }

    @Test
    void outputIsFilledWhileAPartOfItIsSent() {
        OutputBuffer output = new OutputBuffer(new BulkPool(pool, 64, 1));
        output.reserve(4).put("abcd".getBytes(StandardCharsets.ISO_8859_1));
        output.unsent().get();
        output.written();
        output.reserve(1).put((byte) 'e');

        byte[] rest = new byte[4];
        output.unsent().get(rest);
        output.written();
        assertThat(rest).asString(StandardCharsets.ISO_8859_1).isEqualTo("bcde");
        assertThat(output.isEmpty()).isTrue();
        assertThat(pool.outstanding()).isZero();
    }

    @Test
    void outputGrowsForAHeadThatDoesNotFit() {
        OutputBuffer output = new OutputBuffer(new BulkPool(pool, 64, 1));
        output.reserve(2).put((byte) 'a').put((byte) 'b');
        output.reserve(40).put(new byte[40]);

        assertThat(output.unsent().remaining()).isEqualTo(42);
        assertThat(pool.outstanding()).isZero();
    }

    @Test
    void outputThatIsNeverEmptyDoesNotGrowByWhatWasSent() {
        OutputBuffer output = new OutputBuffer(new BulkPool(pool, 64, 1));
        output.reserve(4).put(new byte[4]);
        int most = 0;
        for (int i = 0; i < 1000; i++) {
            byte next = (byte) i;
            output.reserve(1).put(next);
            most = Math.max(most, output.reserve(1).capacity());
            ByteBuffer unsent = output.unsent();
            assertThat(unsent.get(unsent.limit() - 1)).isEqualTo(next);
            unsent.get();
            output.written();
            assertThat(output.size()).isEqualTo(4);
        }
        assertThat(most).isLessThanOrEqualTo(pool.size());
        output.release();
        assertThat(output.size()).isZero();
    }

    @Test
    void outputThatExpectsMuchHasMuchRoomOnceOnlyWhileThereIsSome() {
        BulkPool bulk = new BulkPool(pool, 64, 1);
        OutputBuffer first = new OutputBuffer(bulk);
        OutputBuffer second = new OutputBuffer(bulk);
        first.expectMuch();
        second.expectMuch();

        assertThat(first.room()).isEqualTo(64);
        assertThat(second.room()).isEqualTo(pool.size());
        assertThat(bulk.outstanding()).isEqualTo(1);
        first.reserve(64).put(new byte[64]);
        first.unsent().position(64);
        first.written();
        assertThat(first.room()).isEqualTo(pool.size());
        assertThat(bulk.outstanding()).isZero();
        second.release();
        second.expectMuch();
        assertThat(second.room()).isEqualTo(64);
        second.reserve(100).put(new byte[100]);
        second.release();
        assertThat(bulk.outstanding() + pool.outstanding()).isZero();
    }

    @Test
    void outputRefusesAHeadBeyondAllReason() {
        OutputBuffer output = new OutputBuffer(new BulkPool(pool, 64, 1));

        assertThatThrownBy(() -> output.reserve(40_000_000))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anObjectThatFindsNoSlotStaysItsGivers() {
        ObjectPool<Object> pool = new ObjectPool<>(64);
        int kept = 0;
        for (int i = 0; i < 100; i++) {
            if (pool.give(new Object())) {
                kept++;
            }
        }
        int taken = 0;
        while (pool.take() != null) {
            taken++;
        }
        assertThat(kept).isEqualTo(taken).isLessThan(100);
    }
}
