package dev.serval.settings;

import java.util.IdentityHashMap;
import java.util.Map;

/** The values of one element's attributes. Written once, then only read. */
public final class Values {
    private record Given(Object value, Location at) {}

    // Attributes are constants. To link hash code and equals of a record costs a start 40 ms.
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

    /** The value given, else the default. */
    @SuppressWarnings("unchecked") // put() is called with what the attribute's format gave
    public <T> T get(Attribute<T> attribute) {
        Given given = values.get(attribute);
        return given == null ? attribute.fallback() : (T) given.value;
    }

    /** The value given for the first, else that for the second, else the default of the first. */
    public <T> T first(Attribute<T> attribute, Attribute<T> other) {
        return get(has(attribute) || !has(other) ? attribute : other);
    }

    /** Whether the file gives a usable value. */
    public boolean has(Attribute<?> attribute) {
        return values.containsKey(attribute);
    }

    /** Where its value stands; the element's place when there is none. */
    public Location at(Attribute<?> attribute) {
        Given given = values.get(attribute);
        return given == null ? element : given.at;
    }
}
