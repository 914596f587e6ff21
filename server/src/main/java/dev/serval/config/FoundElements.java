package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.BadValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Elements of one name, one of which can be chosen by a distinguishing attribute, or by its number.
 * Immutable.
 *
 * @param all in the order of the file
 */
record FoundElements(List<XmlElement> all) {
    /** Attributes that distinguish elements of one name. */
    private static final List<String> KEYS =
            List.of("name", "port", "hostName", "path", "docBase", "className", "type");

    /** The elements of a name within others, at any depth. */
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

    /** The names by which an element can be chosen: its keys, then its number. */
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
                // The reader of the attribute reports it.
            }
        }
        names.add(String.valueOf(all.indexOf(element) + 1));
        return names;
    }

    /**
     * The elements with that name. A number chooses by position unless it is a key of an element.
     */
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

    /**
     * The element as written in a path: in brackets, the name that distinguishes it from all
     * others.
     */
    String written(XmlElement element, Reading reading) {
        for (String name : called(element, reading)) {
            if (called(name, reading).all.equals(List.of(element))) {
                return element.name + "[" + name + "]";
            }
        }
        return element.name;
    }
}
