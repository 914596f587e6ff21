package dev.serval.servlet;

import dev.serval.extension.Extensions;
import dev.serval.http.Exchange;
import dev.serval.http.FieldName;
import dev.serval.http.Refusal;
import dev.serval.security.LoginsBusyException;
import dev.serval.servlet.application.Application;
import dev.serval.servlet.dispatch.ErrorCall;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.servlet.registration.Unavailability;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.servlet.request.BadRequest;
import dev.serval.servlet.request.FailureId;
import dev.serval.session.SessionsDownException;
import jakarta.servlet.UnavailableException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles a failed call: the error that its client gets, and the log message. Stateless. */
final class FailedCall {
    // The application of the call.
    private static final Logger LOG = LoggerFactory.getLogger(ServletCall.class);

    private FailedCall() {}

    /**
     * Replaces the response by an error and returns null. Returns the failure for the exchange if
     * part of the response was sent, or if the connection is the cause.
     *
     * @param target what was called; null before routing
     */
    static Throwable answer(
            Throwable cause,
            Exchange exchange,
            Application application,
            ServletMatch target,
            ApiRequest request,
            ApiResponse response) {
        IOException connection = request.failure() != null ? request.failure() : response.failure();
        if (connection != null) {
            LOG.debug("{} was given up: {}", what(exchange), connection.toString());
            return connection;
        }
        Throwable broken;
        Throwable shown = cause;
        Throwable root = ErrorCall.root(cause);
        if (root instanceof BadRequest bad) {
            broken = replace(response, bad.refusal().status(), bad.shown());
            if (broken == null) {
                response.because(bad.refusal(), bad.getMessage());
            }
            shown = null;
        } else if (cause instanceof UnavailableException unavailable && target != null) {
            broken = unavailable(unavailable, exchange, response);
            shown = null;
        } else if (root instanceof LoginsBusyException busy) {
            broken = refuse(response, Refusal.LOGINS, busy.getMessage());
            if (broken == null) {
                String seconds = Integer.toString(busy.retryAfter());
                exchange.fields().set(FieldName.RETRY_AFTER, seconds);
            }
            shown = null;
        } else if (root instanceof SessionsDownException down) {
            broken = refuse(response, Refusal.SESSIONS, down.getMessage());
            if (broken == null) {
                exchange.fields().set(FieldName.RETRY_AFTER, "1");
            }
            shown = null;
        } else {
            String extension = Extensions.thrower(root);
            FailureId.put(exchange);
            LOG.error(
                    "SRV-0601 {} failed: {}the call of {} of context '{}' threw what follows;"
                            + " request {}",
                    what(exchange),
                    extension == null ? "" : "the " + extension + " in ",
                    target == null ? "a filter" : "servlet " + name(target),
                    application.path(),
                    exchange.id(),
                    ErrorCall.told(cause));
            if (!response.isOpen() && response.isClosed()) {
                // What the application has closed is whole, whatever fails behind it.
                return null;
            }
            broken = refuse(response, Refusal.APPLICATION, "");
            response.thrown(root);
        }
        return broken != null
                ? broken
                : ErrorCall.answer(application, request, response, shown, name(target));
    }

    /**
     * Replaces the response by an error of the server if possible; otherwise returns the failure.
     */
    static Throwable refuse(ApiResponse response, Refusal refusal, String detail) {
        Throwable broken = replace(response, refusal.status(), refusal.message());
        if (broken == null) {
            response.because(refusal, detail);
        }
        return broken;
    }

    private static Throwable replace(ApiResponse response, int status, String message) {
        if (!response.isOpen()) {
            // All but an IOException are logged.
            return new IOException("The response is cut: its servlet failed after the commit");
        }
        response.replace(status, message);
        return null;
    }

    /** Servlet 6.1 §2.3.3.2: 404 if it is permanent, otherwise 503. */
    private static Throwable unavailable(
            UnavailableException cause, Exchange exchange, ApiResponse response) {
        Refusal refusal = cause.isPermanent() ? Refusal.NOT_FOUND : Refusal.UNAVAILABLE;
        Throwable broken = replace(response, refusal.status(), null);
        if (broken == null) {
            response.because(refusal, what(exchange) + ": its servlet is unavailable");
            if (!cause.isPermanent()) {
                int seconds = Unavailability.seconds(cause);
                exchange.fields().set(FieldName.RETRY_AFTER, Integer.toString(seconds));
            }
        }
        return broken;
    }

    static String name(ServletMatch target) {
        return target == null ? "?" : target.getServletName();
    }

    static String what(Exchange exchange) {
        return exchange.request().methodName() + " " + exchange.request().rawPath();
    }
}
