package dev.serval.websocket;

import dev.serval.extension.Extension;
import dev.serval.extension.Kind;
import dev.serval.extension.Offer;
import dev.serval.websocket.container.WebSocketInitializer;
import java.util.List;
import java.util.Set;

/** Adds WebSocket to every application. There is nothing to configure in server.xml. */
public final class WebSocketExtension implements Extension {
    @Override
    public List<Offer<?>> offers() {
        return List.of(Offer.always(Kind.INITIALIZER, place -> new WebSocketInitializer()));
    }

    @Override
    public Set<String> api() {
        return Set.of(
                "jakarta.websocket", "jakarta.websocket.server", "dev.serval.websocket.provider");
    }
}
