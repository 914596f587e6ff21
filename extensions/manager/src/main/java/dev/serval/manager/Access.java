package dev.serval.manager;

import dev.serval.operations.Caller;
import dev.serval.operations.Operations;
import dev.serval.operations.OperatorChanges;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServletRequest;

/** Gives servlets access to the server. Stateless. */
final class Access {
    private Access() {}

    /**
     * The server; throws UnavailableException where the application may not manage it.
     *
     * @param context of the application
     */
    static Operations operations(ServletContext context) throws ServletException {
        if (context.getAttribute(Operations.ATTRIBUTE) instanceof Operations operations) {
            return operations;
        }
        throw new UnavailableException(
                "this application may not manage the server: its Context needs"
                        + " privileged=\"true\"");
    }

    /** The changes that the user of a request makes. */
    static OperatorChanges changes(Operations operations, HttpServletRequest request) {
        return operations.by(caller(request));
    }

    static Caller caller(HttpServletRequest request) {
        return new Caller(request.getRemoteUser(), request.getRemoteAddr());
    }
}
