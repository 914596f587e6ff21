package dev.serval.webapp;

import dev.serval.config.xml.XmlElement;
import dev.serval.naming.EntryType;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import dev.serval.webapp.WebXml.Draft;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads what a descriptor says of names below {@code java:comp/env} (Servlet 6.1 §15.2.2) and of
 * the methods of components. Used by one thread, for one file.
 */
final class ReferenceElements {
    /** The elements of references, with the child element that has the name. */
    static final Map<String, String> NAMES =
            Map.ofEntries(
                    Map.entry(Reference.VALUE, "env-entry-name"),
                    Map.entry("resource-ref", "res-ref-name"),
                    Map.entry("resource-env-ref", "resource-env-ref-name"),
                    Map.entry("message-destination-ref", "message-destination-ref-name"),
                    Map.entry("ejb-ref", "ejb-ref-name"),
                    Map.entry("ejb-local-ref", "ejb-ref-name"),
                    Map.entry("service-ref", "service-ref-name"),
                    Map.entry("persistence-context-ref", "persistence-context-ref-name"),
                    Map.entry("persistence-unit-ref", "persistence-unit-ref-name"),
                    Map.entry("data-source", "name"),
                    Map.entry("jms-connection-factory", "name"),
                    Map.entry("jms-destination", "name"),
                    Map.entry("mail-session", "name"),
                    Map.entry("connection-factory", "name"),
                    Map.entry("administered-object", "name"));

    /** Elements that are bound without a lookup-name, or reported later. */
    private static final Set<String> BOUND =
            Set.of(
                    Reference.VALUE,
                    "resource-ref",
                    "resource-env-ref",
                    "message-destination-ref",
                    "data-source");

    private static final Set<String> TYPES =
            Set.of(
                    "env-entry-type",
                    "res-type",
                    "resource-env-ref-type",
                    "message-destination-type",
                    "service-interface");

    private final Elements elements;
    private final Draft draft;

    ReferenceElements(Elements elements, Draft draft) {
        this.elements = elements;
        this.draft = draft;
    }

    /** Reads an element; false if it is none of these. */
    boolean read(XmlElement e) {
        String nameElement = NAMES.get(e.name);
        if (nameElement == null) {
            return false;
        }
        if (e.name.equals(Reference.VALUE)) {
            elements.check(
                    e,
                    "env-entry-name",
                    "env-entry-type",
                    "env-entry-value",
                    "mapped-name",
                    "injection-target*",
                    "lookup-name");
        }
        String name = name(e, nameElement);
        if (name == null) {
            return true;
        }
        String type = null;
        for (XmlElement child : e.children) {
            type = type == null && TYPES.contains(child.name) ? elements.text(child) : type;
        }
        String lookup = elements.optional(e, "lookup-name");
        if (!BOUND.contains(e.name) && empty(lookup) == null) {
            elements.noEffect(e, "a look-up finds nothing of that kind");
        }
        String text = e.name.equals(Reference.VALUE) ? value(e, name, type, lookup) : null;
        Reference found =
                new Reference(
                        e.name,
                        name,
                        type,
                        text,
                        empty(lookup),
                        targets(e),
                        content(e),
                        e.name.equals("data-source")
                                ? DataSourceElements.described(e, name, elements)
                                : null,
                        e.at);
        Reference other = draft.references.putIfAbsent(name, found);
        if (other != null) {
            elements.problems()
                    .error(
                            e.at,
                            other.element().equals(e.name)
                                    ? "there is an "
                                            + e.name
                                            + " "
                                            + name
                                            + " at "
                                            + other.at()
                                            + " too"
                                    : "the "
                                            + e.name
                                            + " "
                                            + name
                                            + " has the name of the "
                                            + other.element()
                                            + " at "
                                            + other.at());
        }
        return true;
    }

    private static String empty(String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** The name; null if it is not valid. */
    private String name(XmlElement e, String element) {
        String text = elements.needed(e, element);
        if (text == null) {
            return null;
        }
        String name = Reference.below(text);
        if (name.startsWith("java:global")) {
            elements.problems()
                    .warning(
                            e.at,
                            "the "
                                    + e.name
                                    + " "
                                    + name
                                    + " is seen by this application alone: applications share what"
                                    + " GlobalNamingResources of server.xml has");
        }
        if (name.isEmpty() || name.startsWith("/") || name.endsWith("/") || name.contains("//")) {
            elements.problems()
                    .error(e.at, "the " + element + " '" + text + "' has a part that is empty");
            return null;
        }
        return name;
    }

    /** The value as written; adds an error if it is not valid for its type. */
    private String value(XmlElement e, String name, String typeName, String lookup) {
        XmlElement value = Elements.child(e, "env-entry-value");
        if (value == null) {
            return null;
        }
        if (lookup != null) {
            elements.problems()
                    .error(
                            value.at,
                            "the env-entry " + name + " has a value or a lookup-name, not both");
            return null;
        }
        if (typeName == null && Elements.child(e, "injection-target") == null) {
            elements.problems().error(e.at, "env-entry needs the element env-entry-type");
            return null;
        }
        String text = elements.text(value);
        EntryType type = typeName == null ? null : EntryType.of(typeName);
        if (type == EntryType.CHARACTER && text.isEmpty()) {
            text = value.text.toString(); // a blank is a character
        }
        boolean mistyped =
                type == null
                        && typeName != null
                        && typeName.startsWith("java.lang.")
                        && !typeName.equals(Class.class.getName());
        if (mistyped) {
            elements.problems()
                    .warning(Elements.child(e, "env-entry-type").at, unknownType(typeName));
            return null;
        }
        if (type != null && !type.accepts(text)) {
            elements.problems().error(value.at, mistake(name, text, type));
        }
        return text;
    }

    static String unknownType(String typeName) {
        return "the env-entry is not bound, since its type is not known: "
                + typeName
                + NearestName.hint(typeName, EntryType.classNames());
    }

    static String mistake(String name, String text, EntryType type) {
        return "the env-entry-value of "
                + name
                + " is '"
                + text
                + "', which is not "
                + type.words()
                + " ("
                + type.className()
                + ")";
    }

    private List<InjectionTarget> targets(XmlElement e) {
        List<InjectionTarget> targets = new ArrayList<>();
        for (XmlElement target : e.children("injection-target")) {
            elements.check(target, "injection-target-class", "injection-target-name");
            String type = elements.needed(target, "injection-target-class");
            String member = elements.needed(target, "injection-target-name");
            if (type != null && member != null) {
                targets.add(new InjectionTarget(type, member, target.at));
            }
        }
        return targets;
    }

    /** Its content without the documentation, in the order of the file. */
    private String content(XmlElement e) {
        StringBuilder content = new StringBuilder();
        for (XmlElement child : e.children) {
            if (!child.name.equals("injection-target") && !child.name.equals("description")) {
                content.append(child.name).append('=').append(elements.text(child));
                content.append('[').append(content(child)).append(']');
            }
        }
        return content.toString();
    }

    void callback(XmlElement e, List<Callback> into) {
        elements.check(e, "lifecycle-callback-class", "lifecycle-callback-method");
        String type = elements.needed(e, "lifecycle-callback-class");
        String method = elements.needed(e, "lifecycle-callback-method");
        if (type == null || method == null) {
            return;
        }
        Location other =
                into.stream()
                        .filter(callback -> callback.className().equals(type))
                        .map(Callback::at)
                        .findFirst()
                        .orElse(null);
        if (other != null) {
            elements.problems().error(e.at, type + " has a " + e.name + " already, at " + other);
        } else {
            into.add(new Callback(type, method, e.at));
        }
    }
}
