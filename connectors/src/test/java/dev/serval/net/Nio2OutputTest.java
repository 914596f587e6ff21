package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.BulkPool;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class Nio2OutputTest {
    private final BufferPool buffers = new BufferPool(1024, true, 4);
    private final BulkPool pool = new BulkPool(buffers, 4096, 4);
    private final Deadlines deadlines = new Deadlines("test", () -> {}, () -> false);

    /** As when one thread closes a connection while another one sends its last words. */
    @Test
    void aWriteThatFailsInPlaceSinceTheChannelIsClosedReturns() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        AsynchronousChannelGroup group =
                AsynchronousChannelGroup.withFixedThreadPool(
                        1, task -> new Nio2Endpoint.GroupThread(task, "test-group", e -> {}));
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
