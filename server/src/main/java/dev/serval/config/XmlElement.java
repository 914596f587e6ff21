package dev.serval.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An element as it stands in the file. Written by {@link XmlFile}, then only read. */
final class XmlElement {
    /** An attribute as it stands in the file: placeholders not yet replaced. */
    record Attr(String name, String value, Location at) {}

    final String name;
    final Location at;
    final Map<String, Attr> attributes = new LinkedHashMap<>();
    final List<XmlElement> children = new ArrayList<>();
    final StringBuilder text = new StringBuilder();

    XmlElement(String name, Location at) {
        this.name = name;
        this.at = at;
    }

    List<XmlElement> children(String ofName) {
        return children.stream().filter(child -> child.name.equals(ofName)).toList();
    }

    /** The value as written, or null. */
    String raw(String attribute) {
        Attr found = attributes.get(attribute);
        return found == null ? null : found.value();
    }
}
