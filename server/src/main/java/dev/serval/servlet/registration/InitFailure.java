package dev.serval.servlet.registration;

import jakarta.servlet.ServletException;

/**
 * Names the servlet that has failed in init. The servlet's exception is the root cause, which
 * selects the error page.
 */
public final class InitFailure extends ServletException {
    private static final long serialVersionUID = 1;

    InitFailure(String message, Throwable thrown) {
        super(message, thrown);
    }
}
