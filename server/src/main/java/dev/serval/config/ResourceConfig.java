package dev.serval.config;

import dev.serval.extension.Offer.Factory;
import dev.serval.extension.ResourceElement;

/**
 * An element {@code Resource}: a name below {@code java:comp/env} whose value is created at the
 * look-up. Immutable.
 *
 * @param element its content
 * @param factory creates the object; null if there is none
 * @param absence why there is none; null if there is one
 * @param singleton whether all look-ups find the same object; default true
 * @param closeMethod the name of the method that closes the object; empty if there is none, null
 *     for that of AutoCloseable
 */
public record ResourceConfig(
        ResourceElement element,
        Factory<Object> factory,
        String absence,
        boolean singleton,
        String closeMethod) {}
