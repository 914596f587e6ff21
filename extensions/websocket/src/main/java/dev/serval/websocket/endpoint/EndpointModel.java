package dev.serval.websocket.endpoint;

import dev.serval.websocket.coder.DecoderList;
import dev.serval.websocket.coder.EncoderList;
import dev.serval.websocket.session.Errors;
import dev.serval.websocket.session.OpenSessions;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import java.util.Set;

/** A class of endpoints and their configuration, checked. Thread-safe. */
public final class EndpointModel {
    private final Class<?> type;
    // Null for a class below Endpoint.
    private final AnnotatedClass annotated;
    private final DecoderList decoders;
    private final EncoderList encoders;
    private final OpenSessions sessions = new OpenSessions();

    /**
     * Throws DeploymentException, which says what is wrong and where.
     *
     * @param type below Endpoint, or with annotations
     * @param variables of its path; null for a client
     */
    public EndpointModel(Class<?> type, EndpointConfig config, Set<String> variables)
            throws DeploymentException {
        this.type = type;
        decoders = new DecoderList(config.getDecoders());
        encoders = new EncoderList(config.getEncoders());
        annotated =
                Endpoint.class.isAssignableFrom(type)
                        ? null
                        : new AnnotatedClass(type, decoders, encoders, variables);
    }

    public Class<?> type() {
        return type;
    }

    public DecoderList decoders() {
        return decoders;
    }

    public EncoderList encoders() {
        return encoders;
    }

    /** Those of all its endpoints. */
    public OpenSessions sessions() {
        return sessions;
    }

    /** An object of the class as an endpoint. */
    public Endpoint endpoint(Object instance) {
        return annotated == null ? (Endpoint) instance : new AnnotatedEndpoint(annotated, instance);
    }

    /** Who hears of the failures of an endpoint that this has made. */
    public Errors errors(Endpoint endpoint) {
        return annotated == null
                ? Errors.of(endpoint)
                : new Errors(endpoint, annotated.error != null, type.getName());
    }
}
