package dev.serval.naming;

import dev.serval.settings.NearestName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.naming.NamingException;

/** The names of one application, {@code comp} and {@code comp/env} among them. Immutable. */
public final class NamingEntries {
    /** The names of an application without entries. */
    public static final NamingEntries NONE = new NamingEntries(Map.of());

    private static final String SCHEME = "java:";
    private static final String ENV = "comp/env/";
    private static final Set<String> ALWAYS = Set.of("", "comp", "comp/env", "global");

    private final TreeMap<String, Object> values = new TreeMap<>();
    private final Map<String, String> absences = new HashMap<>();

    /**
     * @param entries by their names below {@code java:comp/env}, for example {@code mail/host}, or
     *     with their scheme
     */
    public NamingEntries(Map<String, ?> entries) {
        this(entries, Map.of(), Map.of());
    }

    /**
     * @param links other names for entries, given here or not
     * @param absences why a name that is declared has no value
     */
    public NamingEntries(
            Map<String, ?> entries, Map<String, String> links, Map<String, String> absences) {
        entries.forEach((name, value) -> values.put(key(name), value));
        absences.forEach((name, reason) -> this.absences.put(key(name), reason));
        links.forEach((name, target) -> link(key(name), target, links));
    }

    private void link(String name, String first, Map<String, String> links) {
        Map<String, String> byKey = new HashMap<>();
        links.forEach((from, to) -> byKey.put(key(from), key(to)));
        Set<String> seen = new HashSet<>(Set.of(name));
        String target = key(first);
        while (!values.containsKey(target) && byKey.containsKey(target) && seen.add(target)) {
            target = byKey.get(target);
        }
        if (values.containsKey(target)) {
            values.put(name, values.get(target));
        } else {
            String why = seen.contains(target) ? ": they name each other" : "";
            absences.put(name, "it is another name for " + first + ", which is not bound" + why);
        }
    }

    private static String key(String name) {
        return name.startsWith(SCHEME) ? name.substring(SCHEME.length()) : ENV + name;
    }

    /**
     * The value of a name below {@code java:comp/env}, or with its scheme; null if there is none.
     * Throws for one that cannot be made.
     */
    public Object find(String name) throws NamingException {
        return value(key(name));
    }

    /** Why such a name has no value, for messages. */
    public String absence(String name) {
        return absenceOf(key(name));
    }

    /** Why a name below {@code java:} has no value. */
    String absenceOf(String name) {
        String reason = absences.get(name);
        if (reason != null) {
            return SCHEME + name + " is not bound: " + reason;
        }
        return name.startsWith(ENV)
                ? SCHEME
                        + name
                        + " is not bound"
                        + nearest(name)
                        + ": Resource, ResourceLink and Environment of its Context bind names, and"
                        + " env-entry of web.xml"
                : SCHEME
                        + name
                        + " is not bound"
                        + nearest(name)
                        + ": the names of an application begin with java:comp/env/, those of"
                        + " GlobalNamingResources with java:global/";
    }

    private String nearest(String name) {
        String near = NearestName.of(name, values.keySet());
        return near == null ? "" : " (did you mean " + SCHEME + near + "?)";
    }

    /**
     * The value of a name below {@code java:}; null if there is none. Throws for one that cannot be
     * made.
     */
    Object value(String name) throws NamingException {
        Object value = values.get(name);
        return value instanceof NamedObject object ? object.get() : value;
    }

    /** Whether a name below {@code java:} has a value. */
    boolean hasValue(String name) {
        return values.containsKey(name);
    }

    /** Whether a name below {@code java:} names a context. */
    boolean isContext(String name) {
        return ALWAYS.contains(name) || !below(name).isEmpty();
    }

    /**
     * The members of a context: values, a {@link NamedObject} for each that is made on look-up, and
     * null for each subcontext.
     *
     * @param name of the context, below {@code java:}
     */
    SortedMap<String, Object> in(String name) {
        SortedMap<String, Object> found = new TreeMap<>();
        int from = name.isEmpty() ? 0 : name.length() + 1;
        below(name)
                .forEach(
                        (key, value) -> {
                            int end = key.indexOf('/', from);
                            if (end < 0) {
                                found.put(key.substring(from), value);
                            } else {
                                found.putIfAbsent(key.substring(from, end), null);
                            }
                        });
        if (name.isEmpty()) {
            found.put("comp", null);
            found.put("global", null);
        } else if (name.equals("comp")) {
            found.put("env", null);
        }
        return found;
    }

    private SortedMap<String, Object> below(String name) {
        // The character after the slash: the end of everything that begins with "name/".
        return name.isEmpty() ? values : values.subMap(name + "/", name + "0");
    }
}
