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
    // Null for a subclass of Endpoint.
    private final AnnotatedClass annotated;
    private final DecoderList decoders;
    private final EncoderList encoders;
    private final OpenSessions sessions = new OpenSessions();

    /**
     * Throws DeploymentException with the error and its place.
     *
     * @param type a subclass of Endpoint, or annotated
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

    /** The sessions of all its endpoints. */
    public OpenSessions sessions() {
        return sessions;
    }

    /** An object of the class as an endpoint. */
    public Endpoint endpoint(Object instance) {
        return annotated == null ? (Endpoint) instance : new AnnotatedEndpoint(annotated, instance);
    }

    /**
     * Handles the failures of an endpoint of this model.
     *
     * @param context the path of its application; null if there is none
     */
    public Errors errors(Endpoint endpoint, String context) {
        return annotated == null
                ? Errors.of(endpoint, context)
                : new Errors(endpoint, annotated.error != null, type.getName(), context);
    }
}
