package dev.serval.container;

import dev.serval.lifecycle.LifecycleException;
import dev.serval.webapp.WarException;
import jakarta.servlet.ServletException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** What an exception is about, in one line for operators. Stateless. */
final class Diagnostics {
    private Diagnostics() {}

    /**
     * The innermost cause: its type, and its message if it has one. Our own say all in their
     * message, whatever is below them.
     */
    static String root(Throwable thrown) {
        Throwable cause = thrown;
        Set<Throwable> seen = new HashSet<>();
        while (seen.add(cause) && !saysAll(cause) && below(cause) != null) {
            cause = below(cause);
        }
        String text = saysAll(cause) ? cause.getMessage() : cause.toString();
        return text.replaceAll("\\s+", " ").strip();
    }

    /** Whether its message leaves nothing that a stack trace would tell. */
    static boolean saysAll(Throwable thrown) {
        return thrown instanceof LifecycleException || thrown instanceof WarException;
    }

    /** Where a thread is now: up to 40 lines, each after a line end. */
    static String stack(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .limit(40)
                .map(frame -> System.lineSeparator() + "\tat " + frame)
                .collect(Collectors.joining());
    }

    private static Throwable below(Throwable cause) {
        return cause instanceof ServletException servlet && servlet.getRootCause() != null
                ? servlet.getRootCause()
                : cause.getCause();
    }
}
