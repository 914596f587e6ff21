package dev.serval.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A password, given as text or as the first line of a file that is read each time. Immutable; never
 * printed.
 */
public final class Password {
    /** No password. */
    public static final Password NONE = new Password(null, null);

    private final String text;
    private final Path file;

    private Password(String text, Path file) {
        this.text = text;
        this.file = file;
    }

    public static Password of(String text) {
        return new Password(text, null);
    }

    /** The password without surrounding white space. */
    public static Password in(Path file) {
        return new Password(null, file);
    }

    /** The file that contains it; null if there is none. */
    Path file() {
        return file;
    }

    /** The password; null if there is none. */
    char[] read() throws TlsException {
        if (file == null) {
            return text == null ? null : text.toCharArray();
        }
        try {
            return Files.readString(file).lines().findFirst().orElse("").strip().toCharArray();
        } catch (IOException e) {
            throw Unreadable.of(file, e);
        }
    }

    @Override
    public String toString() {
        return this == NONE ? "none" : "***";
    }
}
