package dev.serval.config;

import java.util.IdentityHashMap;
import java.util.Map;

/** The values of one element's attributes. Written by {@link AttributeTable}, then only read. */
final class Values {
    // Attributes are constants. To link hash code and equals of a record costs a start 40 ms.
    private final Map<Attribute<?>, Object> values = new IdentityHashMap<>();
    private final XmlElement element;

    Values(XmlElement element) {
        this.element = element;
    }

    void put(Attribute<?> attribute, Object value) {
        values.put(attribute, value);
    }

    /** The value given, else the default. */
    @SuppressWarnings("unchecked") // put() is called with what the attribute's format gave
    <T> T get(Attribute<T> attribute) {
        return values.containsKey(attribute) ? (T) values.get(attribute) : attribute.fallback();
    }

    /** Whether the file gives a usable value. */
    boolean has(Attribute<?> attribute) {
        return values.containsKey(attribute);
    }

    /** Where it stands; the element's place when it is not given. */
    Location at(Attribute<?> attribute) {
        XmlElement.Attr attr = element.attributes.get(attribute.name());
        return attr == null ? element.at : attr.at();
    }
}
