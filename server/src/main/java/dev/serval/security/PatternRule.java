package dev.serval.security;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All constraints of one pattern (Servlet 6.1 §13.8.1). Built once, then immutable. */
final class PatternRule {
    private record Part(SecurityConstraint.Collection collection, SecurityConstraint constraint) {}

    private final String literal;
    private final List<Part> parts = new ArrayList<>();
    private final Map<String, Access> named = new HashMap<>();
    private Access others = Access.OPEN;

    /**
     * @param literal the part of the pattern without its wildcard
     */
    PatternRule(String literal) {
        this.literal = literal;
    }

    String literal() {
        return literal;
    }

    void add(SecurityConstraint.Collection collection, SecurityConstraint constraint) {
        parts.add(new Part(collection, constraint));
    }

    /** Nothing is added afterwards. */
    void compile(boolean denyUncovered) {
        Set<String> methods = new HashSet<>();
        for (Part part : parts) {
            methods.addAll(part.collection().methods());
            methods.addAll(part.collection().omitted());
        }
        // A constraint of GET also holds for HEAD, which is about the same content.
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        for (String method : methods) {
            named.put(method, combined(method, denyUncovered));
        }
        // No method has an empty name.
        others = combined("", denyUncovered);
    }

    Access of(String method) {
        return named.getOrDefault(method, others);
    }

    /** Whether a constraint denies access to all; not whether no constraint has the method. */
    boolean denies(String method) {
        return of(method).kind() == Access.Requirement.DENIED
                && !(covering(method).isEmpty()
                        && (!method.equals("HEAD") || covering("GET").isEmpty()));
    }

    private Access combined(String method, boolean denyUncovered) {
        List<SecurityConstraint> all = covering(method);
        if (all.isEmpty() && method.equals("HEAD")) {
            all = covering("GET");
        }
        if (all.isEmpty()) {
            return denyUncovered ? Access.DENIED : Access.OPEN;
        }
        boolean open = false;
        boolean confidential = true;
        Set<String> roles = new HashSet<>();
        for (SecurityConstraint constraint : all) {
            confidential &= constraint.confidential();
            if (constraint.roles() == null) {
                open = true;
            } else if (constraint.roles().isEmpty()) {
                return Access.DENIED;
            } else {
                roles.addAll(constraint.roles());
            }
        }
        return open
                ? new Access(Access.Requirement.OPEN, Set.of(), confidential)
                : new Access(Access.Requirement.ROLES, Set.copyOf(roles), confidential);
    }

    private List<SecurityConstraint> covering(String method) {
        return parts.stream()
                .filter(part -> part.collection().covers(method))
                .map(Part::constraint)
                .toList();
    }
}
