package dev.serval.websocket.handshake;

import dev.serval.websocket.wire.ExtensionOffer;
import jakarta.websocket.Extension;
import java.util.ArrayList;
import java.util.List;

/** An entry of Sec-WebSocket-Extensions, as applications see it. Immutable. */
public record ExtensionEntry(ExtensionOffer offer) implements Extension {
    private record Entry(String getName, String getValue) implements Parameter {
        @Override
        public String getName() {
            return getName;
        }

        @Override
        public String getValue() {
            return getValue;
        }
    }

    @Override
    public String getName() {
        return offer.name();
    }

    @Override
    public List<Parameter> getParameters() {
        List<Parameter> parameters = new ArrayList<>();
        offer.parameters().forEach(p -> parameters.add(new Entry(p.name(), p.value())));
        return parameters;
    }

    static List<Extension> of(List<ExtensionOffer> offers) {
        List<Extension> entries = new ArrayList<>();
        offers.forEach(offer -> entries.add(new ExtensionEntry(offer)));
        return entries;
    }

    /** The choice of an application, which may be of a class of its own. */
    static ExtensionOffer offer(Extension extension) {
        return new ExtensionOffer(
                extension.getName(),
                extension.getParameters().stream()
                        .map(p -> new ExtensionOffer.Parameter(p.getName(), p.getValue()))
                        .toList());
    }
}
