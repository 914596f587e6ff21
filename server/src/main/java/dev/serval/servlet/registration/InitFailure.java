package dev.serval.servlet.registration;

import jakarta.servlet.ServletException;

/**
 * Says which servlet has failed in init; what that threw is its root cause, and what error pages
 * are for.
 */
public final class InitFailure extends ServletException {
    private static final long serialVersionUID = 1;

    InitFailure(String message, Throwable thrown) {
        super(message, thrown);
    }
}
