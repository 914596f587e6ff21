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

/** Tomcat's names without effect here, from {@code tomcat-names.txt}. Immutable, thread-safe. */
final class KnownNames {
    private static final KnownNames INSTANCE = load();

    /**
     * Element to attribute to the value which says what Serval does anyway (null: none does, *: any
     * does).
     */
    private final Map<String, Map<String, String>> attributes = new TreeMap<>();

    /** Element to attribute to Serval's behaviour instead. */
    private final Map<String, Map<String, String>> instead = new TreeMap<>();

    /** Element to the elements within it, with descriptions. */
    private final Map<String, Map<String, String>> elements = new TreeMap<>();

    /** "listener", "valve protects" and so on, to class names, to alternatives. */
    private final Map<String, Map<String, String>> classes = new LinkedHashMap<>();

    static KnownNames get() {
        return INSTANCE;
    }

    boolean hasAttribute(String element, String name) {
        return attributes.getOrDefault(element, Map.of()).containsKey(listed(element, name));
    }

    boolean holdsAnyway(String element, String name, String value) {
        String anyway = attributes.getOrDefault(element, Map.of()).get(name);
        return "*".equals(anyway) || value.strip().equals(anyway);
    }

    /** Serval's behaviour instead of an attribute; null if it is not listed. */
    String instead(String element, String name) {
        return instead.getOrDefault(element, Map.of()).get(listed(element, name));
    }

    /** The name in the file, where {@code errorCode.*} includes {@code errorCode.404}. */
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

    /** The elements that have listed attributes or elements. */
    Set<String> parents() {
        Set<String> parents = new TreeSet<>(attributes.keySet());
        parents.addAll(elements.keySet());
        return parents;
    }

    /** The description of an element within another, or null if it is unknown there. */
    String about(String parent, String element) {
        return elements.getOrDefault(parent, Map.of()).get(element);
    }

    /** Class names by kind: listener, valve, protects, realm. */
    Set<String> classes(String kind) {
        return classes.getOrDefault(kind, Map.of()).keySet();
    }

    /** What there is instead of a class of a kind; empty if there is nothing. */
    String remark(String kind, String className) {
        return classes.getOrDefault(kind, Map.of()).getOrDefault(className, "");
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

    /** {@code attributes Host createDirs=true workDir}: underscores mean blanks. */
    private static void pairs(Map<String, Map<String, String>> into, List<String> words) {
        Map<String, String> map = into.computeIfAbsent(words.get(1), key -> new TreeMap<>());
        for (String word : words.subList(2, words.size())) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            map.put(name, equals < 0 ? null : word.substring(equals + 1).replace('_', ' '));
        }
    }
}
