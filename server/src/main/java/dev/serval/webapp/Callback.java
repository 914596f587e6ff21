package dev.serval.webapp;

import dev.serval.settings.Location;

/**
 * A method that is called when an object begins or ends, by {@code post-construct} or {@code
 * pre-destroy}. Immutable.
 *
 * @param className of the component, or of one that it extends
 * @param method its name; it has no parameters
 * @param at where it stands
 */
public record Callback(String className, String method, Location at) {}
