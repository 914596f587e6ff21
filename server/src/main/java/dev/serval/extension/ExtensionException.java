package dev.serval.extension;

/** An extension cannot be used; the message begins with a code and names the jar. */
public final class ExtensionException extends Exception {
    private static final long serialVersionUID = 1;

    ExtensionException(String message, Throwable cause) {
        super(message, cause);
    }
}
