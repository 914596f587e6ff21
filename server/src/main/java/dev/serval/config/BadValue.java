package dev.serval.config;

/** A value that cannot be used; the message continues a sentence that begins with its name. */
final class BadValue extends Exception {
    private static final long serialVersionUID = 1;

    BadValue(String message) {
        super(message, null, false, false);
    }
}
