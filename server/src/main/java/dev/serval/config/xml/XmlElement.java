package dev.serval.config.xml;

import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An element of the file. Written by one thread, as in {@link XmlFile}; afterwards only read. */
public final class XmlElement {
    /** An attribute as in the file, with its placeholders. */
    public record Attr(String name, String value, Location at) {}

    public final String name;

    /** The name of the parent element; null for the root. */
    public final String parent;

    public final Location at;
    public final Map<String, Attr> attributes = new LinkedHashMap<>();
    public final List<XmlElement> children = new ArrayList<>();
    public final StringBuilder text = new StringBuilder();

    /** An element without a parent. */
    public XmlElement(String name, Location at) {
        this(name, null, at);
    }

    XmlElement(String name, String parent, Location at) {
        this.name = name;
        this.parent = parent;
        this.at = at;
    }

    public List<XmlElement> children(String ofName) {
        return children.stream().filter(child -> child.name.equals(ofName)).toList();
    }

    /** The value as written, or null. */
    public String raw(String attribute) {
        Attr found = attributes.get(attribute);
        return found == null ? null : found.value();
    }
}
