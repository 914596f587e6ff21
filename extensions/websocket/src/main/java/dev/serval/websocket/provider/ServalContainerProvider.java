package dev.serval.websocket.provider;

import dev.serval.websocket.container.Containers;
import jakarta.websocket.ContainerProvider;
import jakarta.websocket.WebSocketContainer;

/** For {@link ContainerProvider#getWebSocketContainer}. Stateless. */
public final class ServalContainerProvider extends ContainerProvider {
    /** The container of the calling application; outside of applications the common one. */
    @Override
    protected WebSocketContainer getContainer() {
        return Containers.current();
    }
}
