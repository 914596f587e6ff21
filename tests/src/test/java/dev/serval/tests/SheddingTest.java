package dev.serval.tests;

import static dev.serval.tests.ServerUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Where there is no room for connections, idle ones make it, the oldest first. */
@OnEveryWire
final class SheddingTest {
    private static final String HELLO = request("GET", "/hello.txt");

    @Parameter ServerUnderTest server;
    private final List<RawClient> clients = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (RawClient client : clients) {
            client.close();
        }
    }

    private void idle(ServerUnderTest small, int count) throws Exception {
        for (int i = 0; i < count; i++) {
            RawClient client = small.connect();
            clients.add(client);
            assertThat(client.exchange(HELLO).text()).isEqualTo(Site.HELLO);
        }
    }

    @Test
    void aFullServerServesANewConnectionForTheOldestIdleOne() throws Exception {
        try (ServerUnderTest small =
                ServerUnderTest.start(server.wire(), new Settings().maxConnections(4))) {
            idle(small, 1);
            assertThat(clients.get(0).awaitInput(250)).isFalse();
            idle(small, 3);
            assertThat(small.get("/hello.txt").text()).isEqualTo(Site.HELLO);
            clients.get(0).assertClosed();
        }
    }

    @Test
    void busyConnectionsAreNotClosed() throws Exception {
        try (ServerUnderTest small =
                        ServerUnderTest.start(server.wire(), new Settings().maxConnections(2));
                Gate gate = small.app().newGate();
                RawClient busy = small.connect()) {
            busy.send(request("GET", gate.path()));
            gate.awaitEntered();
            for (int i = 0; i < 3; i++) {
                idle(small, 1);
            }
            clients.get(0).assertClosed();
            gate.open();
            assertThat(busy.response().text()).isEqualTo("passed\n");
        }
    }

    @Test
    void whereRoomIsShortConnectionsMayBeIdleForAShorterTime() throws Exception {
        Settings settings = new Settings().maxConnections(32).keepAliveTimeout(4000);
        try (ServerUnderTest small = ServerUnderTest.start(server.wire(), settings)) {
            idle(small, 1);
            assertThat(clients.get(0).awaitInput(250)).isFalse();
            idle(small, 30);
            assertThat(clients.get(0).awaitInput(2500)).as("closed long before 4 s").isTrue();
            clients.get(0).assertClosed();
        }
    }

    @Test
    void whereThereIsRoomNobodyIsClosed() throws Exception {
        Settings settings = new Settings().maxConnections(32).keepAliveTimeout(4000);
        try (ServerUnderTest small = ServerUnderTest.start(server.wire(), settings)) {
            idle(small, 20);
            assertThat(clients.get(0).awaitInput(1000)).as("closed").isFalse();
        }
    }
}
