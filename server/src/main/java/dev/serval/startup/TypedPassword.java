package dev.serval.startup;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A password that is typed, or comes from the standard input. Stateless. */
final class TypedPassword {
    private TypedPassword() {}

    /**
     * The password, which the terminal does not show; null if there is none.
     *
     * @param in System.in, or a replacement
     */
    static String read(InputStream in) {
        if (System.console() != null && in == System.in) {
            char[] typed = System.console().readPassword("Password: ");
            return typed == null || typed.length == 0 ? null : new String(typed);
        }
        try {
            String line =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                            .readLine();
            return line == null || line.isEmpty() ? null : line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
