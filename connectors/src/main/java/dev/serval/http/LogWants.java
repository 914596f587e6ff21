package dev.serval.http;

import java.util.HashSet;
import java.util.Set;

/**
 * What access logs need of a request beyond its head and its response. Immutable.
 *
 * @param commit when the head of the response was sent
 * @param thread which thread ran it
 * @param session the id of its session
 * @param values what the container has to ask for
 */
public record LogWants(boolean commit, boolean thread, boolean session, Set<LogValue> values) {
    public LogWants {
        values = Set.copyOf(values);
    }

    /** What two access logs need together; null if neither needs anything. */
    public static LogWants both(LogWants one, LogWants other) {
        if (one == null || other == null || one.equals(other)) {
            return one == null ? other : one;
        }
        Set<LogValue> all = new HashSet<>(one.values);
        all.addAll(other.values);
        return new LogWants(
                one.commit || other.commit,
                one.thread || other.thread,
                one.session || other.session,
                all);
    }
}
