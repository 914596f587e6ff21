package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.connector.Connector;
import dev.serval.connector.ConnectorConfig;
import dev.serval.connector.IoModel;
import dev.serval.http.HttpHandler;
import dev.serval.http.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.AcceptPendingException;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An Error within the JDK leaves a listener that says for ever that somebody was asked already. */
@Timeout(60)
class Nio2ListenerTest {
    /** As such a listener is; nobody else can make one so. */
    private static class Stuck extends AsynchronousServerSocketChannel {
        private volatile boolean closed;

        private Stuck(AsynchronousServerSocketChannel real) {
            super(real.provider());
        }

        @Override
        public <A> void accept(
                A attachment, CompletionHandler<AsynchronousSocketChannel, ? super A> handler) {
            throw new AcceptPendingException();
        }

        @Override
        public Future<AsynchronousSocketChannel> accept() {
            throw new AcceptPendingException();
        }

        @Override
        public AsynchronousServerSocketChannel bind(SocketAddress local, int backlog) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> AsynchronousServerSocketChannel setOption(SocketOption<T> name, T value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> T getOption(SocketOption<T> name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<SocketOption<?>> supportedOptions() {
            return Set.of();
        }

        @Override
        public SocketAddress getLocalAddress() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isOpen() {
            return !closed;
        }

        @Override
        public void close() throws IOException {
            closed = true;
        }
    }

    private Connector connector;

    @BeforeEach
    void start() throws Exception {
        HttpHandler handler =
                exchange -> {
                    try {
                        exchange.refuse(Refusal.NOT_FOUND, "");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                };
        connector = new Connector(ConnectorConfig.of(IoModel.NIO2, 0), handler);
        connector.start();
    }

    @AfterEach
    void stop() {
        connector.stop(Duration.ofSeconds(5));
    }

    @Test
    void anotherOneTakesItsPlace() throws Exception {
        Object nio2 = field(Connector.class, "endpoint").get(connector);
        Field listener = field(Nio2Endpoint.class, "listener");
        AsynchronousServerSocketChannel real = (AsynchronousServerSocketChannel) listener.get(nio2);
        Stuck stuck = new Stuck(real);
        int port = connector.port();
        listener.set(nio2, stuck);
        real.close();
        awaitAnswer(port);
        assertThat(stuck.isOpen()).isFalse();
        assertThat(connector.port()).isEqualTo(port);
    }

    /** Asked, it tells nobody; and it is asked once more as it is being closed. */
    private static final class Silent extends Stuck {
        private final Runnable ask;
        private final CountDownLatch asked = new CountDownLatch(1);

        private Silent(AsynchronousServerSocketChannel real, Runnable ask) {
            super(real);
            this.ask = ask;
        }

        @Override
        public <A> void accept(
                A attachment, CompletionHandler<AsynchronousSocketChannel, ? super A> handler) {
            asked.countDown();
        }

        @Override
        public void close() throws IOException {
            ask.run();
            super.close();
        }
    }

    @Test
    void oneThatIsAskedAsItIsReplacedKeepsNobodyFromAskingTheNext() throws Exception {
        Object nio2 = field(Connector.class, "endpoint").get(connector);
        Field listener = field(Nio2Endpoint.class, "listener");
        AsynchronousServerSocketChannel real = (AsynchronousServerSocketChannel) listener.get(nio2);
        Method accept = Nio2Endpoint.class.getDeclaredMethod("accept");
        accept.setAccessible(true);
        Silent silent =
                new Silent(
                        real,
                        () -> {
                            try {
                                accept.invoke(nio2);
                            } catch (ReflectiveOperationException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        int port = connector.port();
        listener.set(nio2, silent);
        real.close();
        silent.asked.await();
        lose(nio2, field(Nio2Endpoint.class, "group").get(nio2));
        awaitAnswer(port);
        assertThat(silent.isOpen()).isFalse();
    }

    /** Whoever is asked tells only when the test says so, or never. */
    private static final class Held extends Stuck {
        private final AsynchronousServerSocketChannel real;
        private final BlockingQueue<CompletionHandler<AsynchronousSocketChannel, ?>> asked =
                new LinkedBlockingQueue<>();
        private volatile boolean open;
        private volatile ThrowingRunnable closing = () -> {};

        private Held(AsynchronousServerSocketChannel real) {
            super(real);
            this.real = real;
        }

        @Override
        public <A> void accept(
                A attachment, CompletionHandler<AsynchronousSocketChannel, ? super A> handler) {
            if (open) {
                real.accept(attachment, handler);
            } else {
                asked.add(handler);
            }
        }

        @Override
        public void close() throws IOException {
            closing.run();
            real.close();
            super.close();
        }
    }

    private interface ThrowingRunnable {
        void run() throws IOException;
    }

    /** The next client that connects is accepted by it. */
    private Held hold(Object nio2) throws Exception {
        Field listener = field(Nio2Endpoint.class, "listener");
        Held held = new Held((AsynchronousServerSocketChannel) listener.get(nio2));
        listener.set(nio2, held);
        assertThat(answer(connector.port())).startsWith("HTTP/1.1 404 ");
        return held;
    }

    @Test
    void whoIsReportedOnlyWhenAnotherListenerIsInItsPlaceIsServed() throws Exception {
        Object nio2 = field(Connector.class, "endpoint").get(connector);
        Field listener = field(Nio2Endpoint.class, "listener");
        Held held = hold(nio2);
        CompletionHandler<AsynchronousSocketChannel, ?> handler = held.asked.take();
        try (Socket client = connect()) {
            AsynchronousSocketChannel accepted = held.real.accept().get();
            lose(nio2, field(Nio2Endpoint.class, "group").get(nio2));
            await("another listener", () -> listener.get(nio2) != held);
            handler.completed(accepted, null);
            assertThat(answer(client, true)).startsWith("HTTP/1.1 404 ");
        }
    }

    @Test
    void whoWaitsInTheQueueIsServedBeforeAnotherListenerTakesItsPlace() throws Exception {
        Object nio2 = field(Connector.class, "endpoint").get(connector);
        Object backlog = field(Nio2Endpoint.class, "backlog").get(nio2);
        Field taken = field(Backlog.class, "taken");
        Held held = hold(nio2);
        CompletionHandler<AsynchronousSocketChannel, ?> handler = held.asked.take();
        try (Socket first = connect();
                Socket second = connect()) {
            lose(nio2, field(Nio2Endpoint.class, "group").get(nio2));
            await("the end", () -> taken.get(backlog) != null || !held.isOpen());
            held.open = true;
            if (held.isOpen()) {
                held.real.accept(null, handler);
            }
            assertThat(answer(first, true)).startsWith("HTTP/1.1 404 ");
            assertThat(answer(second, true)).startsWith("HTTP/1.1 404 ");
            await("another listener", () -> !held.isOpen());
            awaitAnswer(connector.port());
        }
    }

    @Test
    void whoComesBetweenTheLossAndAnotherGroupGoesOn() throws Exception {
        Object nio2 = field(Connector.class, "endpoint").get(connector);
        Held held = hold(nio2);
        held.open = true;
        held.real.accept(null, held.asked.take());
        AtomicReference<Socket> between = new AtomicReference<>();
        held.closing =
                () -> {
                    if (between.get() == null) {
                        between.set(connect());
                        assertThat(answer(between.get(), false)).startsWith("HTTP/1.1 404 ");
                        throw new IOException("the first time, by the test");
                    }
                };
        try (Socket before = connect()) {
            assertThat(answer(before, false)).startsWith("HTTP/1.1 404 ");
            lose(nio2, field(Nio2Endpoint.class, "group").get(nio2));
            // It ends.
            before.getInputStream().readAllBytes();
            await("another listener", () -> !held.isOpen());
            awaitAnswer(connector.port());
            // Behind the content of the first one.
            assertThat(answer(between.get(), true)).contains("HTTP/1.1 404 ");
        } finally {
            if (between.get() != null) {
                between.get().close();
            }
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), connector.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    /** Of a request on the connection; all that comes if it is the last one, else its head. */
    private static String answer(Socket socket, boolean last) throws IOException {
        String request = "GET / HTTP/1.1\r\nHost: a\r\n";
        socket.getOutputStream()
                .write(
                        (request + (last ? "Connection: close\r\n\r\n" : "\r\n"))
                                .getBytes(StandardCharsets.US_ASCII));
        StringBuilder answer = new StringBuilder();
        while (last || answer.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                break;
            }
            answer.append((char) next);
        }
        return answer.toString();
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.call()) {
            assertThat(System.nanoTime() - end).as("in vain: " + what).isNegative();
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** A group may be deaf when it takes its place: the thread that listened is gone. */
    @Test
    void aGroupThatLostAThreadBeforeItWasInItsPlaceIsReplaced() throws Exception {
        Object nio2 = field(Connector.class, "endpoint").get(connector);
        Field listener = field(Nio2Endpoint.class, "listener");
        Field group = field(Nio2Endpoint.class, "group");
        AsynchronousServerSocketChannel real = (AsynchronousServerSocketChannel) listener.get(nio2);
        int port = connector.port();
        AsynchronousChannelGroup channels =
                AsynchronousChannelGroup.withFixedThreadPool(1, Thread::new);
        Constructor<?> constructor = group.getType().getDeclaredConstructor();
        constructor.setAccessible(true);
        Object fresh = constructor.newInstance();
        field(group.getType(), "channels").set(fresh, channels);
        // While there is a connection the sweep runs.
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            lose(nio2, fresh);
            listener.set(nio2, new Silent(real, () -> {}));
            group.set(nio2, fresh);
            real.close();
            awaitAnswer(port);
            assertThat(client.isConnected()).isTrue();
        }
        assertThat(channels.isShutdown()).isTrue();
    }

    private static void lose(Object nio2, Object group) throws ReflectiveOperationException {
        Method lost =
                Nio2Endpoint.class.getDeclaredMethod("lost", group.getClass(), Throwable.class);
        lost.setAccessible(true);
        lost.invoke(nio2, group, new ThreadDeath());
    }

    private static void awaitAnswer(int port) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        String answer = "";
        while (answer.isEmpty() && System.nanoTime() < end) {
            answer = answer(port);
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(answer).startsWith("HTTP/1.1 404 ");
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Empty while nobody listens. */
    private static String answer(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(2000);
            socket.getOutputStream()
                    .write(
                            "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
