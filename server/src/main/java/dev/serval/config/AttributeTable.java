package dev.serval.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All attributes of one element: the one declaration from which parsing, checking, hints and the
 * reference page come. Immutable.
 */
final class AttributeTable {
    private final String element;
    private final String doc;
    private final Map<String, Attribute<?>> attributes = new LinkedHashMap<>();

    AttributeTable(String element, String doc, List<Attribute<?>> attributes) {
        this.element = element;
        this.doc = doc;
        attributes.forEach(attribute -> this.attributes.put(attribute.name(), attribute));
    }

    String element() {
        return element;
    }

    String doc() {
        return doc;
    }

    List<Attribute<?>> attributes() {
        return List.copyOf(attributes.values());
    }

    /** Reads the attributes of one element; what is wrong is reported, and its default taken. */
    Values read(XmlElement xml, Reading reading) {
        Values values = new Values(xml);
        for (XmlElement.Attr attr : xml.attributes.values()) {
            Attribute<?> attribute = attributes.get(attr.name());
            if (attribute == null) {
                other(attr, reading);
            } else {
                parse(attribute, attr, values, reading);
            }
        }
        for (Attribute<?> attribute : attributes.values()) {
            boolean missing = !xml.attributes.containsKey(attribute.name());
            if (attribute.required() && missing) {
                reading.error(xml.at, element + " needs the attribute " + attribute.name());
            }
        }
        return values;
    }

    private void parse(
            Attribute<?> attribute, XmlElement.Attr attr, Values values, Reading reading) {
        String name = attr.name() + " of " + element;
        String text;
        try {
            text = reading.resolve(attr.value()).strip();
        } catch (BadValue e) {
            reading.error(attr.at(), name + " " + e.getMessage());
            return;
        }
        if (text.isEmpty()) {
            if (attribute.required()) {
                reading.error(attr.at(), name + " is empty");
            }
            return; // Tomcat's users write address="" for the default
        }
        try {
            values.put(attribute, attribute.format().parser().parse(text));
        } catch (BadValue e) {
            reading.error(attr.at(), name + " is \"" + text + "\", which " + e.getMessage());
        }
    }

    private void other(XmlElement.Attr attr, Reading reading) {
        if (element.equals("Connector") && LegacyTls.has(attr.name())) {
            return; // the reader of TLS has use for it
        }
        KnownNames known = KnownNames.get();
        if (known.hasAttribute(element, attr.name())) {
            if (!known.holdsAnyway(element, attr.name(), attr.value())) {
                String instead = known.instead(element, attr.name());
                reading.warning(
                        attr.at(),
                        attr.name()
                                + " of "
                                + element
                                + (instead == null
                                        ? " is known, but has no effect here yet"
                                        : " has no effect: " + instead));
            }
            return;
        }
        List<String> names = new ArrayList<>(attributes.keySet());
        names.addAll(known.attributes(element));
        reading.warning(
                attr.at(),
                element
                        + " has no attribute "
                        + attr.name()
                        + NearestName.hint(attr.name(), names)
                        + "; it is ignored");
    }
}
