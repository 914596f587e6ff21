package dev.serval.webapp;

import dev.serval.config.ContextEntry;
import dev.serval.naming.EntryType;
import dev.serval.naming.NamingEntries;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The entries of an application below {@code java:comp/env}, from its descriptors, annotations and
 * context (Servlet 6.1 §15.2.2). Used by one thread. Adds an error for an invalid value.
 */
final class Environment {
    private static final String NOT_YET = ", and there are no resources here yet";

    private final ClassLoader loader;
    private final Problems problems;
    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, String> links = new LinkedHashMap<>();
    private final Map<String, String> absences = new LinkedHashMap<>();

    private Environment(ClassLoader loader, Problems problems) {
        this.loader = loader;
        this.problems = problems;
    }

    /**
     * @param given by the context; web.xml replaces what it may
     * @param loader of the application, for classes and enums
     */
    static NamingEntries of(
            WebXml xml,
            Map<String, ContextEntry<Object>> given,
            ClassLoader loader,
            Problems problems) {
        Environment environment = new Environment(loader, problems);
        given.forEach((name, entry) -> environment.values.put(name, entry.value()));
        xml.references()
                .forEach(
                        (name, reference) -> {
                            ContextEntry<Object> other = given.get(name);
                            if (other == null || other.override()) {
                                environment.add(reference);
                            }
                        });
        return new NamingEntries(environment.values, environment.links, environment.absences);
    }

    private void add(Reference reference) {
        String name = reference.name();
        if (reference.lookup() != null) {
            if (reference.lookup().startsWith("java:")) {
                values.remove(name);
                links.put(name, reference.lookup());
            } else {
                problems.warning(
                        reference.at(),
                        "the "
                                + reference.element()
                                + " "
                                + name
                                + " is not bound: its lookup-name "
                                + reference.lookup()
                                + " does not begin with java:");
                absences.put(name, "its lookup-name does not begin with java:");
            }
        } else if (reference.text() != null) {
            Object value = value(reference);
            if (value != null) {
                values.put(name, value);
            }
        } else if (!values.containsKey(name)) {
            boolean isValue = reference.element().equals(Reference.VALUE);
            absences.put(
                    name,
                    "the "
                            + reference.element()
                            + " at "
                            + reference.at()
                            + (isValue ? " has no value" : " says no lookup-name" + NOT_YET));
        }
    }

    private Object value(Reference reference) {
        String typeName = reference.type();
        if (typeName == null) {
            typeName = targetType(reference);
            if (typeName == null) {
                return null;
            }
        }
        EntryType type = EntryType.of(typeName);
        try {
            return type != null ? type.parse(reference.text()) : classOrEnum(reference, typeName);
        } catch (IllegalArgumentException e) {
            String mistake = ReferenceElements.mistake(reference.name(), reference.text(), type);
            problems.error(reference.at(), mistake);
            return null;
        }
    }

    /** The type of the first target, if the entry has none; null if it is not there. */
    private String targetType(Reference reference) {
        InjectionTarget target = reference.targets().get(0);
        try {
            Class<?> type = Class.forName(target.className(), false, loader);
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(target.member())) {
                    Class<?> found = field.getType();
                    return MethodType.methodType(found).wrap().returnType().getName();
                }
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // Reported below.
        }
        problems.warning(
                reference.at(),
                "the env-entry "
                        + reference.name()
                        + " is not bound: it has no env-entry-type, and "
                        + target.className()
                        + " has no field "
                        + target.member());
        return null;
    }

    /** Loads what the entry names; nothing of it is initialised but the enum. */
    private Object classOrEnum(Reference reference, String typeName) {
        String text = reference.text();
        try {
            if (typeName.equals("java.lang.Class")) {
                return Class.forName(text, false, loader);
            }
            Class<?> type = Class.forName(typeName, false, loader);
            if (type.isEnum()) {
                for (Object constant : type.getEnumConstants()) {
                    if (((Enum<?>) constant).name().equals(text)) {
                        return constant;
                    }
                }
                problems.error(
                        reference.at(),
                        "the env-entry-value of "
                                + reference.name()
                                + " is '"
                                + text
                                + "', which is no constant of "
                                + typeName);
                return null;
            }
        } catch (ClassNotFoundException | LinkageError e) {
            if (typeName.equals("java.lang.Class")) {
                problems.error(
                        reference.at(),
                        "the env-entry-value of " + reference.name() + " is no class: " + e);
                return null;
            }
        }
        problems.warning(reference.at(), ReferenceElements.unknownType(typeName));
        return null;
    }
}
