package dev.serval.extension;

import dev.serval.http.Protocol;
import dev.serval.lifecycle.ServerListener;
import dev.serval.metrics.MetricsConsumer;
import dev.serval.pages.PageEngine;
import dev.serval.security.Authenticator;
import dev.serval.security.CredentialHandler;
import dev.serval.security.Realm;
import dev.serval.session.store.SessionStore;
import dev.serval.valve.Valve;
import jakarta.servlet.ServletContainerInitializer;
import java.util.List;

/**
 * A kind of offer: its type, which no other kind has, and the place of its element. Immutable.
 *
 * @param type of the objects
 * @param element in server.xml or a context.xml, with the attribute className, or factory for a
 *     resource; null for a kind without configuration
 * @param parents the elements that may contain it, except those that it is a part of
 */
public record Kind<T>(Class<T> type, String element, List<String> parents) {
    /** A source of users. */
    public static final Kind<Realm> REALM =
            new Kind<>(Realm.class, "Realm", List.of("Engine", "Host", "Context"));

    /** Stores the passwords of a realm. */
    public static final Kind<CredentialHandler> CREDENTIAL_HANDLER =
            new Kind<>(CredentialHandler.class, "CredentialHandler", List.of("Realm"));

    /** How users log in; made for one application, with the LoginConfig of its place. */
    public static final Kind<Authenticator> AUTHENTICATOR =
            new Kind<>(Authenticator.class, "Valve", List.of("Context"));

    /** Handles requests. */
    public static final Kind<Valve> VALVE =
            new Kind<>(Valve.class, "Valve", List.of("Engine", "Host", "Context"));

    /** Called when the server starts and stops. */
    public static final Kind<ServerListener> LISTENER =
            new Kind<>(ServerListener.class, "Listener", List.of("Server"));

    /** Takes figures of all requests; made once for the server. */
    public static final Kind<MetricsConsumer> METRICS =
            new Kind<>(MetricsConsumer.class, null, List.of());

    /** A protocol of connections beside HTTP/1.1. */
    public static final Kind<Protocol> PROTOCOL =
            new Kind<>(Protocol.class, "UpgradeProtocol", List.of("Connector"));

    /** Called for every application before it starts, ahead of its own initializers. */
    public static final Kind<ServletContainerInitializer> INITIALIZER =
            new Kind<>(ServletContainerInitializer.class, null, List.of());

    /** Executes the pages of applications; made for each of them, unless it brings an engine. */
    public static final Kind<PageEngine> PAGE_ENGINE =
            new Kind<>(PageEngine.class, null, List.of());

    /** Converts applications for javax.servlet; the first one does it. */
    public static final Kind<ApplicationConverter> CONVERTER =
            new Kind<>(ApplicationConverter.class, null, List.of());

    /**
     * An object that applications look up by name. The class names of an offer are the values of
     * the attribute factory, and the types for which it may be omitted. Its factory is called when
     * the object is looked up for the first time, or each time with singleton="false"; its place
     * has a {@link ResourceElement}.
     */
    public static final Kind<Object> RESOURCE =
            new Kind<>(Object.class, "Resource", List.of("GlobalNamingResources", "Context"));

    /**
     * Keeps the sessions of an application, for the Manager that contains it. Made for each start
     * of an application; its place has a {@link dev.serval.session.store.StoreScope}.
     */
    public static final Kind<SessionStore> SESSION_STORE =
            new Kind<>(SessionStore.class, "Store", List.of("Manager"));

    public Kind {
        parents = List.copyOf(parents);
    }

    // Written out, since the methods that the compiler generates for a record slow a start.
    @Override
    public boolean equals(Object other) {
        return other instanceof Kind<?> kind && type == kind.type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }
}
