package dev.serval.webapp;

import dev.serval.settings.Location;

/**
 * A value of a descriptor or annotation, and where it stands. Immutable.
 *
 * @param value never null
 * @param at for problems
 */
public record Setting(String value, Location at) {}
