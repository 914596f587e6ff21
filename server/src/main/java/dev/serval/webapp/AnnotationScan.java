package dev.serval.webapp;

import dev.serval.config.Location;
import dev.serval.webapp.WebXml.Draft;
import jakarta.servlet.DispatcherType;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;

/**
 * What the annotations of an archive say, in the words of a descriptor (Servlet 6.1 §8.1). One
 * thread; loads no class.
 */
final class AnnotationScan {
    private static final DotName SERVLET = name("WebServlet");
    private static final DotName FILTER = name("WebFilter");
    private static final DotName LISTENER = name("WebListener");
    private static final DotName MULTIPART = name("MultipartConfig");
    private static final DotName ROLES =
            DotName.createSimple("jakarta.annotation.security.DeclareRoles");

    private static final DotName RESOURCE = DotName.createSimple("jakarta.annotation.Resource");
    private static final DotName RESOURCES = DotName.createSimple("jakarta.annotation.Resources");

    private final Problems problems;
    private final Set<String> servlets;
    private final Set<String> filters;
    private Archive archive;
    private Draft draft;

    /**
     * @param servlets names that descriptors speak of, whose annotations may have no pattern
     * @param filters the same for filters
     */
    AnnotationScan(Problems problems, Set<String> servlets, Set<String> filters) {
        this.problems = problems;
        this.servlets = servlets;
        this.filters = filters;
    }

    private static DotName name(String annotation) {
        return DotName.createSimple("jakarta.servlet.annotation." + annotation);
    }

    /**
     * @param skipped names of classes that another archive had before
     */
    WebXml of(Archive archive, Index index, Set<String> skipped) {
        this.archive = archive;
        draft = new Draft(WebXmlReader.whole(archive.shown()));
        for (AnnotationInstance annotation : classes(index, SERVLET, skipped)) {
            servlet(annotation, annotation.target().asClass());
        }
        for (AnnotationInstance annotation : classes(index, FILTER, skipped)) {
            filter(annotation, annotation.target().asClass());
        }
        for (AnnotationInstance annotation : classes(index, LISTENER, skipped)) {
            String type = annotation.target().asClass().name().toString();
            draft.listeners.add(new Setting(type, location(type)));
        }
        for (AnnotationInstance annotation : classes(index, ROLES, skipped)) {
            draft.roles.addAll(texts(annotation, "value"));
        }
        for (AnnotationInstance annotation : index.getAnnotations(RESOURCE)) {
            resource(annotation, annotation.target(), skipped);
        }
        for (AnnotationInstance annotation : index.getAnnotations(RESOURCES)) {
            for (AnnotationInstance each : annotation.value().asNestedArray()) {
                resource(each, annotation.target(), skipped);
            }
        }
        return draft.toWebXml();
    }

    /** In the order of the classes' names: an index has none of its own. */
    private static List<AnnotationInstance> classes(
            Index index, DotName annotation, Set<String> skipped) {
        List<AnnotationInstance> found = new ArrayList<>();
        for (AnnotationInstance instance : index.getAnnotations(annotation)) {
            if (instance.target().kind() == AnnotationTarget.Kind.CLASS
                    && !skipped.contains(instance.target().asClass().name().toString())) {
                found.add(instance);
            }
        }
        found.sort((a, b) -> a.target().asClass().name().compareTo(b.target().asClass().name()));
        return found;
    }

    private Location location(String type) {
        return new Location(archive.shown() + ", class " + type, 0, 0);
    }

    private void servlet(AnnotationInstance annotation, ClassInfo type) {
        Location here = location(type.name().toString());
        Map<String, Setting> settings = new LinkedHashMap<>();
        String className = type.name().toString();
        settings.put(Definition.CLASS, new Setting(className, here));
        AnnotationValue load = annotation.value("loadOnStartup");
        if (load != null) {
            settings.put(Definition.LOAD, new Setting(String.valueOf(load.asInt()), here));
        }
        async(annotation, settings, here);
        multipart(type, settings, here);
        Definition definition =
                definition(text(annotation, "name", className), annotation, settings, here);
        List<String> patterns = patterns(annotation, "WebServlet", here);
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

    private void filter(AnnotationInstance annotation, ClassInfo type) {
        Location here = location(type.name().toString());
        Map<String, Setting> settings = new LinkedHashMap<>();
        String className = type.name().toString();
        settings.put(Definition.FILTER_CLASS, new Setting(className, here));
        async(annotation, settings, here);
        Definition definition =
                definition(text(annotation, "filterName", className), annotation, settings, here);
        List<String> patterns = patterns(annotation, "WebFilter", here);
        List<String> names = texts(annotation, "servletNames");
        if (patterns.isEmpty() && names.isEmpty() && !filters.contains(definition.name())) {
            unmapped("WebFilter", definition.name(), "a url-pattern or servletName", here);
            return;
        }
        if (taken(draft.filters.putIfAbsent(definition.name(), definition), definition)) {
            return;
        }
        if (!patterns.isEmpty() || !names.isEmpty()) {
            Set<DispatcherType> types = EnumSet.noneOf(DispatcherType.class);
            AnnotationValue given = annotation.value("dispatcherTypes");
            if (given != null) {
                for (String each : given.asEnumArray()) {
                    types.add(DispatcherType.valueOf(each));
                }
            }
            draft.filterMappings.add(
                    new FilterMapping(definition.name(), patterns, names, types, here));
        }
    }

    /** Declares a name; what it is injected into, whoever injects it sees (§8.2.3, §15.5.5). */
    private void resource(
            AnnotationInstance annotation, AnnotationTarget target, Set<String> skipped) {
        ClassInfo type = ClassIndex.declaring(target);
        String lookup = text(annotation, "lookup", null);
        String name = text(annotation, "name", null);
        if (type == null || skipped.contains(type.name().toString())) {
            return;
        }
        Location here = location(type.name().toString());
        if (name == null && target.kind() == AnnotationTarget.Kind.CLASS) {
            problems.error(here, "Servlet 6.1 §15.5.5: @Resource of a class needs a name");
        } else if (name != null && !name.startsWith("java:global")) {
            String below = Reference.below(name);
            draft.references.putIfAbsent(
                    below,
                    new Reference(
                            Reference.ANNOTATION, below, null, null, lookup, List.of(), "", here));
        }
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

    private static void async(
            AnnotationInstance annotation, Map<String, Setting> settings, Location at) {
        AnnotationValue value = annotation.value("asyncSupported");
        if (value != null) {
            settings.put(Definition.ASYNC, new Setting(String.valueOf(value.asBoolean()), at));
        }
    }

    /** Adds what MultipartConfig of a class says, unless something is said of it already. */
    static void multipart(ClassInfo type, Map<String, Setting> settings, Location at) {
        AnnotationInstance annotation = type.declaredAnnotation(MULTIPART);
        if (annotation == null || settings.containsKey(Definition.MULTIPART)) {
            return;
        }
        settings.put(Definition.MULTIPART, new Setting("", at));
        put(annotation, "location", "location", settings, at);
        put(annotation, "maxFileSize", "max-file-size", settings, at);
        put(annotation, "maxRequestSize", "max-request-size", settings, at);
        put(annotation, "fileSizeThreshold", "file-size-threshold", settings, at);
    }

    private static void put(
            AnnotationInstance annotation,
            String name,
            String element,
            Map<String, Setting> settings,
            Location at) {
        AnnotationValue value = annotation.value(name);
        if (value != null) {
            String path = Definition.MULTIPART + "/" + element;
            settings.put(path, new Setting(String.valueOf(value.value()), at));
        }
    }

    private static Definition definition(
            String name,
            AnnotationInstance annotation,
            Map<String, Setting> settings,
            Location at) {
        Map<String, Setting> parameters = new LinkedHashMap<>();
        AnnotationValue given = annotation.value("initParams");
        if (given != null) {
            for (AnnotationInstance parameter : given.asNestedArray()) {
                parameters.put(
                        parameter.value("name").asString(),
                        new Setting(parameter.value("value").asString(), at));
            }
        }
        return new Definition(name, at, settings, parameters);
    }

    private List<String> patterns(AnnotationInstance annotation, String what, Location here) {
        List<String> value = texts(annotation, "value");
        List<String> patterns = texts(annotation, "urlPatterns");
        if (!value.isEmpty() && !patterns.isEmpty()) {
            problems.error(
                    here, "Servlet 6.1 §8.1: @" + what + " has value or urlPatterns, not both");
            return List.of();
        }
        Elements elements = new Elements(problems, name -> null);
        return (value.isEmpty() ? patterns : value)
                .stream().distinct().filter(p -> elements.pattern(p, here)).toList();
    }

    private static String text(AnnotationInstance annotation, String name, String fallback) {
        AnnotationValue value = annotation.value(name);
        return value == null || value.asString().isEmpty() ? fallback : value.asString();
    }

    private static List<String> texts(AnnotationInstance annotation, String name) {
        AnnotationValue value = annotation.value(name);
        return value == null ? List.of() : List.of(value.asStringArray());
    }
}
