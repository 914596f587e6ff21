package dev.serval.net;

import static java.nio.channels.SelectionKey.OP_ACCEPT;
import static java.nio.channels.SelectionKey.OP_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A selector that queues a key when its interest changes, as those of the JDK do. */
class InterestRearmingTest {
    private final List<SelectableChannel> channels = new ArrayList<>();
    private final List<SelectionKey> queued = new ArrayList<>();
    private boolean noMemory;

    @AfterEach
    void close() throws IOException {
        for (SelectableChannel channel : channels) {
            channel.close();
        }
    }

    private final class Key extends AbstractSelectionKey {
        private final SelectableChannel channel;
        private int operations;

        Key(SelectableChannel channel, int operations) {
            this.channel = channel;
            this.operations = operations;
            channels.add(channel);
        }

        @Override
        public SelectableChannel channel() {
            return channel;
        }

        @Override
        public Selector selector() {
            return null;
        }

        @Override
        public int interestOps() {
            return operations;
        }

        @Override
        public SelectionKey interestOps(int wanted) {
            boolean changed = wanted != operations;
            operations = wanted;
            if (changed) {
                if (noMemory) {
                    throw new OutOfMemoryError("of a test");
                }
                queued.add(this);
            }
            return this;
        }

        @Override
        public int readyOps() {
            return 0;
        }
    }

    private static final class Keys extends AbstractSelector {
        private final Set<SelectionKey> keys = new LinkedHashSet<>();

        Keys(SelectionKey... keys) {
            super(SelectorProvider.provider());
            this.keys.addAll(List.of(keys));
        }

        @Override
        protected void implCloseSelector() {}

        @Override
        protected SelectionKey register(AbstractSelectableChannel channel, int ops, Object with) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<SelectionKey> keys() {
            return keys;
        }

        @Override
        public Set<SelectionKey> selectedKeys() {
            return Set.of();
        }

        @Override
        public int selectNow() {
            return 0;
        }

        @Override
        public int select(long timeout) {
            return 0;
        }

        @Override
        public int select() {
            return 0;
        }

        @Override
        public Selector wakeup() {
            return this;
        }
    }

    @Test
    void eachKeyIsQueuedAndWaitsForWhatItWaitedFor() throws IOException {
        Key reading = new Key(SocketChannel.open(), OP_READ);
        Key silent = new Key(SocketChannel.open(), 0);
        Key accepting = new Key(ServerSocketChannel.open(), OP_ACCEPT);
        InterestRearming.all(new Keys(reading, silent, accepting));
        assertThat(queued).contains(reading, silent, accepting);
        assertThat(reading.operations).isEqualTo(OP_READ);
        assertThat(silent.operations).isZero();
        assertThat(accepting.operations).isEqualTo(OP_ACCEPT);
    }

    @Test
    void memoryThatIsMissingAgainChangesNoInterest() throws IOException {
        Key reading = new Key(SocketChannel.open(), OP_READ);
        Keys keys = new Keys(reading);
        noMemory = true;
        assertThatThrownBy(() -> InterestRearming.all(keys)).isInstanceOf(OutOfMemoryError.class);
        assertThat(reading.operations).isEqualTo(OP_READ);
        noMemory = false;
        InterestRearming.all(keys);
        assertThat(queued).contains(reading);
    }

    @Test
    void theJdksSelectorsTakeIt() throws IOException {
        try (Selector selector = Selector.open();
                ServerSocketChannel server = ServerSocketChannel.open();
                SocketChannel client = SocketChannel.open();
                SocketChannel gone = SocketChannel.open()) {
            server.configureBlocking(false);
            client.configureBlocking(false);
            gone.configureBlocking(false);
            SelectionKey accepting = server.register(selector, OP_ACCEPT);
            SelectionKey reading = client.register(selector, OP_READ);
            gone.register(selector, OP_READ).cancel();
            InterestRearming.all(selector);
            assertThat(accepting.interestOps()).isEqualTo(OP_ACCEPT);
            assertThat(reading.interestOps()).isEqualTo(OP_READ);
        }
    }
}
