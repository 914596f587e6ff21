package dev.serval.adopt;

import dev.serval.config.Finding;
import dev.serval.config.Verdict;
import dev.serval.settings.Location;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A property file, and where its keys stand. Immutable.
 *
 * @param shown its name in reports
 * @param values by their keys, as written
 * @param lines of the keys, from 1
 * @param mistake why it cannot be read; null if it can, and if it is not there
 */
record PropertyFile(
        String shown, Map<String, String> values, Map<String, Integer> lines, String mistake) {
    private static final Pattern KEY = Pattern.compile("\\s*((?:\\\\.|[^\\s=:\\\\])+).*");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]+)}");

    /** A missing file has no keys. */
    static PropertyFile read(Path file, String shown) {
        Map<String, String> values = new TreeMap<>();
        Map<String, Integer> places = new HashMap<>();
        if (!Files.isRegularFile(file)) {
            return new PropertyFile(shown, values, places, null);
        }
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
            Properties properties = new Properties();
            properties.load(new StringReader(String.join("\n", lines)));
            properties.stringPropertyNames().forEach(k -> values.put(k, properties.getProperty(k)));
            for (int i = 0; i < lines.size(); i++) {
                Matcher key = KEY.matcher(lines.get(i));
                if (key.matches()) {
                    places.putIfAbsent(key.group(1), i + 1);
                }
            }
            return new PropertyFile(shown, values, places, null);
        } catch (IOException | IllegalArgumentException e) {
            return new PropertyFile(shown, Map.of(), places, "cannot be read: " + e.getMessage());
        }
    }

    /** The value with system properties in place of {@code ${name}}; null if there is none. */
    String resolved(String key) {
        String value = values.get(key);
        return value == null ? null : resolve(value);
    }

    /** The text with system properties in place of {@code ${name}}. */
    static String resolve(String text) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(
                        found ->
                                Matcher.quoteReplacement(
                                        System.getProperty(found.group(1), found.group())))
                .strip();
    }

    Finding finding(String key, Verdict verdict, String why) {
        Integer line = lines.get(key);
        Location at = new Location(shown, line == null ? 0 : line, line == null ? 0 : 1);
        return new Finding(at, key, verdict, why);
    }

    /** The finding that the whole file cannot be read. */
    Finding unreadable() {
        return new Finding(new Location(shown, 0, 0), shown, Verdict.UNSUPPORTED, mistake);
    }
}
