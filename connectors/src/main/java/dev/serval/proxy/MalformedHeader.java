package dev.serval.proxy;

/** A malformed header; the message continues a sentence about its connection. */
final class MalformedHeader extends Exception {
    private static final long serialVersionUID = 1;

    MalformedHeader(String message) {
        super(message, null, false, false);
    }
}
