package dev.serval.settings;

import java.util.IdentityHashMap;
import java.util.Map;

/** The values of one element's attributes. Written once, then only read. */
public final class Values {
    private record Given(Object value, Location at) {}

    // By identity, since attributes are constants: linking hashCode and equals of a record costs a
    // start 40 ms.
    private final Map<Attribute<?>, Given> values = new IdentityHashMap<>();
    private final Location element;

    /**
     * @param element where the element stands
     */
    public Values(Location element) {
        this.element = element;
    }

    /**
     * @param at where the attribute stands
     */
    public void put(Attribute<?> attribute, Object value, Location at) {
        values.put(attribute, new Given(value, at));
    }

    /** The given value, otherwise the default. */
    @SuppressWarnings("unchecked") // put() is called with what the attribute's format gave
    public <T> T get(Attribute<T> attribute) {
        Given given = values.get(attribute);
        return given == null ? attribute.fallback() : (T) given.value;
    }

    /**
     * The given value of the first attribute, otherwise that of the second, otherwise the default
     * of the first.
     */
    public <T> T first(Attribute<T> attribute, Attribute<T> other) {
        return get(has(attribute) || !has(other) ? attribute : other);
    }

    /** Whether the file has a valid value. */
    public boolean has(Attribute<?> attribute) {
        return values.containsKey(attribute);
    }

    /** The place of its value; that of the element if there is none. */
    public Location at(Attribute<?> attribute) {
        Given given = values.get(attribute);
        return given == null ? element : given.at;
    }
}
