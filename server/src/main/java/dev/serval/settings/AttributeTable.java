package dev.serval.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All attributes of one element: the single declaration for parsing, checks, hints and the
 * reference page. Immutable.
 */
public final class AttributeTable {
    private final String element;
    private final String doc;
    private final Map<String, Attribute<?>> attributes = new LinkedHashMap<>();

    /**
     * @param element its name in messages and in the reference page
     * @param doc one or two sentences for the reference page
     */
    public AttributeTable(String element, String doc, List<Attribute<?>> attributes) {
        this.element = element;
        this.doc = doc;
        attributes.forEach(attribute -> this.attributes.put(attribute.name(), attribute));
    }

    public String element() {
        return element;
    }

    public String doc() {
        return doc;
    }

    /** In the order of the reference page. */
    public List<Attribute<?>> attributes() {
        return List.copyOf(attributes.values());
    }

    /** The attribute with that name; null if there is none. */
    public Attribute<?> attribute(String name) {
        return attributes.get(name);
    }
}
