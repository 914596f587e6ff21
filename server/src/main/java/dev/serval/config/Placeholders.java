package dev.serval.config;

import dev.serval.settings.BadValue;
import java.util.Locale;
import java.util.function.Function;

/**
 * Replaces {@code ${name}} and {@code ${name:-default}}. Immutable. A default may hold placeholders
 * itself; what a property holds is taken as it is, so that a value from outside cannot ask for
 * another one.
 */
final class Placeholders {
    private final Function<String, String> properties;

    Placeholders(Function<String, String> properties) {
        this.properties = properties;
    }

    String resolve(String text) throws BadValue {
        int start = text.indexOf("${");
        if (start < 0) {
            return text;
        }
        StringBuilder result = new StringBuilder();
        int from = 0;
        while (start >= 0) {
            int end = closing(text, start + 2);
            if (end < 0) {
                throw new BadValue("has a ${ without its }");
            }
            result.append(text, from, start).append(value(text.substring(start + 2, end)));
            from = end + 1;
            start = text.indexOf("${", from);
        }
        return result.append(text, from, text.length()).toString();
    }

    private String value(String inner) throws BadValue {
        int split = inner.indexOf(":-");
        String name = split < 0 ? inner : inner.substring(0, split);
        String found = name.isEmpty() ? null : properties.apply(name);
        // As in a shell, an empty value counts as none where there is a default.
        if (found != null && (split < 0 || !found.isEmpty())) {
            return found;
        }
        if (split >= 0) {
            return resolve(inner.substring(split + 2));
        }
        throw new BadValue(
                "needs ${"
                        + name
                        + "}, which is neither a system property nor in the environment (as "
                        + environmentName(name)
                        + "); a default is written ${"
                        + name
                        + ":-value}");
    }

    private static int closing(String text, int from) {
        int depth = 1;
        for (int i = from; i < text.length(); i++) {
            if (text.startsWith("${", i)) {
                depth++;
            } else if (text.charAt(i) == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** {@code serval.port} is {@code SERVAL_PORT}. */
    static String environmentName(String name) {
        return name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** First the system's properties, then the environment in capitals, then as written. */
    static Function<String, String> of(
            Function<String, String> system, Function<String, String> environment) {
        return name -> {
            String value = system.apply(name);
            if (value == null) {
                value = environment.apply(environmentName(name));
            }
            return value != null ? value : environment.apply(name);
        };
    }
}
