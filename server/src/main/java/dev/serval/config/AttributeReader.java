package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.extension.ResourceElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import dev.serval.settings.Values;
import java.util.ArrayList;
import java.util.List;

/** Reads the attributes of an element by their table. Stateless. */
final class AttributeReader {
    private AttributeReader() {}

    /** How an unknown attribute is handled. */
    enum Unknown {
        /** A warning. */
        IGNORED,
        /** An error, since no file of Tomcat has the element. */
        REFUSED,
        /** An error, since the element protects. */
        UNPROTECTED
    }

    /** The attributes of one element; problems are reported, and the defaults used. */
    static Values read(AttributeTable table, XmlElement xml, Reading reading) {
        return read(table, xml, Unknown.IGNORED, reading);
    }

    static Values read(AttributeTable table, XmlElement xml, Unknown unknown, Reading reading) {
        Values values = new Values(xml.at, reading.compatibility().asTomcat());
        reading.read(xml, table, values);
        reading.judge(xml, Finding.honoured(xml.at, name(table, xml)));
        for (XmlElement.Attr attr : xml.attributes.values()) {
            Attribute<?> attribute = table.attribute(attr.name());
            reading.judge(attr, finding(table, attr.name(), attr.value(), attr.at()));
            if (attribute == null && table.isOpen()) {
                resolvable(table.element(), attr, reading);
            } else if (attribute == null) {
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

    private static void resolvable(String element, XmlElement.Attr attr, Reading reading) {
        String name = attr.name() + " of " + element;
        try {
            reading.resolve(attr, name);
        } catch (BadValue e) {
            reading.error(attr.at(), name + " " + e.getMessage());
        }
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
            text = reading.resolve(attr, name).strip();
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
            Object value = attribute.format().parser().parse(text);
            values.put(attr.name(), attribute, value, attr.at());
        } catch (BadValue e) {
            reading.error(attr.at(), name + shown(attr, text) + e.getMessage());
        }
    }

    /** The value for messages, unless it is a secret. */
    private static String shown(XmlElement.Attr attr, String text) {
        if (SecretFiles.isIn(attr.value())) {
            return " is \"" + attr.value() + "\", which ";
        }
        return ResourceElement.isSecret(attr.name()) ? " " : " is \"" + text + "\", which ";
    }

    /** The name of the element in reports. */
    private static String name(AttributeTable table, XmlElement xml) {
        boolean same = xml.name.equals(table.element());
        String className = xml.raw("className");
        return (same ? xml.name : xml.name + ", " + table.element())
                + (className == null || className.endsWith(table.element())
                        ? ""
                        : " " + className.strip());
    }

    /**
     * What becomes of an attribute.
     *
     * @param value as written; empty for any
     */
    static Finding finding(AttributeTable table, String name, String value, Location at) {
        String element = table.element();
        String what = name + " of " + element;
        if (table.attribute(name) != null || table.isOpen()) {
            return Finding.honoured(at, what);
        }
        if (element.equals("Connector") && LegacyTls.has(name)) {
            String to = LegacyTls.target(name);
            return to == null
                    ? new Finding(at, what, Verdict.WITHOUT_EFFECT, "the protocols of TLS say it")
                    : new Finding(at, what, Verdict.MAPPED, to);
        }
        KnownNames known = KnownNames.get();
        if (!known.hasAttribute(element, name)) {
            return new Finding(at, what, Verdict.UNSUPPORTED, "is not known");
        }
        String instead = known.instead(element, name);
        if (known.holdsAnyway(element, name, value)) {
            return Finding.anyway(at, what);
        }
        return instead == null
                ? new Finding(
                        at,
                        what,
                        Verdict.UNSUPPORTED,
                        what + " is known, but has no effect here yet")
                : new Finding(
                        at, what, Verdict.WITHOUT_EFFECT, what + " has no effect: " + instead);
    }

    private static void other(
            AttributeTable table,
            XmlElement xml,
            XmlElement.Attr attr,
            Unknown unknown,
            Reading reading) {
        String element = table.element();
        Finding finding = reading.judged(attr);
        if (finding.verdict() == Verdict.HONOURED) {
            return; // Serval does so anyway
        }
        if (element.equals("Connector") && LegacyTls.has(attr.name())) {
            return; // the reader of TLS reads it
        }
        KnownNames known = KnownNames.get();
        if (known.hasAttribute(element, attr.name())) {
            reading.warning(attr.at(), finding.why());
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
