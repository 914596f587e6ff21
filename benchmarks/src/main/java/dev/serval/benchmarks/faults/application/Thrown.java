package dev.serval.benchmarks.faults.application;

import jakarta.servlet.ServletRequest;

/** Throws an error where it is wanted. Stateless but for what the current thread wants. */
final class Thrown {
    private static final ThreadLocal<String> WANTED = new ThreadLocal<>();

    private Thrown() {}

    /** What a request wants: {@code kind@callback}; null if nothing. */
    static String wantedBy(ServletRequest request) {
        return request.getParameter("throw");
    }

    /** Listeners that this thread calls from here on hear of it; null for nothing. */
    static void want(String wanted) {
        if (wanted == null) {
            WANTED.remove();
        } else {
            WANTED.set(wanted);
        }
    }

    /** Throws if the current thread wants an error there. */
    static void at(String callback) {
        at(callback, WANTED.get());
    }

    static void at(String callback, String wanted) {
        if (wanted != null && wanted.endsWith("@" + callback)) {
            error(wanted.substring(0, wanted.indexOf('@')));
        }
    }

    /** Throws the error of this kind. */
    @SuppressWarnings({"removal", "deprecation"})
    static void error(String kind) {
        switch (kind) {
            case "stack" -> deeper(0);
            case "class" -> throw new NoClassDefFoundError("made/up/Name");
            case "death" -> throw new ThreadDeath();
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static int deeper(int depth) {
        return deeper(depth + 1) + 1;
    }
}
