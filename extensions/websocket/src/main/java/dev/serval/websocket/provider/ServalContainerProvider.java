package dev.serval.websocket.provider;

import dev.serval.websocket.container.Containers;
import jakarta.websocket.ContainerProvider;
import jakarta.websocket.WebSocketContainer;

/** For {@link ContainerProvider#getWebSocketContainer}. Stateless. */
public final class ServalContainerProvider extends ContainerProvider {
    /** That of the application that calls; outside of applications one for all. */
    @Override
    protected WebSocketContainer getContainer() {
        return Containers.current();
    }
}
