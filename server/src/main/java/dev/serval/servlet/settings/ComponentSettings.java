package dev.serval.servlet.settings;

import java.util.List;
import java.util.Map;

/**
 * The settings of descriptors for the objects that a context makes (Servlet 6.1 §15.5). Immutable.
 *
 * @param annotations whether the annotations of classes count; not where a descriptor is complete
 * @param postConstruct the method to be called after injection, by the name of its class
 * @param preDestroy the method to be called at the end, by the name of its class
 * @param targets what is injected, besides what annotations ask for
 */
public record ComponentSettings(
        boolean annotations,
        Map<String, String> postConstruct,
        Map<String, String> preDestroy,
        List<Target> targets) {
    /** Only annotations count. */
    public static final ComponentSettings DEFAULTS =
            new ComponentSettings(true, Map.of(), Map.of(), List.of());

    /**
     * A field or property of a class, and what it gets.
     *
     * @param entry below {@code java:comp/env}, or with its scheme
     */
    public record Target(String className, String member, String entry) {}

    public ComponentSettings {
        postConstruct = Map.copyOf(postConstruct);
        preDestroy = Map.copyOf(preDestroy);
        targets = List.copyOf(targets);
    }
}
