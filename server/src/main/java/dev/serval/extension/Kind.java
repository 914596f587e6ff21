package dev.serval.extension;

import dev.serval.http.Protocol;
import dev.serval.lifecycle.ServerListener;
import dev.serval.pages.PageEngine;
import dev.serval.security.Authenticator;
import dev.serval.security.CredentialHandler;
import dev.serval.security.Realm;
import dev.serval.valve.Valve;
import jakarta.servlet.ServletContainerInitializer;
import java.util.List;

/**
 * A kind of thing that can be offered: its type, which is no other's, and where its element may
 * stand. Immutable.
 *
 * @param type of what is made
 * @param element in server.xml or a context.xml, with the attribute className; null for what is
 *     there without being configured
 * @param parents the elements in which that may stand, beside those of which it is a part
 */
public record Kind<T>(Class<T> type, String element, List<String> parents) {
    /** Who the users are. */
    public static final Kind<Realm> REALM =
            new Kind<>(Realm.class, "Realm", List.of("Engine", "Host", "Context"));

    /** How the passwords of a realm are kept. */
    public static final Kind<CredentialHandler> CREDENTIAL_HANDLER =
            new Kind<>(CredentialHandler.class, "CredentialHandler", List.of("Realm"));

    /** How users log in; made for one application, whose LoginConfig its place has. */
    public static final Kind<Authenticator> AUTHENTICATOR =
            new Kind<>(Authenticator.class, "Valve", List.of("Context"));

    /** Stands around requests. */
    public static final Kind<Valve> VALVE =
            new Kind<>(Valve.class, "Valve", List.of("Engine", "Host", "Context"));

    /** Is told when the server starts and stops. */
    public static final Kind<ServerListener> LISTENER =
            new Kind<>(ServerListener.class, "Listener", List.of("Server"));

    /** What connections may speak beside HTTP/1.1. */
    public static final Kind<Protocol> PROTOCOL =
            new Kind<>(Protocol.class, "UpgradeProtocol", List.of("Connector"));

    /** Sees every application before it starts, ahead of its own initializers. */
    public static final Kind<ServletContainerInitializer> INITIALIZER =
            new Kind<>(ServletContainerInitializer.class, null, List.of());

    /** Executes the pages of applications; made for each of them, unless it brings an engine. */
    public static final Kind<PageEngine> PAGE_ENGINE =
            new Kind<>(PageEngine.class, null, List.of());

    public Kind {
        parents = List.copyOf(parents);
    }

    // Written out, since what the compiler makes of a record is linked at the first start.
    @Override
    public boolean equals(Object other) {
        return other instanceof Kind<?> kind && type == kind.type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }
}
