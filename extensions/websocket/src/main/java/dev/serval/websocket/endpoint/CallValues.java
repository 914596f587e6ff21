package dev.serval.websocket.endpoint;

import jakarta.websocket.CloseReason;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;

/**
 * The values for a call of an endpoint's method; those that do not apply are null. Immutable.
 *
 * @param message a whole one or a part
 * @param last whether the part is the last one
 */
record CallValues(
        Session session,
        EndpointConfig config,
        CloseReason reason,
        Throwable failure,
        Object message,
        boolean last) {
    static CallValues open(Session session, EndpointConfig config) {
        return new CallValues(session, config, null, null, null, false);
    }

    static CallValues close(Session session, CloseReason reason) {
        return new CallValues(session, null, reason, null, null, false);
    }

    static CallValues error(Session session, Throwable failure) {
        return new CallValues(session, null, null, failure, null, false);
    }

    static CallValues message(Session session, Object message, boolean last) {
        return new CallValues(session, null, null, null, message, last);
    }
}
