package dev.serval.valve.rewrite;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/** The maps of {@code RewriteMap}. Stateless. */
final class RewriteMaps {
    private RewriteMaps() {}

    /** One map. Thread-safe. */
    @FunctionalInterface
    interface Lookup {
        /** Null if it has no value for the key. */
        String lookup(String key, HttpServletRequest request);
    }

    /**
     * @param source the word after the name
     * @param parameters the words after it, for a class
     * @param files resolves the names of files, and records those that are read
     */
    static Lookup of(Word source, List<String> parameters, RuleFiles files) throws RuleMistake {
        String text = source.text();
        int colon = text.indexOf(':');
        String kind = colon < 0 ? "" : text.substring(0, colon);
        String rest = text.substring(colon + 1);
        return switch (kind) {
            case "int" -> internal(rest, source);
            case "txt" -> {
                Map<String, String> lines = lines(rest, source, files);
                yield (key, request) -> lines.get(key);
            }
            case "rnd" -> {
                Map<String, String> lines = lines(rest, source, files);
                yield (key, request) -> oneOf(lines.get(key));
            }
            case "" -> new OfClass(text, parameters, files.shared());
            default ->
                    throw new RuleMistake(
                            source.column(),
                            text
                                    + " is unknown: a map is int:, txt:, rnd: or a class name"
                                    + (kind.equals("prg")
                                            ? ", and no program is started here"
                                            : ""));
        };
    }

    /** Encodes all characters except letters, digits and a few signs; a blank becomes %20. */
    static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static Lookup internal(String name, Word source) throws RuleMistake {
        return switch (name) {
            case "toupper" -> (key, request) -> key.toUpperCase(Locale.ROOT);
            case "tolower" -> (key, request) -> key.toLowerCase(Locale.ROOT);
            case "escape" -> (key, request) -> escaped(key);
            case "unescape" ->
                    (key, request) -> {
                        try {
                            return URLDecoder.decode(
                                    key.replace("+", "%2B"), StandardCharsets.UTF_8);
                        } catch (IllegalArgumentException e) {
                            return null; // a bad escape
                        }
                    };
            default ->
                    throw new RuleMistake(
                            source.column(),
                            "int:"
                                    + name
                                    + " is unknown: use toupper, tolower, escape or unescape");
        };
    }

    private static Map<String, String> lines(String name, Word source, RuleFiles files)
            throws RuleMistake {
        Map<String, String> lines = new HashMap<>();
        Path file = files.resolve(name);
        try {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.strip().split("\\s+", 3);
                if (words.length > 1 && !words[0].startsWith("#")) {
                    lines.put(words[0], words[1]);
                }
            }
        } catch (IOException e) {
            throw new RuleMistake(source.column(), file + " cannot be read: " + e);
        }
        return lines;
    }

    private static String oneOf(String choices) {
        if (choices == null) {
            return null;
        }
        String[] each = choices.split("\\|", -1);
        return each[ThreadLocalRandom.current().nextInt(each.length)];
    }

    /**
     * A class with a public constructor without parameters: a {@link Function} of texts, or one
     * with the methods of Tomcat's RewriteMap. Thread-safe; made at the first look-up. That of an
     * engine or a host holds nothing of an application, nor does an application choose it.
     */
    private static final class OfClass implements Lookup {
        private final String name;
        private final List<String> parameters;
        private final ClassLoader shared; // null for that of the application
        private volatile Function<String, String> made; // written by this

        OfClass(String name, List<String> parameters, ClassLoader shared) {
            this.name = name;
            this.parameters = parameters;
            this.shared = shared;
        }

        @Override
        public String lookup(String key, HttpServletRequest request) {
            Function<String, String> known = made;
            return (known != null ? known : made(request)).apply(key);
        }

        private synchronized Function<String, String> made(HttpServletRequest request) {
            if (made == null) {
                try {
                    made =
                            make(
                                    shared != null
                                            ? shared
                                            : request.getServletContext().getClassLoader());
                } catch (ReflectiveOperationException | LinkageError e) {
                    throw new IllegalStateException(
                            "RewriteMap cannot use the class " + name + ": " + e, e);
                }
            }
            return made;
        }

        @SuppressWarnings("unchecked") // the class declares a function of texts
        private Function<String, String> make(ClassLoader loader)
                throws ReflectiveOperationException {
            Object map = Class.forName(name, true, loader).getConstructor().newInstance();
            if (map instanceof Function<?, ?> function) {
                return (Function<String, String>) function;
            }
            if (parameters.size() == 1) {
                map.getClass()
                        .getMethod("setParameters", String.class)
                        .invoke(map, parameters.get(0));
            } else if (parameters.size() > 1) {
                map.getClass()
                        .getMethod("setParameters", String[].class)
                        .invoke(map, (Object) parameters.toArray(String[]::new));
            }
            Method lookup = map.getClass().getMethod("lookup", String.class);
            return key -> {
                try {
                    return (String) lookup.invoke(map, key);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(name + " has failed: " + e.getCause(), e);
                }
            };
        }
    }
}
