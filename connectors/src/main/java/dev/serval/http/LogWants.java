package dev.serval.http;

import java.util.HashSet;
import java.util.Set;

/**
 * What access logs want to know of a request that neither its head nor its response tells.
 * Immutable.
 *
 * @param commit when the head of the response went out
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

    /** What two want together; null when neither wants anything. */
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
