package dev.serval.websocket.wire;

import dev.serval.websocket.wire.ExtensionOffer.Parameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The agreed parameters (RFC 7692 §7). Immutable. The JDK's compressor has only the window of 15
 * bits, so a smaller one is accepted only for received messages.
 *
 * @param serverKeeps whether the server's messages refer to earlier ones
 * @param clientKeeps whether the client's messages refer to earlier ones
 * @param windowAsked whether the client has requested the server's window, which the answer then
 *     contains
 */
public record PerMessageDeflate(boolean serverKeeps, boolean clientKeeps, boolean windowAsked) {
    public static final String NAME = "permessage-deflate";

    private static final String SERVER_NO_CONTEXT = "server_no_context_takeover";
    private static final String CLIENT_NO_CONTEXT = "client_no_context_takeover";
    private static final String SERVER_WINDOW = "server_max_window_bits";
    private static final String CLIENT_WINDOW = "client_max_window_bits";
    private static final String MOST = "15";

    /**
     * For a server: the first acceptable offer.
     *
     * @param keeps whether context is kept from message to message if the client allows it; that
     *     costs some 300 KB for each connection
     * @return null if there is none; {@link #answer} is sent to the client
     */
    public static PerMessageDeflate accept(List<ExtensionOffer> offers, boolean keeps) {
        for (ExtensionOffer given : offers) {
            ExtensionOffer offer = given.lowerCase();
            if (offer.name().equals(NAME) && isValid(offer, true) && fits(offer)) {
                return new PerMessageDeflate(
                        keeps && !has(offer, SERVER_NO_CONTEXT),
                        keeps && !has(offer, CLIENT_NO_CONTEXT),
                        has(offer, SERVER_WINDOW));
            }
        }
        return null;
    }

    /** For a server: the entry of its Sec-WebSocket-Extensions. */
    public ExtensionOffer answer() {
        List<Parameter> parameters = new ArrayList<>();
        if (!serverKeeps) {
            parameters.add(new Parameter(SERVER_NO_CONTEXT, null));
        }
        if (!clientKeeps) {
            parameters.add(new Parameter(CLIENT_NO_CONTEXT, null));
        }
        if (windowAsked) {
            parameters.add(new Parameter(SERVER_WINDOW, MOST));
        }
        return new ExtensionOffer(NAME, parameters);
    }

    /** For a client: its offer. */
    public static ExtensionOffer offer(boolean keeps) {
        return new PerMessageDeflate(keeps, keeps, false).answer();
    }

    /**
     * For a client: the server's answer to such an offer.
     *
     * @throws IllegalArgumentException if the answer is invalid (RFC 7692 §5.1): the connection
     *     fails
     */
    public static PerMessageDeflate agreed(ExtensionOffer given, boolean keeps) {
        ExtensionOffer answer = given.lowerCase();
        if (!answer.name().equals(NAME)
                || !isValid(answer, false)
                || has(answer, CLIENT_WINDOW)
                || !keeps && !has(answer, SERVER_NO_CONTEXT)) {
            throw new IllegalArgumentException("RFC 7692 §5.1: the server answers " + answer);
        }
        return new PerMessageDeflate(
                !has(answer, SERVER_NO_CONTEXT), keeps && !has(answer, CLIENT_NO_CONTEXT), false);
    }

    private static boolean has(ExtensionOffer offer, String name) {
        return offer.parameters().stream().anyMatch(parameter -> parameter.name().equals(name));
    }

    /** Whether the window of the server's messages may be the only one available. */
    private static boolean fits(ExtensionOffer offer) {
        return offer.parameters().stream()
                .allMatch(
                        parameter ->
                                !parameter.name().equals(SERVER_WINDOW)
                                        || parameter.value().equals(MOST));
    }

    /** RFC 7692 §7.1: known parameters, each once, with a value if it has one. */
    private static boolean isValid(ExtensionOffer offer, boolean fromClient) {
        Set<String> seen = new HashSet<>();
        for (Parameter parameter : offer.parameters()) {
            boolean valid =
                    switch (parameter.name()) {
                        case SERVER_NO_CONTEXT, CLIENT_NO_CONTEXT -> parameter.value() == null;
                        case SERVER_WINDOW -> isWindow(parameter.value());
                        case CLIENT_WINDOW ->
                                fromClient && parameter.value() == null
                                        || isWindow(parameter.value());
                        default -> false;
                    };
            if (!valid || !seen.add(parameter.name())) {
                return false;
            }
        }
        return true;
    }

    /** 8 to 15, without leading zeros. */
    private static boolean isWindow(String value) {
        return value != null
                && (value.length() == 1 && (value.charAt(0) == '8' || value.charAt(0) == '9')
                        || value.length() == 2
                                && value.charAt(0) == '1'
                                && value.charAt(1) >= '0'
                                && value.charAt(1) <= '5');
    }
}
