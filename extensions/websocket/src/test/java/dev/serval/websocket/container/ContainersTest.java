package dev.serval.websocket.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.websocket.ContainerProvider;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import jakarta.websocket.WebSocketContainer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which container a thread gets, and what becomes of it when its application stops. */
final class ContainersTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final ClassLoader loader = new URLClassLoader(new URL[0], before);
    private final LazyContainer lazy = new LazyContainer(loader, "/app", 0, 0);

    /** Hears nothing. */
    private static final class Silent extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            throw new AssertionError("it is open");
        }
    }

    @AfterEach
    void leave() {
        Thread.currentThread().setContextClassLoader(before);
        Containers.remove(loader, lazy);
    }

    private static WebSocketContainer current(ClassLoader entered) {
        Thread.currentThread().setContextClassLoader(entered);
        return ContainerProvider.getWebSocketContainer();
    }

    private static void requireRefusing(WebSocketContainer refusing) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI uri = URI.create("ws://localhost:" + server.getLocalPort() + "/");
            assertThatThrownBy(() -> refusing.connectToServer(new Silent(), null, uri))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the application is stopped");
            server.setSoTimeout(1);
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void anApplicationHasItsOwn() {
        Containers.add(loader, lazy);
        assertThat(current(loader)).isSameAs(lazy.value());
        assertThat(current(new URLClassLoader(new URL[0], loader))).isSameAs(lazy.value());
        assertThat(current(before)).isNotSameAs(lazy.value());
    }

    @Test
    void oneThatIsClosedConnectsNoMore() throws IOException {
        lazy.value().close();
        requireRefusing(lazy.value());
    }

    @Test
    void threadsOfAStoppedApplicationGetOneThatConnectsNoMore() throws IOException {
        WebSocketContainer outside = current(before);
        Containers.add(loader, lazy);
        Containers.remove(loader, lazy);
        assertThat(current(before)).isSameAs(outside);
        assertThat(current(loader)).isNotSameAs(outside);
        requireRefusing(current(loader));
    }

    @Test
    void anApplicationThatStartsAgainHasItsOwnAgain() {
        Containers.add(loader, lazy);
        Containers.remove(loader, lazy);
        Containers.add(loader, lazy);
        assertThat(current(loader)).isSameAs(lazy.value());
    }

    @Test
    void nothingIsMadeUntilItIsAskedFor() {
        Containers.add(loader, lazy);
        lazy.sessionDestroyed(null);
        lazy.sessionIdChanged(null, "before");
        assertThat(lazy.ifMade()).isNull();
        assertThat(current(loader)).isSameAs(lazy.ifMade());
    }

    @Test
    void oneThatIsAskedForAfterTheStopConnectsNoMore() throws IOException {
        lazy.contextDestroyed(null);
        requireRefusing(lazy.value());
    }

    /** An embedded application may have the class loader of whoever embeds it. */
    @Test
    void theLoaderOfAllIsNotThatOfAStoppedApplication() {
        ClassLoader all = Containers.class.getClassLoader();
        WebSocketContainer outside = current(all);
        Containers.add(all, lazy);
        assertThat(current(all)).isSameAs(lazy.value());
        Containers.remove(all, lazy);
        assertThat(current(all)).isSameAs(outside);
    }
}
