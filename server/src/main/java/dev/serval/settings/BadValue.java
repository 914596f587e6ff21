package dev.serval.settings;

/** A value that cannot be used; the message continues a sentence that begins with its name. */
public final class BadValue extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * @param message for example {@code is no host name}
     */
    public BadValue(String message) {
        super(message, null, false, false);
    }
}
