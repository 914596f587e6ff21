package dev.serval.servlet;

import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Refusal;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.session.SessionsDownException;
import java.io.IOException;

/**
 * Saves what a request has changed of its session, before its client sees the end of the response.
 * If that fails, the client must not take the response for done. Stateless.
 */
final class UnsavedSession {
    private UnsavedSession() {}

    /**
     * May wait.
     *
     * @param broken the failure of the exchange; null if there is none
     * @return the same; another one if nothing was saved and part of the response is sent
     */
    static Throwable leave(
            ApiRequest request, ApiResponse response, Exchange exchange, Throwable broken) {
        try {
            request.leaveSessions();
            return broken;
        } catch (SessionsDownException e) {
            if (broken != null) {
                return broken;
            }
            if (FailedCall.refuse(response, Refusal.SESSIONS, e.getMessage()) != null) {
                return new IOException("the response is cut: " + e.getMessage());
            }
            exchange.fields().set(FieldName.RETRY_AFTER, "1");
            return null;
        }
    }
}
