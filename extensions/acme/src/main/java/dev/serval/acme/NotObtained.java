package dev.serval.acme;

import java.time.Instant;

/** Why a certificate was not obtained, for the operator. */
final class NotObtained extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Instant notBefore;
    private final String advice;

    /**
     * @param advice what to do; a sentence without its end
     */
    NotObtained(String message, String advice, Throwable cause) {
        this(message, advice, null, cause);
    }

    /**
     * @param notBefore the earliest time for the next request, as the authority says; null if it
     *     says none
     */
    NotObtained(String message, String advice, Instant notBefore, Throwable cause) {
        super(message, cause);
        this.advice = advice;
        this.notBefore = notBefore;
    }

    String advice() {
        return advice;
    }

    Instant notBefore() {
        return notBefore;
    }
}
