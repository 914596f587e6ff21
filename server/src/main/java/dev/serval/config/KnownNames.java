package dev.serval.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The names that Tomcat's users know and that have no effect here yet, from {@code
 * tomcat-names.txt}. Immutable, thread-safe.
 */
final class KnownNames {
    private static final KnownNames INSTANCE = load();

    /** Element to attribute to the value which says what Serval does anyway (null: none does). */
    private final Map<String, Map<String, String>> attributes = new TreeMap<>();

    /** Element to attribute to what Serval does instead of obeying it. */
    private final Map<String, Map<String, String>> instead = new TreeMap<>();

    /** Element to the elements within it, with what they are. */
    private final Map<String, Map<String, String>> elements = new TreeMap<>();

    /** "listener", "valve protects" and so on, to class names, to what there is instead. */
    private final Map<String, Map<String, String>> classes = new LinkedHashMap<>();

    static KnownNames get() {
        return INSTANCE;
    }

    boolean hasAttribute(String element, String name) {
        return attributes.getOrDefault(element, Map.of()).containsKey(listed(element, name));
    }

    boolean holdsAnyway(String element, String name, String value) {
        return value.strip().equals(attributes.getOrDefault(element, Map.of()).get(name));
    }

    /** What Serval does instead of obeying an attribute; null where that is not known. */
    String instead(String element, String name) {
        return instead.getOrDefault(element, Map.of()).get(listed(element, name));
    }

    /** As the file has it, where {@code errorCode.*} stands for {@code errorCode.404}. */
    private String listed(String element, String name) {
        String all = name.substring(0, name.indexOf('.') + 1) + "*";
        return attributes(element).contains(all) ? all : name;
    }

    /** The names of the attributes of an element. */
    Set<String> attributes(String element) {
        return attributes.getOrDefault(element, Map.of()).keySet();
    }

    /** The names of the elements within an element. */
    Set<String> elements(String parent) {
        return elements.getOrDefault(parent, Map.of()).keySet();
    }

    /** The elements that have attributes or elements here. */
    Set<String> parents() {
        Set<String> parents = new TreeSet<>(attributes.keySet());
        parents.addAll(elements.keySet());
        return parents;
    }

    /** What an element within another is about, or null when it is unknown there. */
    String about(String parent, String element) {
        return elements.getOrDefault(parent, Map.of()).get(element);
    }

    /** Class names by kind: listener, valve, protects, realm. */
    Set<String> classes(String kind) {
        return classes.getOrDefault(kind, Map.of()).keySet();
    }

    /** What there is instead of a class that protects; empty where that is not known. */
    String remark(String className) {
        return classes.getOrDefault("protects", Map.of()).getOrDefault(className, "");
    }

    private static KnownNames load() {
        KnownNames names = new KnownNames();
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                KnownNames.class.getResourceAsStream("tomcat-names.txt"),
                                StandardCharsets.UTF_8))) {
            lines.lines().map(String::strip).forEach(names::line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    private void line(String line) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        List<String> words = List.of(line.split("\\s+"));
        switch (words.get(0)) {
            case "attributes" -> pairs(attributes, words);
            case "elements" -> pairs(elements, words);
            case "instead" -> {
                int colon = words.indexOf(":");
                pairs(attributes, words.subList(0, colon));
                String sentence = line.substring(line.indexOf(" : ") + 3);
                Map<String, String> sentences =
                        instead.computeIfAbsent(words.get(1), key -> new TreeMap<>());
                for (String word : words.subList(2, colon)) {
                    sentences.put(word.replaceAll("=.*", ""), sentence);
                }
            }
            default -> {
                String remark = line.contains(" : ") ? line.substring(line.indexOf(" : ") + 3) : "";
                classes.computeIfAbsent(words.get(0), key -> new TreeMap<>())
                        .put(words.get(1), remark);
            }
        }
    }

    /** {@code attributes Host createDirs=true workDir}: underscores stand for blanks. */
    private static void pairs(Map<String, Map<String, String>> into, List<String> words) {
        Map<String, String> map = into.computeIfAbsent(words.get(1), key -> new TreeMap<>());
        for (String word : words.subList(2, words.size())) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            map.put(name, equals < 0 ? null : word.substring(equals + 1).replace('_', ' '));
        }
    }
}
