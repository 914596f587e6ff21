package dev.serval.naming;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The names of one application, {@code comp} and {@code comp/env} among them. Immutable. */
public final class NamingEntries {
    /** That of an application without entries. */
    public static final NamingEntries NONE = new NamingEntries(Map.of());

    private static final String ENV = "comp/env/";
    private static final Set<String> ALWAYS = Set.of("", "comp", "comp/env");

    private final TreeMap<String, Object> values = new TreeMap<>();

    /**
     * @param entries by their names below {@code java:comp/env}, for example {@code mail/host}
     */
    public NamingEntries(Map<String, ?> entries) {
        entries.forEach((name, value) -> values.put(ENV + name, value));
    }

    /** The value of a name below {@code java:}, or null. */
    Object value(String name) {
        return values.get(name);
    }

    /** Whether a name below {@code java:} stands for a context. */
    boolean isContext(String name) {
        return ALWAYS.contains(name) || !below(name).isEmpty();
    }

    /**
     * What is directly in a context: values, and null for each context.
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
        } else if (name.equals("comp")) {
            found.put("env", null);
        }
        return found;
    }

    private SortedMap<String, Object> below(String name) {
        // The character behind the slash: everything that begins with "name/".
        return name.isEmpty() ? values : values.subMap(name + "/", name + "0");
    }
}
