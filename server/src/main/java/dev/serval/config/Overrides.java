package dev.serval.config;

import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Attribute;
import dev.serval.settings.AttributeTable;
import dev.serval.settings.BadValue;
import dev.serval.settings.Location;
import dev.serval.settings.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Attributes of server.xml that are given from outside by their path: in a system property such as
 * {@code serval.Connector[8443].maxThreads}, or in an environment variable ({@link
 * OverrideVariables}). They count as if they stood in the file. Attributes of a Context that
 * server.xml does not have apply to the applications that are found: to all of them, or to the one
 * at a path, as in {@code serval.Context[/shop].reloadable}. Used once, by one thread.
 */
final class Overrides {
    /** The prefix of a path; a name with a small letter after it is something else. */
    private static final String PREFIX = "serval.";

    private static final String CONTEXT = "Context";

    private final XmlElement top;
    private final Reading reading;

    /** Whether other files may have elements that this one does not have. */
    private final boolean isPart;

    private final List<Given> all = new ArrayList<>();
    private final List<String> elsewhere = new ArrayList<>();

    /** One attribute of one element. */
    private record Given(XmlElement element, String name, String value, Location at) {}

    private Overrides(XmlElement root, Reading reading, boolean isPart) {
        this.top = new XmlElement("", root.at);
        this.reading = reading;
        this.isPart = isPart;
        top.children.add(root);
    }

    /**
     * Puts all given attributes into the elements; one that cannot be understood is an error.
     *
     * @return a line for each attribute, which does not show its value
     */
    static List<String> apply(XmlElement root, Surroundings outside, Reading reading) {
        Overrides overrides = new Overrides(root, reading, false);
        overrides.read(
                paths(outside.environment(), OverrideVariables.PREFIX),
                paths(outside.properties(), PREFIX));
        Map<String, String> lines = overrides.put();
        overrides.elsewhere.forEach(line -> lines.put(line, line));
        return List.copyOf(lines.values());
    }

    /**
     * The same for the Context of an application, whose files are read already.
     *
     * @param path of the application; empty for the root
     */
    static void apply(XmlElement context, String path, Surroundings outside, Reading reading) {
        Map<String, String> variables = paths(outside.environment(), OverrideVariables.PREFIX);
        // A number chooses a Context in server.xml.
        variables.keySet().removeIf(name -> !name.matches("SERVAL_CONTEXT_(?![0-9]+_).*"));
        Map<String, String> properties = paths(outside.properties(), PREFIX);
        properties.keySet().removeIf(name -> !name.matches("serval\\.Context[.\\[].*"));
        if (variables.isEmpty() && properties.isEmpty()) {
            return;
        }
        XmlElement.Attr before = context.attributes.get("path");
        String shown = path.isEmpty() ? "/" : path;
        context.attributes.put("path", new XmlElement.Attr("path", shown, context.at));
        Overrides overrides = new Overrides(context, reading, true);
        overrides.read(variables, properties);
        if (before == null) {
            context.attributes.remove("path");
        } else {
            context.attributes.put("path", before);
        }
        overrides.put();
    }

    private void read(Map<String, String> variables, Map<String, String> properties) {
        if (!variables.isEmpty()) {
            new OverrideVariables(top, reading, isPart, this::add).read(variables);
        }
        // A property takes precedence: it is given to this process alone.
        properties.forEach(this::property);
    }

    /** A line for each attribute, by its place. */
    private Map<String, String> put() {
        Map<String, String> lines = new LinkedHashMap<>();
        for (Given each : all) {
            String attribute = each.name + " of " + each.element.name;
            each.element.attributes.put(
                    each.name, new XmlElement.Attr(each.name, each.value, each.at));
            lines.put(
                    each.element.at + ": " + attribute,
                    each.element.at + ": " + attribute + " is that of the " + each.at);
        }
        return lines;
    }

    /** The names that can be paths; a variable of one word, such as SERVAL_HOME, is none. */
    private static Map<String, String> paths(Map<String, String> all, String prefix) {
        Map<String, String> paths = new TreeMap<>();
        for (Map.Entry<String, String> each : all.entrySet()) {
            String name = each.getKey();
            if (name.startsWith(prefix)
                    && name.length() > prefix.length()
                    && Character.isUpperCase(name.charAt(prefix.length()))
                    && (prefix.equals(PREFIX) || name.indexOf('_', prefix.length()) > 0)) {
                paths.put(name, each.getValue());
            }
        }
        return paths;
    }

    private void add(XmlElement element, String name, String value, Location at) {
        all.add(new Given(element, name, value, at));
    }

    private void property(String name, String value) {
        Location at = new Location("system property " + name, 0, 0);
        try {
            find(name.substring(PREFIX.length()), value, at);
        } catch (BadValue e) {
            reading.error(at, e.getMessage());
        }
    }

    private void find(String path, String value, Location at) throws BadValue {
        FoundElements found = new FoundElements(List.of(top));
        int from = 0;
        int end = path.indexOf('.');
        // The names of elements begin with a capital, and those of attributes may have dots.
        while (end > from && Character.isUpperCase(path.charAt(from))) {
            int bracket = path.indexOf('[', from);
            boolean chosen = bracket >= 0 && bracket < end;
            String element = path.substring(from, chosen ? bracket : end);
            FoundElements named = FoundElements.in(found.all(), element);
            int close = chosen ? path.indexOf("].", bracket) : end;
            if (close < 0) {
                throw new BadValue("there is a [ without its ] and an attribute behind it");
            }
            String key = chosen ? path.substring(bracket + 1, close) : null;
            if (isPart && from == 0 && key != null && !key.startsWith("/")) {
                return; // one in server.xml
            }
            boolean none =
                    named.all().isEmpty() || chosen && named.called(key, reading).all().isEmpty();
            if (none && isPart) {
                return; // another application has the element, or none has
            }
            if (none && from == 0 && isOfFiles(element, key)) {
                ofFiles(path.substring(close + (chosen ? 2 : 1)), at);
                return;
            }
            if (named.all().isEmpty()) {
                throw new BadValue(absent(element, found));
            }
            found = chosen ? chosen(named, key) : named;
            end = chosen ? close + 1 : end;
            from = end + 1;
            end = path.indexOf('.', from);
        }
        String attribute = path.substring(from);
        if (from == 0 || attribute.isEmpty()) {
            throw new BadValue("it names no attribute: a path is written Connector.port");
        }
        List<XmlElement> having =
                found.all().stream().filter(each -> mayHave(each, attribute)).toList();
        if (having.isEmpty()) {
            XmlElement first = found.all().get(0);
            throw new BadValue(
                    ElementTables.of(first, reading).element()
                            + " has no attribute "
                            + attribute
                            + NearestName.hint(attribute, attributes(first, reading)));
        }
        if (having.size() > 1) {
            throw new BadValue(
                    "it may be that of each of these: " + written(found, having, "." + attribute));
        }
        add(having.get(0), attribute, value, at);
    }

    /** Whether an element may stand in the files of applications, and not in server.xml. */
    private static boolean isOfFiles(String element, String key) {
        return element.equals(CONTEXT) && (key == null || key.startsWith("/"));
    }

    /** An attribute of applications that are found: it takes effect when their files are read. */
    private void ofFiles(String rest, Location at) throws BadValue {
        if (!rest.isEmpty() && !Character.isUpperCase(rest.charAt(0))) {
            XmlElement context = new XmlElement(CONTEXT, at);
            if (!mayHave(context, rest)) {
                throw new BadValue(
                        CONTEXT
                                + " has no attribute "
                                + rest
                                + NearestName.hint(rest, attributes(context, reading)));
            }
        }
        elsewhere.add("context.xml: " + rest + " of Context is that of the " + at);
    }

    private String absent(String element, FoundElements in) {
        Set<String> names = new LinkedHashSet<>(FoundElements.names(in.all()));
        names.addAll(ElementTables.FIXED.keySet());
        names.remove(element);
        return top.children.get(0).at.file()
                + " has no element "
                + element
                + NearestName.hint(element, names);
    }

    private FoundElements chosen(FoundElements named, String key) throws BadValue {
        FoundElements chosen = named.called(key, reading);
        if (chosen.all().isEmpty()) {
            throw new BadValue(
                    "there is no "
                            + named.all().get(0).name
                            + "["
                            + key
                            + "]; there are: "
                            + written(named, named.all(), ""));
        }
        return chosen;
    }

    private String written(FoundElements of, List<XmlElement> some, String behind) {
        List<String> paths = new ArrayList<>();
        some.forEach(each -> paths.add(of.written(each, reading) + behind));
        return String.join(", ", paths);
    }

    /** An attribute has to be known, like one in the file. */
    private boolean mayHave(XmlElement element, String attribute) {
        AttributeTable table = ElementTables.of(element, reading);
        return table == null
                || table.isOpen()
                || table.attribute(attribute) != null
                || attributes(element, reading).contains(attribute)
                || KnownNames.get().hasAttribute(table.element(), attribute);
    }

    /** The attributes that an element may have, as far as they are known. */
    static Set<String> attributes(XmlElement element, Reading reading) {
        Set<String> names = new LinkedHashSet<>(element.attributes.keySet());
        AttributeTable table = ElementTables.of(element, reading);
        if (table != null) {
            table.attributes().stream().map(Attribute::name).forEach(names::add);
            names.addAll(KnownNames.get().attributes(table.element()));
        }
        if (element.name.equals("Connector")) {
            names.addAll(LegacyTls.names());
        }
        return names;
    }
}
