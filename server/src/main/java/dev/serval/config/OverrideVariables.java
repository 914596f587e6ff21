package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the attributes that environment variables name: {@code SERVAL_CONNECTOR_8443_MAXTHREADS} is
 * the path {@code Connector[8443].maxThreads} in capitals, with _ for all but letters and digits.
 * Used once, by one thread.
 */
final class OverrideVariables {
    static final String PREFIX = "SERVAL_";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]+)");

    /**
     * Variables that Kubernetes sets for services whose names begin with serval, by name and by
     * value.
     */
    private static final Pattern LINK =
            Pattern.compile(
                    "(.*_)?SERVICE_(HOST|PORT(_.*)?)|(.*_)?PORT_[0-9]+_(TCP|UDP|SCTP)(_.*)?");

    private static final Pattern LINKED = Pattern.compile("(tcp|udp|sctp)://.*");

    /** Receives each attribute. */
    interface Found {
        void attribute(XmlElement element, String name, String value, Location at);
    }

    private final XmlElement top;
    private final Reading reading;
    private final boolean isPart;
    private final Found found;
    private final Set<String> placeholders = new HashSet<>();

    /**
     * @param top an element around the root of the file
     * @param isPart whether other files may have elements that this one does not have
     */
    OverrideVariables(XmlElement top, Reading reading, boolean isPart, Found found) {
        this.isPart = isPart;
        this.top = top;
        this.reading = reading;
        this.found = found;
    }

    /**
     * @param variables whose names begin with the prefix, followed by more than one word
     */
    void read(Map<String, String> variables) {
        placeholders(top);
        variables.keySet().removeAll(placeholders);
        variables.forEach(this::variable);
    }

    /** Collects the variables that the file uses in placeholders: they are not paths. */
    private void placeholders(XmlElement in) {
        for (XmlElement child : in.children) {
            child.attributes.values().forEach(attr -> placeholders(attr.value()));
            placeholders(child.text.toString());
            placeholders(child);
        }
    }

    private void placeholders(String text) {
        Matcher names = PLACEHOLDER.matcher(text);
        while (names.find()) {
            placeholders.add(Placeholders.environmentName(names.group(1)));
            placeholders.add(names.group(1));
        }
    }

    private void variable(String variable, String value) {
        String path = variable.substring(PREFIX.length());
        boolean link = LINK.matcher(path).matches() || LINKED.matcher(value).matches();
        if (link) {
            return;
        }
        Location at = new Location("environment variable " + variable, 0, 0);
        Set<Candidate> candidates = new LinkedHashSet<>();
        within(List.of(top), path, candidates);
        if (candidates.size() == 1) {
            Candidate only = candidates.iterator().next();
            found.attribute(only.element, only.attribute, value, at);
        } else if (candidates.size() > 1) {
            Set<String> written = new LinkedHashSet<>();
            candidates.forEach(each -> written.add(PREFIX + path(each)));
            reading.error(at, "it may be that of each of these: " + String.join(", ", written));
        } else if (!isPart && !(path.startsWith("CONTEXT_") && isAbsent(path))) {
            none(path, at);
        }
    }

    private record Candidate(XmlElement element, String attribute) {}

    /** The path, with the name that distinguishes the element from others. */
    private String path(Candidate of) {
        FoundElements named = FoundElements.in(List.of(top), of.element.name);
        String element = capitals(named.written(of.element, reading)).replaceAll("_$", "");
        return element + "_" + capitals(of.attribute);
    }

    private void within(List<XmlElement> parents, String rest, Set<Candidate> candidates) {
        for (String name : FoundElements.names(parents)) {
            String start = capitals(name) + "_";
            if (!rest.startsWith(start)) {
                continue;
            }
            FoundElements named = FoundElements.in(parents, name);
            String behind = rest.substring(start.length());
            attributes(named.all(), behind, candidates);
            within(named.all(), behind, candidates);
            for (XmlElement element : named.all()) {
                for (String key : named.called(element, reading)) {
                    String chosen = capitals(key) + "_";
                    if (behind.startsWith(chosen)
                            && named.called(key, reading).all().contains(element)) {
                        String after = behind.substring(chosen.length());
                        attributes(List.of(element), after, candidates);
                        within(List.of(element), after, candidates);
                    }
                }
            }
        }
    }

    /** A member of a family with a number, such as errorCode.404; otherwise the name itself. */
    private static String member(String name, String rest) {
        if (!name.endsWith(".*")) {
            return name;
        }
        String start = capitals(name.substring(0, name.length() - 2)) + "_";
        String behind = rest.startsWith(start) ? rest.substring(start.length()) : "";
        return behind.matches("[0-9]+") ? name.replace("*", behind) : name;
    }

    private void attributes(List<XmlElement> elements, String rest, Set<Candidate> candidates) {
        for (XmlElement element : elements) {
            for (String name : Overrides.attributes(element, reading)) {
                String plain = member(name, rest);
                if (capitals(plain).equals(rest)) {
                    candidates.add(new Candidate(element, plain));
                }
            }
        }
    }

    /** A path to an existing element is an error; a name that only resembles a path is not. */
    private void none(String path, Location at) {
        Set<String> paths = new LinkedHashSet<>();
        Set<String> names = FoundElements.names(List.of(top));
        for (String name : names) {
            for (XmlElement element : FoundElements.in(List.of(top), name).all()) {
                Overrides.attributes(element, reading)
                        .forEach(each -> paths.add(capitals(name) + "_" + capitals(each)));
            }
        }
        String near = NearestName.of(path, paths);
        String hint = near == null ? "" : " (did you mean " + PREFIX + near + "?)";
        String file = top.children.get(0).at.file();
        if (names.stream().anyMatch(name -> path.startsWith(capitals(name) + "_"))) {
            reading.error(at, file + " has no element with that attribute" + hint);
        } else if (near != null || isAbsent(path)) {
            reading.warning(
                    at, "it has no effect: " + file + " has no element with that attribute" + hint);
        }
    }

    /** Whether it is a path to an element that the file could have, but does not have. */
    private static boolean isAbsent(String path) {
        return ElementTables.FIXED.entrySet().stream()
                .anyMatch(
                        each ->
                                each.getValue().attributes().stream()
                                        .map(Attribute::name)
                                        .anyMatch(
                                                name ->
                                                        path.equals(
                                                                capitals(each.getKey())
                                                                        + "_"
                                                                        + capitals(name))));
    }

    private static String capitals(String text) {
        return text.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }
}
