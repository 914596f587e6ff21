package dev.serval.webapp;

import dev.serval.config.ContextEntry;
import dev.serval.naming.EntryType;
import dev.serval.naming.NamingEntries;
import dev.serval.settings.NearestName;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The entries of an application below {@code java:comp/env}, from its descriptors, annotations and
 * context (Servlet 6.1 §15.2.2). Used by one thread. Adds an error for an invalid value.
 */
final class Environment {
    private static final String GLOBAL = "java:global/";

    /** References that lead to the resource of the same name in the Context. */
    private static final Set<String> BY_NAME =
            Set.of("resource-ref", "resource-env-ref", "message-destination-ref");

    private final Bindings bindings;
    private final ClassLoader loader;
    private final Problems problems;
    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, String> links = new LinkedHashMap<>();
    private final Map<String, String> absences = new LinkedHashMap<>();

    private Environment(Bindings bindings, ClassLoader loader, Problems problems) {
        this.bindings = bindings;
        this.loader = loader;
        this.problems = problems;
    }

    /**
     * @param loader of the application, for classes and enums
     */
    static NamingEntries of(WebXml xml, Bindings bindings, ClassLoader loader, Problems problems) {
        Environment environment = new Environment(bindings, loader, problems);
        Map<String, ContextEntry<Object>> given = bindings.context();
        bindings.globals().forEach((name, value) -> environment.values.put(GLOBAL + name, value));
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

    /**
     * Warns of a reference that leads nowhere.
     *
     * @param bound the names of its Context, and those below java:global, which all applications
     *     have
     */
    static void warn(Reference reference, Set<String> bound, Problems problems) {
        String why = null;
        if (reference.lookup() != null) {
            if (!reference.lookup().startsWith("java:")) {
                why = "its lookup-name " + reference.lookup() + " does not begin with java:";
            }
        } else if (reference.text() == null
                && reference.resource() == null
                && !bound.contains(reference.name())
                && BY_NAME.contains(reference.element())) {
            why = absence(reference.name(), bound);
        }
        if (why != null) {
            problems.warning(
                    reference.at(),
                    "the "
                            + reference.element()
                            + " "
                            + reference.name()
                            + " is not bound: "
                            + why);
        }
    }

    private void add(Reference reference) {
        String name = reference.name();
        if (reference.lookup() != null) {
            if (reference.lookup().startsWith("java:")) {
                values.remove(name);
                links.put(name, reference.lookup());
            } else {
                warn(reference, values.keySet(), problems);
                absences.put(name, "its lookup-name does not begin with java:");
            }
        } else if (reference.text() != null) {
            Object value = value(reference);
            if (value != null) {
                values.put(name, value);
            }
        } else if (reference.resource() != null) {
            if (!values.containsKey(name)) {
                Object defined = bindings.defined(reference.resource(), problems.all::add);
                if (defined != null) {
                    values.put(name, defined);
                }
            }
        } else if (!values.containsKey(name)) {
            boolean isValue = reference.element().equals(Reference.VALUE);
            String why = isValue ? "it has no value" : absence(name, values.keySet());
            absences.put(name, "the " + reference.element() + " at " + reference.at() + ": " + why);
            warn(reference, values.keySet(), problems);
        }
    }

    private static String absence(String name, Set<String> bound) {
        String why =
                "it has no lookup-name, and its Context no Resource of that name"
                        + NearestName.hint(name, bound);
        return bound.contains(GLOBAL + name)
                ? why
                        + "; GlobalNamingResources has one, which a ResourceLink in the Context"
                        + " makes its own"
                : why;
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

    /** Loads the class or the enum that the entry names; only an enum is initialised. */
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
