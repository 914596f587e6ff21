package dev.serval.webdav;

import dev.serval.files.WriteRefused;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The field {@code If} (RFC 4918 §10.4): lists of conditions, of which one list has to hold, each
 * for the resource of the request or for the resource that it names. Immutable.
 */
final class IfHeader {
    /**
     * One condition.
     *
     * @param not whether it must not hold
     * @param token a state token; null if it is an entity tag
     * @param etag an entity tag; null if it is a state token
     */
    record Condition(boolean not, String token, String etag) {}

    /**
     * A list of conditions, all of which have to hold.
     *
     * @param resource the URI to which they apply; null for that of the request
     */
    record Group(String resource, List<Condition> conditions) {}

    /** The state of a resource. */
    interface ResourceState {
        /** Whether a lock with that token protects it. */
        boolean hasToken(String token);

        /** Whether this is its entity tag. */
        boolean hasTag(String etag);
    }

    /** Finds resources. */
    @FunctionalInterface
    interface Resources {
        /**
         * @param uri as in the field; null for the resource of the request
         */
        ResourceState of(String uri) throws WriteRefused;
    }

    private final List<Group> groups;

    private IfHeader(List<Group> groups) {
        this.groups = groups;
    }

    /** Parses a field; 400 if it is malformed. */
    static IfHeader of(String field) throws WriteRefused {
        return new IfHeader(new Parser(field).groups());
    }

    List<Group> groups() {
        return groups;
    }

    /** All state tokens, which count as submitted wherever they stand (RFC 4918 §10.4.1). */
    Set<String> tokens() {
        Set<String> tokens = new HashSet<>();
        for (Group group : groups) {
            for (Condition condition : group.conditions()) {
                if (condition.token() != null) {
                    tokens.add(condition.token());
                }
            }
        }
        return tokens;
    }

    /** Whether one of the lists holds. */
    boolean holds(Resources resources) throws WriteRefused {
        for (Group group : groups) {
            if (holds(group, resources.of(group.resource()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean holds(Group group, ResourceState state) {
        for (Condition condition : group.conditions()) {
            boolean met =
                    condition.token() != null
                            ? state.hasToken(condition.token())
                            : state.hasTag(condition.etag());
            if (met == condition.not()) {
                return false;
            }
        }
        return true;
    }

    /** A parser of one field. */
    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        List<Group> groups() throws WriteRefused {
            List<Group> groups = new ArrayList<>();
            blanks();
            boolean tagged = at < text.length() && text.charAt(at) == '<';
            while (at < text.length()) {
                String resource = null;
                if (tagged) {
                    resource = between('<', '>');
                    blanks();
                }
                // At least one list, and after a tag all lists that follow.
                do {
                    groups.add(new Group(resource, list()));
                    blanks();
                } while (at < text.length() && text.charAt(at) == '(');
            }
            if (groups.isEmpty()) {
                throw malformed();
            }
            return List.copyOf(groups);
        }

        private List<Condition> list() throws WriteRefused {
            List<Condition> conditions = new ArrayList<>();
            expect('(');
            blanks();
            while (at < text.length() && text.charAt(at) != ')') {
                boolean not = text.regionMatches(true, at, "Not", 0, 3);
                if (not) {
                    at += 3;
                    blanks();
                }
                if (at < text.length() && text.charAt(at) == '<') {
                    conditions.add(new Condition(not, between('<', '>'), null));
                } else {
                    conditions.add(new Condition(not, null, tag()));
                }
                blanks();
            }
            expect(')');
            if (conditions.isEmpty()) {
                throw malformed();
            }
            return List.copyOf(conditions);
        }

        /** {@code ["..."]} or {@code [W/"..."]}. */
        private String tag() throws WriteRefused {
            expect('[');
            int start = at;
            if (text.startsWith("W/", at)) {
                at += 2;
            }
            expect('"');
            int quote = text.indexOf('"', at);
            if (quote < 0) {
                throw malformed();
            }
            at = quote + 1;
            String tag = text.substring(start, at);
            expect(']');
            return tag;
        }

        private String between(char open, char close) throws WriteRefused {
            expect(open);
            int end = text.indexOf(close, at);
            if (end <= at) {
                throw malformed();
            }
            String inside = text.substring(at, end);
            at = end + 1;
            return inside;
        }

        private void expect(char c) throws WriteRefused {
            if (at >= text.length() || text.charAt(at) != c) {
                throw malformed();
            }
            at++;
        }

        private void blanks() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
                at++;
            }
        }

        private static WriteRefused malformed() {
            return new WriteRefused(400, "The field If is malformed (RFC 4918 §10.4.2).");
        }
    }
}
