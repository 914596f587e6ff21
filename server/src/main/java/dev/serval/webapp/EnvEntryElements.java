package dev.serval.webapp;

import dev.serval.config.NearestName;
import dev.serval.config.XmlElement;
import dev.serval.naming.EntryType;
import dev.serval.webapp.WebXml.Draft;

/** Reads {@code env-entry} (Servlet 6.1 §15.2.2). One thread, one file. */
final class EnvEntryElements {
    private static final String CONTEXT = "java:comp/env/";

    private final Elements elements;
    private final Draft draft;

    EnvEntryElements(Elements elements, Draft draft) {
        this.elements = elements;
        this.draft = draft;
    }

    void envEntry(XmlElement e) {
        elements.check(
                e,
                "env-entry-name",
                "env-entry-type",
                "env-entry-value",
                "mapped-name",
                "injection-target",
                "lookup-name");
        String name = name(e);
        if (name == null) {
            return;
        }
        XmlElement target = Elements.child(e, "injection-target");
        if (target != null) {
            elements.noEffect(target, "nothing is injected");
        }
        if (Elements.child(e, "lookup-name") != null) {
            elements.noEffect(Elements.child(e, "lookup-name"), "the entry is not bound");
            return;
        }
        XmlElement value = Elements.child(e, "env-entry-value");
        String typeName = elements.optional(e, "env-entry-type");
        if (value != null && typeName == null && target != null) {
            return; // its type is that of the target
        }
        EntryType type = value == null && typeName == null ? EntryType.STRING : type(e);
        if (type == null) {
            return;
        }
        EnvEntry entry = new EnvEntry(value == null ? null : value(name, type, value), e.at);
        EnvEntry other = draft.envEntries.putIfAbsent(name, entry);
        if (other != null) {
            elements.problems()
                    .error(e.at, "there is an env-entry " + name + " at " + other.at() + " too");
        }
    }

    /** Null when it can name nothing. */
    private String name(XmlElement e) {
        String text = elements.needed(e, "env-entry-name");
        if (text == null) {
            return null;
        }
        String name = text.startsWith(CONTEXT) ? text.substring(CONTEXT.length()) : text;
        if (name.startsWith("java:")) {
            elements.problems()
                    .warning(
                            e.at,
                            "the env-entry "
                                    + name
                                    + " is not bound: only names below "
                                    + CONTEXT
                                    + " are");
            return null;
        }
        if (name.isEmpty() || name.startsWith("/") || name.endsWith("/") || name.contains("//")) {
            elements.problems()
                    .error(e.at, "the env-entry-name '" + text + "' has a part that is empty");
            return null;
        }
        return name;
    }

    private EntryType type(XmlElement e) {
        String name = elements.needed(e, "env-entry-type");
        EntryType type = name == null ? null : EntryType.of(name);
        if (name != null && type == null) {
            elements.problems()
                    .warning(
                            Elements.child(e, "env-entry-type").at,
                            "the env-entry is not bound, since its type is not known: "
                                    + name
                                    + NearestName.hint(name, EntryType.classNames()));
        }
        return type;
    }

    private Object value(String name, EntryType type, XmlElement e) {
        String text = elements.text(e);
        if (type == EntryType.CHARACTER && text.isEmpty()) {
            text = e.text.toString(); // a blank is a character
        }
        try {
            return type.parse(text);
        } catch (IllegalArgumentException cause) {
            elements.problems()
                    .error(
                            e.at,
                            "the env-entry-value of "
                                    + name
                                    + " is '"
                                    + text
                                    + "', which is not "
                                    + type.words()
                                    + " ("
                                    + type.className()
                                    + ")");
            return null;
        }
    }
}
