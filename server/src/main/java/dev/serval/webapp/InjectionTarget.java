package dev.serval.webapp;

import dev.serval.settings.Location;

/**
 * A field or a setter that a resource is injected into. Immutable.
 *
 * @param className of the component, or of one that it extends
 * @param member the name of the field, or of the property
 * @param at where it stands
 */
public record InjectionTarget(String className, String member, Location at) {
    boolean isSame(InjectionTarget other) {
        return className.equals(other.className) && member.equals(other.member);
    }
}
