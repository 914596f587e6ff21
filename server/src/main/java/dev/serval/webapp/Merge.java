package dev.serval.webapp;

import dev.serval.settings.Location;
import dev.serval.webapp.WebXml.Draft;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Several sources of configuration as one (Servlet 6.1 §8.2.3). Used by one thread. The main source
 * wins; others add to it; if two others contradict each other and the main source says nothing,
 * that is an error.
 */
final class Merge {
    private final WebXml main;
    private final Draft all;
    private final Problems problems;
    private boolean distributable;
    private final Set<String> mappedServlets = new HashSet<>();
    private final Set<String> mappedFilters = new HashSet<>();

    Merge(WebXml main, Problems problems) {
        this.main = main;
        this.all = new Draft(main);
        this.problems = problems;
        this.distributable = main.settings().containsKey(WebXml.DISTRIBUTABLE);
        main.servletMappings().forEach(m -> mappedServlets.add(m.servlet()));
        main.filterMappings().forEach(m -> mappedFilters.add(m.filter()));
        twice(main);
    }

    /** A source over another one, for example a fragment over the annotations of its library. */
    static WebXml of(WebXml upper, WebXml lower, Problems problems) {
        Merge merge = new Merge(upper, problems);
        merge.add(lower, true, true);
        return merge.result();
    }

    /** Adds a fragment with what its annotations say. */
    void fragment(WebXml fragment) {
        add(fragment, true, true);
        // Servlet 6.1 §8.2.3: the application is distributable only if all fragments with a
        // descriptor are.
        boolean library = fragment.at().line() == 0;
        distributable &= library || fragment.settings().containsKey(WebXml.DISTRIBUTABLE);
        if (!distributable) {
            all.settings.remove(WebXml.DISTRIBUTABLE);
        }
    }

    /** Adds the defaults, which apply unless the application has a setting of its own. */
    void defaults(WebXml defaults) {
        add(defaults, false, all.welcomeFiles.isEmpty());
    }

    WebXml result() {
        return all.toWebXml();
    }

    private void add(WebXml from, boolean strict, boolean welcome) {
        settings(main.settings(), all.settings, offered(from), strict, "");
        settings(
                main.contextParameters(),
                all.contextParameters,
                from.contextParameters(),
                strict,
                "context-param ");
        references(from, strict);
        settings(main.mimeTypes(), all.mimeTypes, from.mimeTypes(), strict, "mime-mapping ");
        settings(main.encodings(), all.encodings, from.encodings(), strict, "encoding of ");
        definitions(main.servlets(), all.servlets, from.servlets(), strict, "servlet ");
        definitions(main.filters(), all.filters, from.filters(), strict, "filter ");
        servletMappings(from, strict);
        for (FilterMapping mapping : from.filterMappings()) {
            if (!mappedFilters.contains(mapping.filter())) {
                all.filterMappings.add(mapping);
            }
        }
        for (Setting listener : from.listeners()) {
            if (all.listeners.stream().noneMatch(l -> l.value().equals(listener.value()))) {
                all.listeners.add(listener);
            }
        }
        errorPages(from, strict);
        if (welcome) {
            for (String name : from.welcomeFiles()) {
                if (!all.welcomeFiles.contains(name)) {
                    all.welcomeFiles.add(name);
                }
            }
        }
        all.constraints.addAll(from.constraints());
        all.denyUncovered |= from.denyUncovered();
        all.roles.addAll(from.roles());
        if (from.jspConfig() != null) {
            all.jspConfig =
                    all.jspConfig == null ? from.jspConfig() : all.jspConfig.and(from.jspConfig());
        }
        // If web.xml has any of them, only its own count.
        if (main.postConstruct().isEmpty()) {
            add(from.postConstruct(), all.postConstruct);
        }
        if (main.preDestroy().isEmpty()) {
            add(from.preDestroy(), all.preDestroy);
        }
    }

    /** Adds at most one for each class. */
    private static void add(List<Callback> callbacks, List<Callback> into) {
        for (Callback callback : callbacks) {
            if (into.stream().noneMatch(c -> c.className().equals(callback.className()))) {
                into.add(callback);
            }
        }
    }

    /** The settings without those of a login-config, if the main source has such an element. */
    private Map<String, Setting> offered(WebXml from) {
        boolean decided =
                main.settings().keySet().stream().anyMatch(k -> k.startsWith(WebXml.LOGIN_CONFIG));
        if (!decided) {
            return from.settings();
        }
        Map<String, Setting> offered = new LinkedHashMap<>(from.settings());
        offered.keySet().removeIf(key -> key.startsWith(WebXml.LOGIN_CONFIG));
        return offered;
    }

    private void settings(
            Map<String, Setting> ofMain,
            Map<String, Setting> into,
            Map<String, Setting> from,
            boolean strict,
            String what) {
        from.forEach(
                (name, setting) -> {
                    Setting other = into.putIfAbsent(name, setting);
                    boolean differs = other != null && !other.value().equals(setting.value());
                    boolean forPeople = name.equals(WebXml.DISPLAY_NAME);
                    if (strict && differs && !forPeople && !ofMain.containsKey(name)) {
                        conflict(setting.at(), what + name, other.at());
                    }
                });
    }

    /** The upper reference counts, and is injected into the targets of both. */
    private void references(WebXml from, boolean strict) {
        from.references()
                .forEach(
                        (name, given) -> {
                            Reference other = all.references.putIfAbsent(name, given);
                            if (other == null) {
                                return;
                            }
                            boolean decided = main.references().containsKey(name);
                            if (strict && !decided && other.contradicts(given)) {
                                conflict(given.at(), given.element() + " " + name, other.at());
                            }
                            all.references.put(name, other.with(given.targets()));
                        });
    }

    private void conflict(Location at, String what, Location other) {
        problems.error(
                at,
                "Servlet 6.1 §8.2.3: "
                        + what
                        + " contradicts the one at "
                        + other
                        + "; web.xml can decide by having it too");
    }

    private void definitions(
            Map<String, Definition> ofMain,
            Map<String, Definition> into,
            Map<String, Definition> from,
            boolean strict,
            String what) {
        from.forEach(
                (name, given) -> {
                    Definition other = into.get(name);
                    if (other == null) {
                        into.put(name, given);
                        return;
                    }
                    Definition decided = ofMain.get(name);
                    Map<String, Setting> settings = new LinkedHashMap<>(other.settings());
                    Map<String, Setting> parameters = new LinkedHashMap<>(other.parameters());
                    Map<String, Setting> offered = new LinkedHashMap<>(given.settings());
                    boolean whole =
                            settings.containsKey(Definition.CLASS)
                                    || settings.containsKey(Definition.PAGE);
                    if (whole && decided != null) {
                        // A page in one place and a class in another: the upper one counts.
                        offered.remove(Definition.CLASS);
                        offered.remove(Definition.PAGE);
                    }
                    if (settings.containsKey(Definition.MULTIPART)) {
                        offered.keySet().removeIf(key -> key.startsWith(Definition.MULTIPART));
                    }
                    settings(
                            decided == null ? Map.of() : decided.settings(),
                            settings,
                            offered,
                            strict,
                            what + name + ": ");
                    settings(
                            decided == null ? Map.of() : decided.parameters(),
                            parameters,
                            given.parameters(),
                            strict,
                            what + name + ": init-param ");
                    into.put(name, new Definition(name, other.at(), settings, parameters));
                });
    }

    private void servletMappings(WebXml from, boolean strict) {
        Map<String, ServletMapping> taken = new HashMap<>();
        all.servletMappings.forEach(m -> m.patterns().forEach(p -> taken.put(p, m)));
        Set<String> decided = new HashSet<>();
        main.servletMappings().forEach(m -> decided.addAll(m.patterns()));
        for (ServletMapping mapping : from.servletMappings()) {
            if (strict && mappedServlets.contains(mapping.servlet())) {
                continue;
            }
            for (String pattern : mapping.patterns()) {
                ServletMapping other = taken.get(pattern);
                if (other == null) {
                    continue;
                }
                boolean same = other.servlet().equals(mapping.servlet());
                if (strict && !same && !decided.contains(pattern)) {
                    twice(mapping, pattern, other);
                }
            }
            var left = mapping.patterns().stream().filter(p -> !taken.containsKey(p)).toList();
            if (!left.isEmpty()) {
                ServletMapping kept = new ServletMapping(mapping.servlet(), left, mapping.at());
                all.servletMappings.add(kept);
                left.forEach(p -> taken.put(p, kept));
            }
        }
    }

    private void twice(WebXml xml) {
        Map<String, ServletMapping> taken = new HashMap<>();
        for (ServletMapping mapping : xml.servletMappings()) {
            for (String pattern : mapping.patterns()) {
                ServletMapping other = taken.putIfAbsent(pattern, mapping);
                if (other != null && !other.servlet().equals(mapping.servlet())) {
                    twice(mapping, pattern, other);
                }
            }
        }
    }

    private void twice(ServletMapping mapping, String pattern, ServletMapping other) {
        problems.error(
                mapping.at(),
                "Servlet 6.1 §12.2: the url-pattern "
                        + pattern
                        + " belongs to servlet "
                        + mapping.servlet()
                        + " and to servlet "
                        + other.servlet()
                        + " at "
                        + other.at());
    }

    private void errorPages(WebXml from, boolean strict) {
        Set<String> decided = new HashSet<>();
        main.errorPages().forEach(page -> decided.add(page.key()));
        for (ErrorPageMapping page : from.errorPages()) {
            ErrorPageMapping other =
                    all.errorPages.stream()
                            .filter(p -> p.key().equals(page.key()))
                            .findFirst()
                            .orElse(null);
            if (other == null) {
                all.errorPages.add(page);
            } else if (strict
                    && !other.path().equals(page.path())
                    && !decided.contains(page.key())) {
                conflict(page.at(), "error-page " + page.key(), other.at());
            }
        }
    }
}
