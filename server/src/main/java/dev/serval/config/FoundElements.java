package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.BadValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Elements of one name, of which one may be chosen: by what tells it from the others, or by its
 * number. Immutable.
 *
 * @param all in the order of the file
 */
record FoundElements(List<XmlElement> all) {
    /** Attributes that tell elements of one name from each other. */
    private static final List<String> KEYS =
            List.of("name", "port", "hostName", "path", "docBase", "className", "type");

    /** Those of a name within others, at whatever depth. */
    static FoundElements in(Collection<XmlElement> parents, String name) {
        Set<XmlElement> found = new LinkedHashSet<>();
        parents.forEach(parent -> add(parent, name, found));
        return new FoundElements(List.copyOf(found));
    }

    private static void add(XmlElement parent, String name, Set<XmlElement> found) {
        for (XmlElement child : parent.children) {
            if (child.name.equals(name)) {
                found.add(child);
            }
            add(child, name, found);
        }
    }

    /** The names of all elements within others. */
    static Set<String> names(Collection<XmlElement> parents) {
        Set<String> names = new LinkedHashSet<>();
        for (XmlElement parent : parents) {
            parent.children.forEach(child -> names.add(child.name));
            names.addAll(names(parent.children));
        }
        return names;
    }

    /** What one of them may be called: its keys, and at last its number. */
    List<String> called(XmlElement element, Reading reading) {
        List<String> names = new ArrayList<>();
        for (String key : KEYS) {
            String raw = element.raw(key);
            try {
                String value = raw == null ? "" : reading.resolve(raw).strip();
                String own = value.substring(value.lastIndexOf('.') + 1);
                if (!value.isEmpty()) {
                    names.add(key.equals("className") ? own : value);
                }
            } catch (BadValue e) {
                // Whoever reads it tells.
            }
        }
        names.add(String.valueOf(all.indexOf(element) + 1));
        return names;
    }

    /** Those that are called so. A number is that of one if no other key says it. */
    FoundElements called(String name, Reading reading) {
        List<XmlElement> chosen = new ArrayList<>();
        for (XmlElement element : all) {
            List<String> names = called(element, reading);
            if (names.subList(0, names.size() - 1).contains(name)) {
                chosen.add(element);
            }
        }
        if (chosen.isEmpty()) {
            for (XmlElement element : all) {
                if (name.equals(String.valueOf(all.indexOf(element) + 1))) {
                    chosen.add(element);
                }
            }
        }
        return new FoundElements(List.copyOf(chosen));
    }

    /** How to write which one is meant: with what tells it from all others, in brackets. */
    String written(XmlElement element, Reading reading) {
        for (String name : called(element, reading)) {
            if (called(name, reading).all.equals(List.of(element))) {
                return element.name + "[" + name + "]";
            }
        }
        return element.name;
    }
}
