package dev.serval.webapp;

import dev.serval.config.xml.XmlElement;
import dev.serval.http.DotSegments;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What readers of descriptors share: texts, numbers, and unknown elements. Used by one thread. */
final class Elements {
    /** Elements that are only documentation, in any other element. */
    private static final Set<String> WORDS =
            Set.of("description", "display-name", "icon", "small-icon", "large-icon");

    private final Problems problems;
    private final UnaryOperator<String> properties;
    private final Set<String> noted = new LinkedHashSet<>();

    /**
     * @param properties the value of a system property, or null
     */
    Elements(Problems problems, UnaryOperator<String> properties) {
        this.problems = problems;
        this.properties = properties;
    }

    Problems problems() {
        return problems;
    }

    /**
     * Reports every child element that is not allowed in its parent, or occurs too often.
     *
     * @param known with an asterisk behind those that may be repeated
     */
    void check(XmlElement parent, String... known) {
        Map<String, Boolean> names = new LinkedHashMap<>();
        for (String each : known) {
            boolean many = each.endsWith("*");
            names.put(many ? each.substring(0, each.length() - 1) : each, many);
        }
        Map<String, XmlElement> seen = new HashMap<>();
        for (XmlElement child : parent.children) {
            Boolean many = names.get(child.name);
            if (many == null && !WORDS.contains(child.name)) {
                unknown(parent, child, names.keySet());
            }
            XmlElement other = many == null || many ? null : seen.putIfAbsent(child.name, child);
            if (other != null) {
                repeated(parent, child, other);
            }
        }
    }

    /** Reports a repeated element: an error, or a warning if it has the same text. */
    void repeated(XmlElement parent, XmlElement child, XmlElement other) {
        String message =
                parent.name + " has the element " + child.name + " twice, the first at " + other.at;
        boolean same = child.children.isEmpty() && text(child).equals(text(other));
        if (same) {
            problems.warning(child.at, message);
        } else {
            problems.error(child.at, message);
        }
    }

    void unknown(XmlElement parent, XmlElement child, Set<String> known) {
        problems.warning(
                child.at,
                parent.name
                        + " has no element "
                        + child.name
                        + NearestName.hint(child.name, known)
                        + "; it is ignored with its content");
    }

    /** Reports an element that is known and has no effect, once per file. */
    void noEffect(XmlElement element, String consequence) {
        if (noted.add(element.name)) {
            problems.warning(element.at, vain(element, consequence));
        }
    }

    /** The same for an element that has an effect if the application executes its pages itself. */
    void withoutPages(XmlElement element, String consequence) {
        if (noted.add(element.name)) {
            problems.withoutPages(element.at, vain(element, consequence));
        }
    }

    private static String vain(XmlElement element, String consequence) {
        return element.name + " is known, but has no effect here yet: " + consequence;
    }

    /**
     * The text of an element without the white space around it, which is that of XML 1.0 (Servlet
     * 6.1 §14.2), its placeholders replaced.
     */
    String text(XmlElement element) {
        int start = 0;
        int end = element.text.length();
        while (start < end && isSpace(element.text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(element.text.charAt(end - 1))) {
            end--;
        }
        return resolve(element.text.substring(start, end));
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    Setting setting(XmlElement element) {
        return new Setting(text(element), element.at);
    }

    /** The first element of a name, or null. */
    static XmlElement child(XmlElement parent, String name) {
        for (XmlElement child : parent.children) {
            if (child.name.equals(name)) {
                return child;
            }
        }
        return null;
    }

    /** The text of the first element of a name; null if it is not there. */
    String optional(XmlElement parent, String name) {
        XmlElement child = child(parent, name);
        return child == null ? null : text(child);
    }

    /** The same; adds an error and returns null if it is missing or empty. */
    String needed(XmlElement parent, String name) {
        String text = optional(parent, name);
        if (text == null || text.isEmpty()) {
            problems.error(parent.at, parent.name + " needs the element " + name);
            return null;
        }
        return text;
    }

    /** True for a whole number in a range; otherwise an error was added. */
    boolean number(String text, Location at, String element, long least, long most) {
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return true;
            }
        } catch (NumberFormatException e) {
            // It is reported below.
        }
        problems.error(at, element + " is no number that can be used: '" + text + "'");
        return false;
    }

    /** True for true and false in any case; otherwise an error was added. */
    boolean truth(String text, Location at, String element) {
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return true;
        }
        problems.error(at, element + " is true or false, not '" + text + "'");
        return false;
    }

    /** Whether a pattern can be mapped (Servlet 6.1 §12.2); otherwise an error was added. */
    boolean pattern(String pattern, Location at) {
        boolean shaped =
                pattern.isEmpty()
                        || pattern.startsWith("/") && !pattern.contains("*.")
                        || pattern.startsWith("*.") && pattern.indexOf('/') < 0;
        if (shaped) {
            return isLine(pattern, at, "url-pattern");
        }
        problems.error(
                at,
                "Servlet 6.1 §12.2: the url-pattern '"
                        + pattern
                        + "' is none; write /path, /path/*, *.extension, / or an empty one");
        return false;
    }

    /**
     * A path of the application in its canonical form: {@code /a/../b} is {@code /b} (Servlet 6.1
     * §14.2); a path that does not begin with a slash is returned as it is. Adds an error and
     * returns null for a path that leads out of the application or has a line break.
     */
    String path(XmlElement element) {
        String path = text(element);
        if (!isLine(path, element.at, element.name)) {
            return null;
        }
        String canonical = path.startsWith("/") ? DotSegments.removed(path) : path;
        if (canonical == null || canonical.startsWith("../")) {
            problems.error(
                    element.at,
                    "Servlet 6.1 §14.2: the "
                            + element.name
                            + " '"
                            + path
                            + "' leads out of the application");
            return null;
        }
        return canonical;
    }

    private boolean isLine(String path, Location at, String element) {
        if (path.indexOf('\r') < 0 && path.indexOf('\n') < 0) {
            return true;
        }
        problems.error(
                at,
                "Servlet 6.1 §14.2: the "
                        + element
                        + " has a line break in it: '"
                        + path.replace("\r", "\\r").replace("\n", "\\n")
                        + "'");
        return false;
    }

    /**
     * A word of an enumerated type, whose case counts (Servlet 6.1 §14.2); adds an error and
     * returns null for another word.
     *
     * @param words the known words, for messages
     */
    <E extends Enum<E>> E word(XmlElement element, Class<E> type, String words) {
        String text = text(element);
        List<String> names = new ArrayList<>();
        for (E each : type.getEnumConstants()) {
            if (each.name().equals(text)) {
                return each;
            }
            names.add(each.name());
        }
        problems.error(
                element.at,
                element.name
                        + " is "
                        + words
                        + ", not '"
                        + text
                        + "'"
                        + NearestName.hint(text, names));
        return null;
    }

    /**
     * {@code ${name}} and {@code ${name:-default}} by system properties, as Tomcat does it. A
     * placeholder without a value stays unchanged: it may be meant for the application.
     */
    private String resolve(String text) {
        int start = text.indexOf("${");
        if (start < 0) {
            return text;
        }
        StringBuilder result = new StringBuilder();
        int from = 0;
        while (start >= 0) {
            int end = text.indexOf('}', start);
            if (end < 0) {
                break;
            }
            String inner = text.substring(start + 2, end);
            int split = inner.indexOf(":-");
            String value = properties.apply(split < 0 ? inner : inner.substring(0, split));
            if (value == null) {
                value = split < 0 ? text.substring(start, end + 1) : inner.substring(split + 2);
            }
            result.append(text, from, start).append(value);
            from = end + 1;
            start = text.indexOf("${", from);
        }
        return result.append(text, from, text.length()).toString();
    }
}
