package dev.serval.config;

import dev.serval.settings.BadValue;
import java.util.Locale;
import java.util.function.Function;

/**
 * Replaces {@code ${name}}, {@code ${file:path}} and both with {@code :-default}. Immutable. A
 * default may contain placeholders, nested up to {@value #DEEPEST} deep; the value of a property is
 * used unchanged, so that a value from outside cannot read another one.
 */
final class Placeholders {
    private static final int DEEPEST = 20;

    /** Where values come from. */
    @FunctionalInterface
    interface Source {
        /** The value; null if there is none. Throws if there is one that cannot be read. */
        String value(String name) throws BadValue;
    }

    private final Source source;

    Placeholders(Source source) {
        this.source = source;
    }

    /** The same, and the contents of files. */
    Placeholders with(SecretFiles files) {
        return new Placeholders(files.and(source));
    }

    String resolve(String text) throws BadValue {
        if (!text.contains("${")) {
            return text;
        }
        StringBuilder result = new StringBuilder();
        resolve(text, 0, text.length(), result);
        return result.toString();
    }

    private void resolve(String text, int begin, int to, StringBuilder result) throws BadValue {
        int from = begin;
        int start = text.indexOf("${", from);
        while (start >= 0 && start < to) {
            int end = closing(text, start + 2);
            result.append(text, from, start);
            value(text, start + 2, end, result);
            from = end + 1;
            start = text.indexOf("${", from);
        }
        result.append(text, from, to);
    }

    private void value(String text, int from, int to, StringBuilder result) throws BadValue {
        int split = from;
        while (split < to && !text.startsWith(":-", split)) {
            split++;
        }
        String name = text.substring(from, split);
        String found = name.isEmpty() ? null : source.value(name);
        // As in a shell, an empty value counts as missing if there is a default.
        if (found != null && (split == to || !found.isEmpty())) {
            result.append(found);
            return;
        }
        if (split < to) {
            resolve(text, split + 2, to, result);
            return;
        }
        if (name.startsWith(SecretFiles.PREFIX)) {
            throw new BadValue("needs ${" + name + "}, but there is no such file");
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

    private static int closing(String text, int from) throws BadValue {
        int depth = 1;
        for (int i = from; i < text.length(); i++) {
            if (text.startsWith("${", i)) {
                if (++depth > DEEPEST) {
                    throw new BadValue("has more than " + DEEPEST + " ${ within each other");
                }
            } else if (text.charAt(i) == '}' && --depth == 0) {
                return i;
            }
        }
        throw new BadValue("has a ${ without its }");
    }

    /** {@code serval.port} is {@code SERVAL_PORT}. */
    static String environmentName(String name) {
        return name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** First the system's properties, then the environment in capitals, then unchanged. */
    static Source of(Function<String, String> system, Function<String, String> environment) {
        return name -> {
            String value = system.apply(name);
            if (value == null) {
                value = environment.apply(environmentName(name));
            }
            return value != null ? value : environment.apply(name);
        };
    }
}
