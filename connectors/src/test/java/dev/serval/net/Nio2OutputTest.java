package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.BulkPool;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class Nio2OutputTest {
    private static final int TIMES = 20_000;

    private final BufferPool buffers = new BufferPool(1024, true, 4);
    private final BulkPool pool = new BulkPool(buffers, 4096, 4);
    private final Deadlines deadlines = new Deadlines("test", () -> {}, () -> false);

    /** As when one thread closes a connection while another one sends its last words. */
    @Test
    void aWriteThatFailsInPlaceSinceTheChannelIsClosedReturns() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        AsynchronousChannelGroup group =
                AsynchronousChannelGroup.withFixedThreadPool(
                        1, task -> new GroupThread(task, "test-group", e -> {}));
        try (AsynchronousServerSocketChannel server = AsynchronousServerSocketChannel.open(group);
                AsynchronousSocketChannel client = AsynchronousSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            server.accept(null, new LastWords(failure));
            client.connect(server.getLocalAddress()).get(10, TimeUnit.SECONDS);
            assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
            assertThat(pool.outstanding() + buffers.outstanding()).isZero();
        } finally {
            group.shutdown();
        }
    }

    /** Runs what it gets at once. */
    static final class InPlace implements Driver {
        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public boolean dispatch(Call call) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean compute(Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void fork(Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Runnable resume(Connection connection) {
            throw new UnsupportedOperationException();
        }
    }

    /** As when the reader of a TLS connection sends what its engine owes. */
    @Test
    @Timeout(30)
    void whoWaitsIsToldAlsoWhenAnotherThreadHasSeenTheEndOfTheWrite() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                AsynchronousSocketChannel channel = AsynchronousSocketChannel.open()) {
            channel.connect(server.getLocalSocketAddress()).get(10, TimeUnit.SECONDS);
            try (Socket client = server.accept()) {
                Nio2Output output = new Nio2Output(channel, new InPlace(), deadlines, pool, 0);
                ByteBuffer much = ByteBuffer.allocate(64 * 1024 * 1024);
                assertThat(output.write(much)).isFalse();
                AtomicInteger told = new AtomicInteger();
                output.when(told::incrementAndGet);
                output.sweep(deadlines.now());
                assertThat(told).hasValue(0);
                while (!output.write(ByteBuffer.allocate(0))) {
                    client.getInputStream().readNBytes(4096);
                }
                output.sweep(deadlines.now());
                assertThat(told).hasValue(1);
                output.sweep(deadlines.now());
                assertThat(told).hasValue(1);
            }
        }
    }

    /** The operation itself cannot tell: it has a future, and ends with the channel. */
    @Test
    @Timeout(60)
    void whoBeginsToWaitAsItIsClosedIsTold() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        AtomicReference<Nio2Output> current = new AtomicReference<>();
        Thread closer =
                new Thread(
                        () -> {
                            try {
                                for (int i = 0; i < TIMES; i++) {
                                    both.await();
                                    current.get().closed();
                                    both.await();
                                }
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
        closer.setDaemon(true);
        closer.start();
        for (int i = 0; i < TIMES; i++) {
            Nio2Output output = new Nio2Output(null, new InPlace(), deadlines, pool, 0);
            set(output, "writing", true);
            set(output, "silent", new CompletableFuture<Integer>());
            AtomicInteger told = new AtomicInteger();
            current.set(output);
            both.await();
            output.when(told::incrementAndGet);
            both.await();
            assertThat(told).as("time %s", i).hasValue(1);
        }
        closer.join();
    }

    private static void set(Nio2Output output, String name, Object value) throws Exception {
        Field field = Nio2Output.class.getDeclaredField(name);
        field.setAccessible(true);
        field.set(output, value);
    }

    private final class LastWords implements CompletionHandler<AsynchronousSocketChannel, Void> {
        private final CompletableFuture<Throwable> failure;

        LastWords(CompletableFuture<Throwable> failure) {
            this.failure = failure;
        }

        @Override
        public void completed(AsynchronousSocketChannel channel, Void unused) {
            Nio2Output output = new Nio2Output(channel, null, deadlines, pool, 0);
            try {
                channel.close();
                output.closed();
                output.write(ByteBuffer.wrap(new byte[10]));
                failure.complete(null);
            } catch (Throwable e) {
                failure.complete(e);
            }
        }

        @Override
        public void failed(Throwable cause, Void unused) {
            failure.complete(cause);
        }
    }
}
