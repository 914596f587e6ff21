package dev.serval.servlet.registration;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Initialisation parameters while they can be set (Servlet 6.1 §4.4): the first value counts. */
public final class InitParameters {
    private InitParameters() {}

    /** True if it was set because there was none with that name. */
    public static boolean set(Map<String, String> parameters, String name, String value) {
        check(name, value);
        return parameters.putIfAbsent(name, value) == null;
    }

    /** The names that exist already; if there are any, nothing is set. */
    public static Set<String> set(Map<String, String> parameters, Map<String, String> more) {
        Set<String> taken = new LinkedHashSet<>();
        more.forEach(
                (name, value) -> {
                    check(name, value);
                    if (parameters.containsKey(name)) {
                        taken.add(name);
                    }
                });
        if (taken.isEmpty()) {
            parameters.putAll(more);
        }
        return taken;
    }

    /** An immutable copy of the parameters. */
    static Map<String, String> copy(Map<String, String> parameters) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    private static void check(String name, String value) {
        if (name == null || value == null) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §4.4: an initialisation parameter has a name and a value: "
                            + name
                            + "="
                            + value);
        }
    }
}
