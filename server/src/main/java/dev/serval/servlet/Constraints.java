package dev.serval.servlet;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The constraints of one context: what fits one of them is refused. Immutable. */
final class Constraints {
    private static final Logger LOG = LoggerFactory.getLogger(Constraints.class);

    private final String context;
    private final List<Constraint> constraints;

    Constraints(String context, List<Constraint> constraints) {
        this.context = context;
        this.constraints = List.copyOf(constraints);
    }

    /** Says once what will be refused, so that nobody has to look for the reason of a 403. */
    void announce() {
        for (Constraint constraint : constraints) {
            LOG.warn(
                    "SRV-0607 context '{}' answers 403 for {} {}: {}",
                    context,
                    constraint.methods().isEmpty() ? "all methods of" : constraint.methods(),
                    constraint.patterns(),
                    constraint.reason());
        }
    }

    /** Why a request is refused; null when it is not. */
    String refusal(String method, String requested, String target) {
        for (Constraint constraint : constraints) {
            boolean covered = constraint.covers(requested) || constraint.covers(target);
            if (covered && constraint.refuses(method)) {
                return constraint.reason();
            }
        }
        return null;
    }

    /** Whether one is for the path, with whatever method. */
    boolean cover(String requested, String target) {
        for (Constraint constraint : constraints) {
            if (constraint.covers(requested) || constraint.covers(target)) {
                return true;
            }
        }
        return false;
    }
}
