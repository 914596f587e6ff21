package dev.serval.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The JDK has forgotten whoever waits for a socket. */
@Timeout(30)
class LostWakeUpsTest {
    private static final long NANOS = 100_000_000;

    private final ThreadFailures harm = new ThreadFailures();
    private final Forgetful channel = new Forgetful();
    private final LostWakeUps wakeUps = new LostWakeUps(channel, harm);
    private int arrived;

    @BeforeEach
    void hurt() {
        harm.note("a test", new OutOfMemoryError("of a test"));
        LockSupport.unpark(Thread.currentThread());
        LockSupport.park(this);
    }

    /** Whether this thread was woken: then it does not wait here. */
    private boolean woken() {
        long begun = System.nanoTime();
        LockSupport.parkNanos(this, NANOS);
        return System.nanoTime() - begun < NANOS;
    }

    @Test
    void bytesThatNobodyComesForWakeTheReader() {
        wakeUps.reads();
        arrived = 5;
        wakeUps.sweep(true, false);
        wakeUps.sweep(true, false);
        assertThat(woken()).isTrue();
    }

    @Test
    void whoeverWaitsInAWriteIsWokenAtEachSweep() {
        wakeUps.writes();
        wakeUps.sweep(false, true);
        assertThat(woken()).isTrue();
        wakeUps.sweep(false, true);
        assertThat(woken()).isTrue();
    }

    /** The JDK may be about to wake it; and a new wait has not missed anything yet. */
    @Test
    void oneSweepIsNotEnough() {
        wakeUps.reads();
        arrived = 5;
        wakeUps.sweep(true, false);
        wakeUps.sweep(false, false);
        wakeUps.sweep(true, false);
        assertThat(woken()).isFalse();
    }

    @Test
    void whereNothingHasArrivedNobodyIsWoken() {
        wakeUps.reads();
        wakeUps.sweep(true, false);
        wakeUps.sweep(true, false);
        assertThat(woken()).isFalse();
    }

    @Test
    void aProcessThatIsNotHurtLooksAtNoSocket() {
        LostWakeUps unhurt = new LostWakeUps(channel, new ThreadFailures());
        unhurt.reads();
        unhurt.writes();
        arrived = 5;
        unhurt.sweep(true, true);
        unhurt.sweep(true, true);
        assertThat(channel.looks).isZero();
        assertThat(woken()).isFalse();
    }

    /** A socket in which as many bytes wait as the test says. */
    private final class Forgetful extends SocketChannel {
        private int looks;

        Forgetful() {
            super(null);
        }

        @Override
        public Socket socket() {
            return new Socket() {
                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream(new byte[0]) {
                        @Override
                        public synchronized int available() {
                            looks++;
                            return arrived;
                        }
                    };
                }
            };
        }

        @Override
        public SocketChannel bind(SocketAddress local) {
            return this;
        }

        @Override
        public <T> SocketChannel setOption(SocketOption<T> name, T value) {
            return this;
        }

        @Override
        public <T> T getOption(SocketOption<T> name) {
            return null;
        }

        @Override
        public Set<SocketOption<?>> supportedOptions() {
            return Set.of();
        }

        @Override
        public SocketChannel shutdownInput() {
            return this;
        }

        @Override
        public SocketChannel shutdownOutput() {
            return this;
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public boolean isConnectionPending() {
            return false;
        }

        @Override
        public boolean connect(SocketAddress remote) {
            return true;
        }

        @Override
        public boolean finishConnect() {
            return true;
        }

        @Override
        public SocketAddress getRemoteAddress() {
            return null;
        }

        @Override
        public SocketAddress getLocalAddress() {
            return null;
        }

        @Override
        public int read(ByteBuffer target) {
            return 0;
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            return 0;
        }

        @Override
        public int write(ByteBuffer source) {
            return 0;
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            return 0;
        }

        @Override
        protected void implCloseSelectableChannel() {}

        @Override
        protected void implConfigureBlocking(boolean block) {}
    }
}
