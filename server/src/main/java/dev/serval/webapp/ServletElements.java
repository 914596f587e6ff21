package dev.serval.webapp;

import dev.serval.config.xml.XmlElement;
import dev.serval.webapp.WebXml.Draft;
import jakarta.servlet.DispatcherType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads servlets, filters, their parameters and mappings. Used by one thread, for one file. */
final class ServletElements {
    private static final Set<String> MULTIPART_NUMBERS =
            Set.of("max-file-size", "max-request-size", "file-size-threshold");

    private final Elements elements;
    private final Draft draft;
    private final boolean isOld;

    /**
     * @param isOld for Servlet 2.2, where a pattern may begin without a slash
     */
    ServletElements(Elements elements, Draft draft, boolean isOld) {
        this.elements = elements;
        this.draft = draft;
        this.isOld = isOld;
    }

    void servlet(XmlElement e) {
        elements.check(
                e,
                "servlet-name",
                "servlet-class",
                "jsp-file",
                "init-param*",
                "load-on-startup",
                "enabled",
                "async-supported",
                "run-as",
                "security-role-ref*",
                "multipart-config");
        String name = elements.needed(e, "servlet-name");
        Map<String, Setting> settings = new LinkedHashMap<>();
        Map<String, Setting> parameters = new LinkedHashMap<>();
        for (XmlElement child : e.children) {
            switch (child.name) {
                case Definition.CLASS -> text(child, settings);
                case Definition.PAGE -> page(child, settings);
                case Definition.LOAD -> loadOnStartup(child, settings);
                case Definition.ASYNC, Definition.ENABLED -> truth(child, settings);
                case "init-param" -> parameter(child, parameters, false);
                case Definition.MULTIPART -> multipart(child, settings);
                case Definition.RUN_AS -> runAs(child, settings);
                case "security-role-ref" -> roleRef(child, settings);
                default -> {}
            }
        }
        boolean both =
                settings.containsKey(Definition.CLASS) && settings.containsKey(Definition.PAGE);
        if (both) {
            elements.problems()
                    .error(e.at, "a servlet has a servlet-class or a jsp-file, not both");
        } else if (name != null) {
            add(draft.servlets, new Definition(name, e.at, settings, parameters), "servlet");
        }
    }

    void filter(XmlElement e) {
        elements.check(e, "filter-name", "filter-class", "async-supported", "init-param*");
        String name = elements.needed(e, "filter-name");
        Map<String, Setting> settings = new LinkedHashMap<>();
        Map<String, Setting> parameters = new LinkedHashMap<>();
        for (XmlElement child : e.children) {
            switch (child.name) {
                case Definition.FILTER_CLASS -> text(child, settings);
                case Definition.ASYNC -> truth(child, settings);
                case "init-param" -> parameter(child, parameters, false);
                default -> {}
            }
        }
        if (name != null) {
            add(draft.filters, new Definition(name, e.at, settings, parameters), "filter");
        }
    }

    private void add(Map<String, Definition> into, Definition definition, String what) {
        Definition other = into.putIfAbsent(definition.name(), definition);
        if (other != null) {
            elements.problems()
                    .error(
                            definition.at(),
                            "there is a "
                                    + what
                                    + " "
                                    + definition.name()
                                    + " already, at "
                                    + other.at());
        }
    }

    private void text(XmlElement child, Map<String, Setting> settings) {
        Setting setting = elements.setting(child);
        if (setting.value().isEmpty()) {
            elements.problems().error(child.at, child.name + " is empty");
        } else {
            settings.put(child.name, setting);
        }
    }

    private void page(XmlElement child, Map<String, Setting> settings) {
        String path = elements.path(child);
        if (path != null && !path.startsWith("/")) {
            elements.problems().error(child.at, "a jsp-file begins with a slash: " + path);
        } else if (path != null) {
            settings.put(child.name, new Setting(path, child.at));
        }
    }

    private void truth(XmlElement child, Map<String, Setting> settings) {
        String text = elements.text(child);
        if (elements.truth(text, child.at, child.name)) {
            settings.put(child.name, new Setting(text.toLowerCase(Locale.ROOT), child.at));
        }
    }

    private void runAs(XmlElement child, Map<String, Setting> settings) {
        elements.check(child, "role-name");
        String role = elements.needed(child, "role-name");
        if (role != null) {
            settings.put(Definition.RUN_AS, new Setting(role, child.at));
        }
    }

    /** Without a link the name is that of the role itself. */
    private void roleRef(XmlElement child, Map<String, Setting> settings) {
        elements.check(child, "role-name", "role-link");
        String name = elements.needed(child, "role-name");
        String link = elements.optional(child, "role-link");
        if (name != null) {
            String role = link == null || link.isEmpty() ? name : link;
            settings.put(Definition.ROLE_REF + name, new Setting(role, child.at));
        }
    }

    /** As in the schema, an empty element means: at start, after all others. */
    private void loadOnStartup(XmlElement child, Map<String, Setting> settings) {
        String text = elements.text(child);
        if (text.isEmpty()) {
            settings.put(child.name, new Setting(String.valueOf(Integer.MAX_VALUE), child.at));
        } else if (elements.number(
                text, child.at, child.name, Integer.MIN_VALUE, Integer.MAX_VALUE)) {
            settings.put(child.name, new Setting(text, child.at));
        }
    }

    private void multipart(XmlElement e, Map<String, Setting> settings) {
        elements.check(e, "location", "max-file-size", "max-request-size", "file-size-threshold");
        settings.put(Definition.MULTIPART, new Setting("", e.at));
        for (XmlElement child : e.children) {
            String text = elements.text(child);
            String path = Definition.MULTIPART + "/" + child.name;
            if (child.name.equals("location")) {
                settings.put(path, new Setting(text, child.at));
            } else if (MULTIPART_NUMBERS.contains(child.name)) {
                long most =
                        child.name.equals("file-size-threshold")
                                ? Integer.MAX_VALUE
                                : Long.MAX_VALUE;
                if (elements.number(text, child.at, child.name, -1, most)) {
                    settings.put(path, new Setting(text, child.at));
                }
            }
        }
    }

    /** A context-param or an init-param; of two with a name the first counts within a component. */
    void parameter(XmlElement e, Map<String, Setting> into, boolean lastCounts) {
        elements.check(e, "param-name", "param-value");
        String name = elements.needed(e, "param-name");
        String value = elements.optional(e, "param-value");
        if (name == null) {
            return;
        }
        if (value == null) {
            elements.problems().error(e.at, e.name + " " + name + " needs the element param-value");
            return;
        }
        Setting setting = new Setting(value, e.at);
        if (lastCounts) {
            into.put(name, setting);
        } else {
            into.putIfAbsent(name, setting);
        }
    }

    void servletMapping(XmlElement e) {
        elements.check(e, "servlet-name", "url-pattern*");
        String name = elements.needed(e, "servlet-name");
        List<String> patterns = patterns(e);
        if (e.children("url-pattern").isEmpty()) {
            elements.problems().error(e.at, "servlet-mapping needs the element url-pattern");
        } else if (name != null && !patterns.isEmpty()) {
            draft.servletMappings.add(new ServletMapping(name, patterns, e.at));
        }
    }

    void filterMapping(XmlElement e) {
        elements.check(e, "filter-name", "url-pattern*", "servlet-name*", "dispatcher*");
        String name = elements.needed(e, "filter-name");
        List<String> patterns = patterns(e);
        List<String> servlets = e.children("servlet-name").stream().map(elements::text).toList();
        if (e.children("url-pattern").isEmpty() && servlets.isEmpty()) {
            elements.problems()
                    .error(e.at, "filter-mapping needs the element url-pattern or servlet-name");
        } else if (name != null) {
            draft.filterMappings.add(
                    new FilterMapping(name, patterns, servlets, dispatchers(e), e.at));
        }
    }

    private Set<DispatcherType> dispatchers(XmlElement e) {
        Set<DispatcherType> types = EnumSet.noneOf(DispatcherType.class);
        for (XmlElement dispatcher : e.children("dispatcher")) {
            DispatcherType type =
                    elements.word(
                            dispatcher,
                            DispatcherType.class,
                            "REQUEST, FORWARD, INCLUDE, ERROR or ASYNC");
            if (type != null) {
                types.add(type);
            }
        }
        return types;
    }

    List<String> patterns(XmlElement e) {
        List<String> patterns = new ArrayList<>();
        for (XmlElement pattern : e.children("url-pattern")) {
            String text = elements.path(pattern);
            if (text == null) {
                continue;
            }
            if (isOld && !text.isEmpty() && !text.startsWith("/") && !text.startsWith("*.")) {
                elements.problems()
                        .warning(pattern.at, "the url-pattern " + text + " is read as /" + text);
                text = "/" + text;
            }
            if (elements.pattern(text, pattern.at) && !patterns.contains(text)) {
                patterns.add(text);
            }
        }
        return patterns;
    }
}
