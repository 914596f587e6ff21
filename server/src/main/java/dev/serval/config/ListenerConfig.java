package dev.serval.config;

/**
 * An element {@code Listener}. Immutable.
 *
 * @param at where it stands
 * @param className of the listener
 */
public record ListenerConfig(Location at, String className) {}
