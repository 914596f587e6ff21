package dev.serval.settings;

import java.util.ArrayList;
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
    private final boolean open;

    /**
     * @param element its name in messages and in the reference page
     * @param doc one or two sentences for the reference page
     */
    public AttributeTable(String element, String doc, List<Attribute<?>> attributes) {
        this(element, doc, attributes, false);
    }

    private AttributeTable(
            String element, String doc, List<Attribute<?>> attributes, boolean open) {
        this.element = element;
        this.doc = doc;
        this.open = open;
        attributes.forEach(attribute -> this.attributes.put(attribute.name(), attribute));
    }

    /** The same for an element that may have any other attributes, too. */
    public AttributeTable open() {
        return new AttributeTable(element, doc, attributes(), true);
    }

    /** The same with more attributes at the end. */
    public AttributeTable with(List<Attribute<?>> more) {
        List<Attribute<?>> all = new ArrayList<>(attributes());
        all.addAll(more);
        return new AttributeTable(element, doc, all, open);
    }

    /** Whether the element may have any other attributes. */
    public boolean isOpen() {
        return open;
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

    /**
     * The attribute with that name, or the family that it belongs to: errorCode.* for
     * errorCode.404; null if there is none.
     */
    public Attribute<?> attribute(String name) {
        Attribute<?> found = attributes.get(name);
        return found == null
                ? attributes.get(name.substring(0, name.indexOf('.') + 1) + Values.FAMILY)
                : found;
    }
}
