package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.NearestName;
import dev.serval.settings.Values;
import java.util.ArrayList;
import java.util.List;

/** Reads the attributes of an element by their table. Stateless. */
final class AttributeReader {
    private AttributeReader() {}

    /** What becomes of an attribute that is not known. */
    enum Unknown {
        /** A warning. */
        IGNORED,
        /** An error, since no file of Tomcat has the element. */
        REFUSED,
        /** An error, since the element protects. */
        UNPROTECTED
    }

    /** The attributes of one element; what is wrong is reported, and its default taken. */
    static Values read(AttributeTable table, XmlElement xml, Reading reading) {
        return read(table, xml, Unknown.IGNORED, reading);
    }

    static Values read(AttributeTable table, XmlElement xml, Unknown unknown, Reading reading) {
        Values values = new Values(xml.at);
        for (XmlElement.Attr attr : xml.attributes.values()) {
            Attribute<?> attribute = table.attribute(attr.name());
            if (attribute == null) {
                other(table, xml, attr, unknown, reading);
            } else {
                parse(table.element(), attribute, attr, values, reading);
            }
        }
        for (Attribute<?> attribute : table.attributes()) {
            boolean missing = !xml.attributes.containsKey(attribute.name());
            if (attribute.required() && missing) {
                reading.error(xml.at, table.element() + " needs the attribute " + attribute.name());
            }
        }
        return values;
    }

    private static void parse(
            String element,
            Attribute<?> attribute,
            XmlElement.Attr attr,
            Values values,
            Reading reading) {
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
            values.put(attribute, attribute.format().parser().parse(text), attr.at());
        } catch (BadValue e) {
            reading.error(attr.at(), name + " is \"" + text + "\", which " + e.getMessage());
        }
    }

    private static void other(
            AttributeTable table,
            XmlElement xml,
            XmlElement.Attr attr,
            Unknown unknown,
            Reading reading) {
        String element = table.element();
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
        List<String> names =
                new ArrayList<>(table.attributes().stream().map(Attribute::name).toList());
        names.addAll(known.attributes(element));
        String hint = NearestName.hint(attr.name(), names);
        String message = element + " has no attribute " + attr.name() + hint;
        switch (unknown) {
            case IGNORED -> reading.warning(attr.at(), message + "; it is ignored");
            case REFUSED -> reading.error(attr.at(), message);
            case UNPROTECTED ->
                    reading.error(
                            attr.at(),
                            attr.name()
                                    + " of "
                                    + xml.name
                                    + " "
                                    + xml.raw("className").strip()
                                    + " is not known"
                                    + hint
                                    + "; nothing is served without the protection that it may ask"
                                    + " for");
        }
    }
}
