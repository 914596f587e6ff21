package dev.serval.webapp;

import dev.serval.settings.Location;
import dev.serval.webapp.WebXml.Draft;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Converts the annotations of an archive to a descriptor (Servlet 6.1 §8.1). One thread; loads no
 * class.
 */
final class AnnotationScan {
    static final String PACKAGE = "jakarta.servlet.annotation.";
    private static final String MULTIPART = PACKAGE + "MultipartConfig";
    private static final String RESOURCE = "jakarta.annotation.Resource";
    private static final String RESOURCES = "jakarta.annotation.Resources";
    private static final String DATA_SOURCE = "jakarta.annotation.sql.DataSourceDefinition";
    private static final String ROLES = "jakarta.annotation.security.DeclareRoles";

    private final Problems problems;
    private final Set<String> servlets;
    private final Set<String> filters;
    private Archive archive;
    private Draft draft;

    /**
     * @param servlets names of servlets in descriptors; their annotations may have no pattern
     * @param filters the same for filters
     */
    AnnotationScan(Problems problems, Set<String> servlets, Set<String> filters) {
        this.problems = problems;
        this.servlets = servlets;
        this.filters = filters;
    }

    /**
     * @param uses of the archive, in the order of the names of its classes
     * @param skipped whether an earlier archive has a class of that name
     */
    WebXml of(Archive archive, List<AnnotationUse> uses, Predicate<String> skipped) {
        this.archive = archive;
        draft = new Draft(WebXmlReader.whole(archive.shown()));
        List<AnnotationUse> own =
                uses.stream().filter(use -> !skipped.test(use.className())).toList();
        for (AnnotationUse use : own) {
            if (use.onClass() && use.type().equals(PACKAGE + "WebServlet")) {
                servlet(use, own);
            }
        }
        for (AnnotationUse use : own) {
            if (!use.onClass()) {
                continue;
            }
            switch (use.type()) {
                case PACKAGE + "WebFilter" -> filter(use);
                case PACKAGE + "WebListener" ->
                        draft.listeners.add(
                                new Setting(use.className(), location(use.className())));
                case ROLES -> draft.roles.addAll(use.values().texts("value"));
                default -> {} // other code reads the others
            }
        }
        for (AnnotationUse use : own) {
            if (use.type().equals(RESOURCE)) {
                resource(use, use.values());
            } else if (use.type().equals(RESOURCES)) {
                use.values().nested("value").forEach(each -> resource(use, each));
            } else if (use.type().equals(DATA_SOURCE)) {
                dataSource(use, use.values());
            } else if (use.type().equals(DATA_SOURCE + "s")) {
                use.values().nested("value").forEach(each -> dataSource(use, each));
            }
        }
        return draft.toWebXml();
    }

    private Location location(String type) {
        return new Location(archive.shown() + ", class " + type, 0, 0);
    }

    private void servlet(AnnotationUse use, List<AnnotationUse> own) {
        String className = use.className();
        AnnotationValues values = use.values();
        Location here = location(className);
        Map<String, Setting> settings = new LinkedHashMap<>();
        settings.put(Definition.CLASS, new Setting(className, here));
        put(values, "loadOnStartup", Definition.LOAD, settings, here);
        put(values, "asyncSupported", Definition.ASYNC, settings, here);
        for (AnnotationUse other : own) {
            if (other.onClass()
                    && other.type().equals(MULTIPART)
                    && other.className().equals(className)) {
                multipart(other.values(), settings, here);
            }
        }
        Definition definition = definition(values.text("name", className), values, settings, here);
        List<String> patterns = patterns(values, "WebServlet", here);
        if (patterns.isEmpty() && !servlets.contains(definition.name())) {
            unmapped("WebServlet", definition.name(), "a url-pattern", here);
            return;
        }
        if (taken(draft.servlets.putIfAbsent(definition.name(), definition), definition)) {
            return;
        }
        if (!patterns.isEmpty()) {
            draft.servletMappings.add(new ServletMapping(definition.name(), patterns, here));
        }
    }

    private void filter(AnnotationUse use) {
        String className = use.className();
        AnnotationValues values = use.values();
        Location here = location(className);
        Map<String, Setting> settings = new LinkedHashMap<>();
        settings.put(Definition.FILTER_CLASS, new Setting(className, here));
        put(values, "asyncSupported", Definition.ASYNC, settings, here);
        Definition definition =
                definition(values.text("filterName", className), values, settings, here);
        List<String> patterns = patterns(values, "WebFilter", here);
        List<String> names = values.texts("servletNames");
        if (patterns.isEmpty() && names.isEmpty() && !filters.contains(definition.name())) {
            unmapped("WebFilter", definition.name(), "a url-pattern or servletName", here);
            return;
        }
        if (taken(draft.filters.putIfAbsent(definition.name(), definition), definition)) {
            return;
        }
        if (!patterns.isEmpty() || !names.isEmpty()) {
            Set<DispatcherType> types = EnumSet.noneOf(DispatcherType.class);
            values.texts("dispatcherTypes").forEach(t -> types.add(DispatcherType.valueOf(t)));
            draft.filterMappings.add(
                    new FilterMapping(definition.name(), patterns, names, types, here));
        }
    }

    /** Declares a name; the code that injects it finds the targets (§8.2.3, §15.5.5). */
    private void resource(AnnotationUse use, AnnotationValues values) {
        Location here = location(use.className());
        String lookup = values.text("lookup", null);
        String name = values.text("name", null);
        if (name == null && use.onClass()) {
            problems.error(here, "Servlet 6.1 §15.5.5: @Resource of a class needs a name");
        } else if (name != null && !name.startsWith("java:global")) {
            String below = Reference.below(name);
            draft.references.putIfAbsent(
                    below,
                    new Reference(
                            Reference.ANNOTATION,
                            below,
                            null,
                            null,
                            lookup,
                            List.of(),
                            "",
                            null,
                            here));
        }
    }

    private void dataSource(AnnotationUse use, AnnotationValues values) {
        Location here = location(use.className());
        String name = Reference.below(values.text("name", ""));
        draft.references.putIfAbsent(
                name,
                new Reference(
                        Reference.DATA_SOURCE,
                        name,
                        null,
                        null,
                        null,
                        List.of(),
                        "",
                        DataSourceElements.annotated(values, name, here),
                        here));
    }

    private void unmapped(String annotation, String name, String needs, Location here) {
        problems.warning(
                here,
                "Servlet 6.1 §8.1: @"
                        + annotation
                        + " needs "
                        + needs
                        + "; "
                        + name
                        + " is not deployed");
    }

    private boolean taken(Definition other, Definition definition) {
        if (other == null) {
            return false;
        }
        problems.error(
                definition.at(), "the name " + definition.name() + " is taken by " + other.at());
        return true;
    }

    /** Adds the MultipartConfig of a class, unless there is one already. */
    static void multipart(AnnotationValues values, Map<String, Setting> settings, Location at) {
        if (values == null || settings.containsKey(Definition.MULTIPART)) {
            return;
        }
        settings.put(Definition.MULTIPART, new Setting("", at));
        String path = Definition.MULTIPART + "/";
        put(values, "location", path + "location", settings, at);
        put(values, "maxFileSize", path + "max-file-size", settings, at);
        put(values, "maxRequestSize", path + "max-request-size", settings, at);
        put(values, "fileSizeThreshold", path + "file-size-threshold", settings, at);
    }

    /** The same for a class that is not available. */
    static AnnotationValues multipart(String className, ClassIndex index) {
        return index.annotation(className, MULTIPART);
    }

    private static void put(
            AnnotationValues values,
            String name,
            String setting,
            Map<String, Setting> settings,
            Location at) {
        String value = values.shown(name);
        if (value != null) {
            settings.put(setting, new Setting(value, at));
        }
    }

    private static Definition definition(
            String name, AnnotationValues values, Map<String, Setting> settings, Location at) {
        Map<String, Setting> parameters = new LinkedHashMap<>();
        for (AnnotationValues parameter : values.nested("initParams")) {
            parameters.put(parameter.shown("name"), new Setting(parameter.shown("value"), at));
        }
        return new Definition(name, at, settings, parameters);
    }

    private List<String> patterns(AnnotationValues values, String what, Location here) {
        List<String> value = values.texts("value");
        List<String> patterns = values.texts("urlPatterns");
        if (!value.isEmpty() && !patterns.isEmpty()) {
            problems.error(
                    here, "Servlet 6.1 §8.1: @" + what + " has value or urlPatterns, not both");
            return List.of();
        }
        Elements elements = new Elements(problems, name -> null);
        return (value.isEmpty() ? patterns : value)
                .stream().distinct().filter(p -> elements.pattern(p, here)).toList();
    }
}
