package dev.serval.settings;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;

/** The values of one element's attributes. Written once, then only read. */
public final class Values {
    /** The end of the names of attributes that stand for all with the same beginning. */
    static final String FAMILY = "*";

    private record Given(Object value, Location at) {}

    // By identity, since attributes are constants: linking hashCode and equals of a record costs a
    // start 40 ms.
    private final Map<Attribute<?>, Given> values = new IdentityHashMap<>();
    private final Map<Attribute<?>, Map<String, Object>> families = new IdentityHashMap<>();
    private final Location element;
    private final boolean compatible;

    /** Values with Serval's own defaults. */
    public Values(Location element) {
        this(element, false);
    }

    /**
     * @param element where the element stands
     * @param compatible whether Tomcat's defaults count where Serval's are stricter
     */
    public Values(Location element, boolean compatible) {
        this.element = element;
        this.compatible = compatible;
    }

    /** Whether Tomcat's defaults count where Serval's are stricter. */
    public boolean isCompatible() {
        return compatible;
    }

    /**
     * @param at where the attribute stands
     */
    public void put(String name, Attribute<?> attribute, Object value, Location at) {
        if (attribute.name().endsWith(FAMILY)) {
            String member = name.substring(attribute.name().length() - FAMILY.length());
            families.computeIfAbsent(attribute, key -> new TreeMap<>()).put(member, value);
        }
        put(attribute, value, at);
    }

    /** The values of a family, by the part of their names after the common beginning. */
    @SuppressWarnings("unchecked") // as in get
    public <T> Map<String, T> family(Attribute<T> attribute) {
        return (Map<String, T>) (Map<String, ?>) families.getOrDefault(attribute, Map.of());
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
        if (given != null) {
            return (T) given.value;
        }
        return compatible && attribute.compatible() != null
                ? attribute.compatible()
                : attribute.fallback();
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
