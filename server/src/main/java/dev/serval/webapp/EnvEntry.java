package dev.serval.webapp;

import dev.serval.config.Location;
import java.util.Objects;

/**
 * An env-entry. Immutable.
 *
 * @param value of its type; null when the descriptor leaves it to whoever deploys
 * @param at where
 */
public record EnvEntry(Object value, Location at) {
    boolean contradicts(EnvEntry other) {
        return !Objects.equals(value, other.value);
    }
}
