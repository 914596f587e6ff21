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

/** What goes wrong, as operators are told of it. Stateless. */
final class Diagnostics {
    private static final Logger LOG = LoggerFactory.getLogger(Diagnostics.class);

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

    /** Ends a part of something that has failed: what it throws keeps no other from its end. */
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
