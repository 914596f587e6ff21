package dev.serval.container;

import dev.serval.lifecycle.LifecycleException;
import dev.serval.webapp.WarException;
import jakarta.servlet.ServletException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Describes failures for operators. Stateless. */
final class Diagnostics {
    private static final Logger LOG = LoggerFactory.getLogger(Diagnostics.class);

    private Diagnostics() {}

    /**
     * The innermost cause: its type, and its message if it has one. For the server's own
     * exceptions, the message without the cause.
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

    /** Whether its message makes a stack trace unnecessary. */
    static boolean saysAll(Throwable thrown) {
        return thrown instanceof LifecycleException || thrown instanceof WarException;
    }

    /** The stack of a thread: up to 40 lines, each after a line end. */
    static String stack(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .limit(40)
                .map(frame -> System.lineSeparator() + "\tat " + frame)
                .collect(Collectors.joining());
    }

    /** Ends a part of a failed component; exceptions do not affect the other parts. */
    static void attempt(String name, Runnable end) {
        try {
            end.run();
        } catch (RuntimeException | Error e) {
            LOG.error("SRV-0539 [{}] has not started; a part of it could not be stopped", name, e);
        }
    }

    private static Throwable below(Throwable cause) {
        return cause instanceof ServletException servlet && servlet.getRootCause() != null
                ? servlet.getRootCause()
                : cause.getCause();
    }
}
