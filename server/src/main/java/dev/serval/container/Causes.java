package dev.serval.container;

import dev.serval.lifecycle.LifecycleException;
import dev.serval.webapp.WarException;
import jakarta.servlet.ServletException;
import java.util.HashSet;
import java.util.Set;

/** What an exception is about, in one line for operators. Stateless. */
final class Causes {
    private Causes() {}

    /**
     * The innermost cause: its type, and its message if it has one; our own say all in their
     * message.
     */
    static String root(Throwable thrown) {
        Throwable cause = thrown;
        Set<Throwable> seen = new HashSet<>();
        // What we say of a WAR names the file; what the JDK says of it does not.
        while (seen.add(cause) && !(cause instanceof WarException) && below(cause) != null) {
            cause = below(cause);
        }
        boolean ours = cause instanceof LifecycleException || cause instanceof WarException;
        String text = ours ? cause.getMessage() : cause.toString();
        return text.replaceAll("\\s+", " ").strip();
    }

    private static Throwable below(Throwable cause) {
        return cause instanceof ServletException servlet && servlet.getRootCause() != null
                ? servlet.getRootCause()
                : cause.getCause();
    }
}
