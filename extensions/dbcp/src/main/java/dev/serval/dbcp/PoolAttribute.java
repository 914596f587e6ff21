package dev.serval.dbcp;

import dev.serval.extension.Settings;
import dev.serval.settings.Attribute;
import java.util.function.BiConsumer;

/**
 * An attribute, and the setting of a pool. Immutable.
 *
 * @param always whether the default is set too, since a pool has another one
 */
record PoolAttribute<T>(Attribute<T> attribute, BiConsumer<Pool, T> setter, boolean always) {
    PoolAttribute(Attribute<T> attribute, BiConsumer<Pool, T> setter) {
        this(attribute, setter, false);
    }

    void apply(Settings given, Pool pool) {
        if (always || given.has(attribute)) {
            setter.accept(pool, given.get(attribute));
        }
    }

    /** The same with another default. */
    PoolAttribute<T> or(T fallback) {
        return new PoolAttribute<>(
                Attribute.of(attribute.name(), attribute.format(), fallback, attribute.doc()),
                setter,
                true);
    }
}
