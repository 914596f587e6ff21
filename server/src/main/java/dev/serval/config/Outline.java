package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.BadValue;
import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The content of an element with its placeholders replaced, by which two readings of a file are
 * compared. Immutable.
 *
 * @param name of the element
 * @param at its place
 * @param attributes by their names
 * @param text its text, without blanks around it
 * @param children in the order of the file
 */
public record Outline(
        String name,
        Location at,
        Map<String, Said> attributes,
        String text,
        List<Outline> children) {

    /**
     * The value of an attribute, which may be a secret.
     *
     * @param at its place
     */
    public record Said(String value, Location at) {
        /** Without the value. */
        @Override
        public String toString() {
            return at.toString();
        }
    }

    public Outline {
        attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
        children = List.copyOf(children);
    }

    static Outline of(XmlElement xml, Reading reading) {
        Map<String, Said> attributes = new TreeMap<>();
        for (XmlElement.Attr attribute : xml.attributes.values()) {
            String value;
            try {
                value = reading.resolve(attribute.value()).strip();
            } catch (BadValue e) {
                value = attribute.value(); // an error, which is reported
            }
            attributes.put(attribute.name(), new Said(value, attribute.at()));
        }
        List<Outline> children = new ArrayList<>();
        xml.children.forEach(child -> children.add(of(child, reading)));
        return new Outline(xml.name, xml.at, attributes, xml.text.toString().strip(), children);
    }

    /** The value of an attribute; empty if it is not there. */
    String value(String attribute) {
        Said said = attributes.get(attribute);
        return said == null ? "" : said.value();
    }

    /** The element at that place, this or one within; null if there is none. */
    public Outline at(Location place) {
        if (at.equals(place)) {
            return this;
        }
        for (Outline child : children) {
            Outline found = child.at(place);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Whether both have the same content, at any place. */
    public boolean saysTheSame(Outline other) {
        if (other == null
                || !name.equals(other.name)
                || !text.equals(other.text)
                || !attributes.keySet().equals(other.attributes.keySet())
                || children.size() != other.children.size()) {
            return false;
        }
        for (String attribute : attributes.keySet()) {
            if (!value(attribute).equals(other.value(attribute))) {
                return false;
            }
        }
        for (int i = 0; i < children.size(); i++) {
            if (!children.get(i).saysTheSame(other.children.get(i))) {
                return false;
            }
        }
        return true;
    }
}
