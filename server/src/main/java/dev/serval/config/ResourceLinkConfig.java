package dev.serval.config;

import dev.serval.extension.ResourceElement;

/**
 * An element {@code ResourceLink}: another name for a resource of GlobalNamingResources. Immutable.
 *
 * @param element its content
 * @param global the name there
 */
public record ResourceLinkConfig(ResourceElement element, String global) {
    /** For messages: with its name and place. */
    @Override
    public String toString() {
        return "the ResourceLink " + element.name() + " (" + element.at() + ")";
    }
}
