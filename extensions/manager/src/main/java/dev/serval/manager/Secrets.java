package dev.serval.manager;

import java.util.List;
import java.util.Locale;

/** Recognises names of secrets. Stateless. */
final class Secrets {
    /** In place of a value. */
    static final String MASK = "***";

    private static final List<String> WORDS =
            List.of(
                    "passw",
                    "secret",
                    "token",
                    "credential",
                    "passphrase",
                    "pwd",
                    "apikey",
                    "api_key");

    private Secrets() {}

    /**
     * An argument of the JVM; without its value if it sets a property with the name of a secret.
     */
    static String shown(String argument) {
        int value = argument.startsWith("-") ? argument.indexOf('=') : -1;
        return value < 0 || !isSecret(argument.substring(0, value))
                ? argument
                : argument.substring(0, value + 1) + MASK;
    }

    static boolean isSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return WORDS.stream().anyMatch(lower::contains);
    }
}
