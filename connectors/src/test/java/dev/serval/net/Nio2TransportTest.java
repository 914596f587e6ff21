package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.BulkPool;
import java.lang.reflect.Field;
import java.nio.channels.AsynchronousSocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class Nio2TransportTest {
    private final BulkPool pool = new BulkPool(new BufferPool(1024, true, 4), 4096, 4);
    private final Deadlines deadlines = new Deadlines("test", () -> {}, () -> false);

    /** Otherwise it would have no end at all. The steps are those of two threads at a time. */
    @Test
    void aWaitThatIsGivenUpBeforeItsTaskIsThereEndsWithTheNextSweep() throws Exception {
        try (AsynchronousSocketChannel channel = AsynchronousSocketChannel.open()) {
            Nio2Transport transport =
                    new Nio2Transport(channel, new Nio2OutputTest.InPlace(), deadlines, pool, 0);
            transport.readTimeout(60_000);
            IoTimeout timeout = (IoTimeout) field("readTimeout").get(transport);
            AtomicInteger told = new AtomicInteger();

            timeout.begin(deadlines.now());
            assertThat(transport.readWait().giveUp(() -> true)).isTrue();
            field("reader").set(transport, (Runnable) told::incrementAndGet);
            transport.sweep(deadlines.now() + 1);

            assertThat(told).hasValue(1);
        }
    }

    /** Its end alone may be late: see {@link Nio2Transport#close}. */
    @Test
    void theClientIsToldOfTheEndBeforeTheSocketIsClosed() throws Exception {
        try (RecordedChannel channel = new RecordedChannel()) {
            Nio2Transport transport =
                    new Nio2Transport(channel, new Nio2OutputTest.InPlace(), deadlines, pool, 0);
            transport.close();
            transport.close();
            assertThat(channel.ends).containsExactly("shutdownOutput", "close");
        }
    }

    private static Field field(String name) throws NoSuchFieldException {
        Field field = Nio2Transport.class.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }
}
