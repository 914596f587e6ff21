package dev.serval.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.buffer.BufferPool;
import dev.serval.buffer.InputBuffer;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gives way, in which order, and for how long it is known. */
@Timeout(30)
class SheddingTest {
    private final ConnectionLimit limit = new ConnectionLimit(64);
    private final Deadlines deadlines = new Deadlines("test", () -> {}, () -> false);
    private final OverloadLog log = new OverloadLog("test", "maxConnections", limit, 60_000);
    private final Shedding shedding = new Shedding(deadlines, limit, log, 20_000);
    private final List<Connection> told = new ArrayList<>();

    /** One that has owed its head for so many milliseconds. */
    private Connection owing(String address, long millis) throws Exception {
        long since = TimeUnit.NANOSECONDS.toMillis(System.nanoTime()) - millis;
        SocketAddress remote = new InetSocketAddress(InetAddress.getByName(address), 1234);
        Peer peer = fake(Peer.class, (name, self) -> name.equals("number") ? 0L : remote);
        Connection[] connection = new Connection[1];
        IoTimeout timeout = new IoTimeout();
        timeout.begin(1);
        ReadWait wait =
                new ReadWait(timeout, deadlines, Runnable::run, () -> told.add(connection[0]));
        Transport transport =
                fake(
                        Transport.class,
                        (name, self) ->
                                switch (name) {
                                    case "peer" -> peer;
                                    case "readWait" -> wait;
                                    default -> null;
                                });
        InputBuffer input = new InputBuffer(new BufferPool(64, false, 1));
        connection[0] = new Connection(transport, null, input, ended -> {});
        connection[0].conversation(
                fake(
                        Conversation.class,
                        (name, self) -> name.equals("idle") ? (Object) false : (Object) since));
        assertThat(limit.acquire()).isTrue();
        deadlines.connections().add(connection[0]);
        return connection[0];
    }

    private interface Answers {
        Object to(String method, Object self);
    }

    private static <T> T fake(Class<T> type, Answers answers) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> answers.to(method.getName(), self)));
    }

    private void sweepUntilForgotten(Connection connection) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (connection.givesWay() && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
            shedding.sweep();
        }
        assertThat(connection.givesWay()).isFalse();
    }

    @Test
    void theSweepForgetsWhoWasToldToGoAndHasStayed() throws Exception {
        Connection stays = owing("192.0.2.1", 10_000);
        shedding.makeRoom(1);
        assertThat(stays.givesWay()).isTrue();
        // Nobody waits any more: nothing but the sweep looks.
        sweepUntilForgotten(stays);
    }

    @Test
    void theSweepLeavesThoseAloneWhoMayBeOnTheirWay() throws Exception {
        Connection goes = owing("192.0.2.1", 10_000);
        long began = System.nanoTime();
        shedding.makeRoom(1);
        sweepUntilForgotten(goes);
        assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(200));
    }

    @Test
    void theOneThatHasOwedForLongestGoesFirst() throws Exception {
        Connection shorter = owing("192.0.2.1", 5_000);
        Connection longer = owing("192.0.2.2", 10_000);
        shedding.makeRoom(2);
        assertThat(told).containsExactly(longer, shorter);
    }

    @Test
    void thoseOfTheClientThatHoldsMostGoFirst() throws Exception {
        Connection honest = owing("192.0.2.1", 20_000);
        Connection few = owing("192.0.2.3", 15_000);
        owing("192.0.2.3", 100);
        for (int i = 0; i < 5; i++) {
            owing("192.0.2.2", 1000 + i);
        }
        shedding.makeRoom(7);
        assertThat(told).hasSize(7);
        assertThat(told.subList(0, 5))
                .as("those of 192.0.2.2, the one that has owed for longest first")
                .doesNotContain(honest, few)
                .isSortedAccordingTo((a, b) -> Long.compare(a.owesSince(), b.owesSince()));
        assertThat(told.subList(5, 7)).containsExactly(few, honest);
    }

    @Test
    void whoHoldsALittleMoreThanOthersDoesNotGoFirst() throws Exception {
        Connection oldest = owing("192.0.2.1", 20_000);
        owing("192.0.2.2", 10_000);
        owing("192.0.2.2", 9_000);
        for (int i = 0; i < 40; i++) {
            owing("198.51.100." + i, 1000);
        }
        shedding.makeRoom(1);
        assertThat(told).containsExactly(oldest);
    }

    @Test
    void anAddressOfIpv6CountsWithItsNetwork() throws Exception {
        Connection honest = owing("2001:db8:1::1", 20_000);
        Connection[] many = new Connection[6];
        for (int i = 0; i < many.length; i++) {
            many[i] = owing("2001:db8:2::" + i, 1000);
        }
        shedding.makeRoom(1);
        assertThat(told).hasSize(1).doesNotContain(honest);
    }
}
