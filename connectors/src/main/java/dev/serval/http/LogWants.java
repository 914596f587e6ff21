package dev.serval.http;

import java.util.HashSet;
import java.util.Set;

/**
 * What access logs need of a request beyond its head and its response. Immutable.
 *
 * @param commit when the head of the response was sent
 * @param thread which thread ran it
 * @param session the id of its session
 * @param attributes names of attributes of the request
 * @param sessionAttributes names of attributes of its session
 */
public record LogWants(
        boolean commit,
        boolean thread,
        boolean session,
        Set<String> attributes,
        Set<String> sessionAttributes) {
    public LogWants {
        attributes = Set.copyOf(attributes);
        sessionAttributes = Set.copyOf(sessionAttributes);
    }

    /** What two access logs need together; null if neither needs anything. */
    public static LogWants both(LogWants one, LogWants other) {
        if (one == null || other == null || one.equals(other)) {
            return one == null ? other : one;
        }
        return new LogWants(
                one.commit || other.commit,
                one.thread || other.thread,
                one.session || other.session,
                union(one.attributes, other.attributes),
                union(one.sessionAttributes, other.sessionAttributes));
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }
}
