package dev.serval.config;

import dev.serval.extension.Offer.Factory;
import dev.serval.lifecycle.ServerListener;
import dev.serval.settings.Location;

/**
 * An element {@code Listener}. Immutable.
 *
 * @param at its place
 * @param className of the listener
 * @param factory makes it; null if it has no effect
 */
public record ListenerConfig(Location at, String className, Factory<ServerListener> factory) {}
