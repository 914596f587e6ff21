package dev.serval.webapp;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;

/** Names of character sets. Stateless. */
final class Charsets {
    private Charsets() {}

    static boolean known(String name) {
        try {
            return !name.isEmpty() && Charset.isSupported(name);
        } catch (IllegalCharsetNameException e) {
            return false;
        }
    }
}
