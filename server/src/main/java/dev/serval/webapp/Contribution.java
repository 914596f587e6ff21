package dev.serval.webapp;

import dev.serval.servlet.ContextBuilder;
import dev.serval.servlet.registration.Pages;
import dev.serval.servlet.settings.ComponentSettings;
import dev.serval.session.SessionSettings;
import dev.serval.settings.NearestName;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletSecurityElement;
import jakarta.servlet.SessionTrackingMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Passes the content of a descriptor to a {@link ContextBuilder}. Used by one thread. */
final class Contribution {
    private static final String FILES = FileServlet.NAME;
    // The name of a servlet for files that is declared as default, but is not the default servlet.
    private static final String OTHER_FILES = "dev.serval.default";
    static final String PAGES = "jsp";
    static final String SAME_SITE = WebXml.COOKIE + "attribute/samesite";
    private static final Set<String> WEBDAV_CLASSES =
            Set.of("org.apache.catalina.servlets.WebdavServlet", "dev.serval.webdav.WebdavServlet");
    private static final String TOMCAT_FILTERS = "org.apache.catalina.filters.";

    private final WebXml xml;
    private final Map<String, Optional<ServletSecurityElement>> annotated;
    private final Problems problems;
    private final Pages pages;

    /**
     * @param annotated what annotations say of the security of servlets, by their names
     * @param pages the engine that executes pages
     */
    Contribution(
            WebXml xml,
            Map<String, Optional<ServletSecurityElement>> annotated,
            Pages pages,
            Problems problems) {
        this.xml = xml;
        this.annotated = annotated;
        this.pages = pages;
        this.problems = problems;
    }

    /** Adds an error for every reference to a missing definition. */
    static void check(WebXml xml, Problems problems) {
        for (ServletMapping mapping : xml.servletMappings()) {
            String name = mapping.servlet();
            boolean ours = name.equals(FILES) || name.equals(PAGES);
            if (!xml.servlets().containsKey(name) && !ours) {
                problems.error(
                        mapping.at(),
                        "servlet-mapping names the servlet "
                                + name
                                + ", which is not defined"
                                + NearestName.hint(name, xml.servlets().keySet()));
            }
        }
        for (FilterMapping mapping : xml.filterMappings()) {
            if (!xml.filters().containsKey(mapping.filter())) {
                problems.error(
                        mapping.at(),
                        "filter-mapping names the filter "
                                + mapping.filter()
                                + ", which is not defined"
                                + NearestName.hint(mapping.filter(), xml.filters().keySet()));
            }
        }
    }

    private static String className(Definition servlet) {
        return servlet.setting(Definition.CLASS);
    }

    private static boolean isPage(Definition servlet) {
        return servlet.settings().containsKey(Definition.PAGE) || isPages(servlet);
    }

    /** Whether it is the servlet of all pages, by Tomcat's name. */
    static boolean isPages(Definition servlet) {
        return className(servlet) == null
                ? servlet.name().equals(PAGES)
                : BroughtEngine.isKnown(className(servlet));
    }

    /** Whether it is the servlet for WebDAV, by Tomcat's name. */
    static boolean isWebdav(Definition servlet) {
        return className(servlet) != null && WEBDAV_CLASSES.contains(className(servlet));
    }

    /**
     * Whether a filter with a class is created: Tomcat's conf/web.xml declares its own filters for
     * code that maps them.
     */
    static boolean isUsed(Definition filter, WebXml xml) {
        return !filter.setting(Definition.FILTER_CLASS).startsWith(TOMCAT_FILTERS)
                || xml.filterMappings().stream().anyMatch(m -> m.filter().equals(filter.name()));
    }

    void to(ContextBuilder builder) {
        xml.contextParameters().forEach((name, s) -> builder.initParameter(name, s.value()));
        xml.mimeTypes().forEach((extension, s) -> builder.mimeType(extension, s.value()));
        if (xml.version() != null) {
            builder.specification(xml.version().strip());
        }
        xml.encodings().forEach((locale, s) -> builder.localeEncoding(locale, s.value()));
        if (xml.setting(WebXml.DISPLAY_NAME) != null) {
            builder.displayName(xml.setting(WebXml.DISPLAY_NAME));
        }
        if (!xml.welcomeFiles().isEmpty()) {
            builder.welcomeFiles(xml.welcomeFiles());
        }
        if (xml.setting(WebXml.REQUEST_ENCODING) != null) {
            builder.requestEncoding(xml.setting(WebXml.REQUEST_ENCODING));
        }
        if (xml.setting(WebXml.RESPONSE_ENCODING) != null) {
            builder.responseEncoding(xml.setting(WebXml.RESPONSE_ENCODING));
        }
        builder.sessions(sessions(xml, builder.sessions()));
        builder.jspConfig(xml.jspConfig());
        builder.pages(pages);
        xml.listeners().forEach(listener -> builder.listenerClass(listener.value()));
        servlets(builder);
        filters(builder);
        xml.errorPages().forEach(p -> builder.errorPage(p.status(), p.exception(), p.path()));
        builder.components(components());
        security(builder);
    }

    private ComponentSettings components() {
        Map<String, String> begin = new LinkedHashMap<>();
        Map<String, String> end = new LinkedHashMap<>();
        List<ComponentSettings.Target> targets = new ArrayList<>();
        xml.postConstruct().forEach(c -> begin.put(c.className(), c.method()));
        xml.preDestroy().forEach(c -> end.put(c.className(), c.method()));
        for (Reference reference : xml.references().values()) {
            for (InjectionTarget target : reference.targets()) {
                targets.add(
                        new ComponentSettings.Target(
                                target.className(), target.member(), reference.name()));
            }
        }
        return new ComponentSettings(!xml.metadataComplete(), begin, end, targets);
    }

    private void servlets(ContextBuilder builder) {
        Map<String, String> names = new LinkedHashMap<>();
        Definition behindAll = FileServlet.behindAll(xml);
        Map<String, String> ofFiles = behindAll == null ? Map.of() : values(behindAll.parameters());
        ofFiles.forEach(builder::fileParameter);
        for (Definition servlet : xml.servlets().values()) {
            String name = servlet.name();
            if (!servlet.enabled()) {
                continue;
            }
            if (FileServlet.is(servlet)) {
                boolean same =
                        values(servlet.parameters()).equals(ofFiles)
                                || !FileServlet.isMapped(name, xml);
                String own = name.equals(FILES) ? OTHER_FILES : name;
                names.put(name, same ? FILES : own);
                if (!same) {
                    builder.fileServlet(own, values(servlet.parameters()));
                }
            } else if (isWebdav(servlet)) {
                builder.webdavServlet(name, values(servlet.parameters()));
                names.put(name, name);
            } else if (isPage(servlet)) {
                page(servlet, builder);
                names.put(name, name);
            } else if (className(servlet) == null) {
                builder.preliminaryServlet(
                        name,
                        servlet.at().toString(),
                        loadOnStartup(servlet),
                        servlet.is(Definition.ASYNC),
                        values(servlet.parameters()),
                        multipart(servlet));
                names.put(name, name);
            } else {
                builder.servletClass(
                        name,
                        className(servlet),
                        loadOnStartup(servlet),
                        servlet.is(Definition.ASYNC),
                        values(servlet.parameters()),
                        multipart(servlet));
                names.put(name, name);
            }
        }
        for (ServletMapping mapping : xml.servletMappings()) {
            String name = names.get(mapping.servlet());
            if (name == null && !xml.servlets().containsKey(mapping.servlet())) {
                name = mapping.servlet(); // the server's own, by its Tomcat name
                if (name.equals(PAGES)) {
                    page(new Definition(PAGES, mapping.at(), Map.of(), Map.of()), builder);
                    names.put(PAGES, PAGES);
                }
            }
            if (name == null) {
                continue; // not enabled
            }
            List<String> patterns = new ArrayList<>(mapping.patterns());
            if (name.equals(FILES)) {
                patterns.remove("/"); // it is mapped anyway
            }
            if (!patterns.isEmpty()) {
                builder.servletMapping(name, patterns.toArray(String[]::new));
            }
        }
    }

    /** The servlet of all pages, or that of one page, which has one more parameter. */
    private void page(Definition servlet, ContextBuilder builder) {
        Map<String, String> parameters = new LinkedHashMap<>();
        String file = servlet.setting(Definition.PAGE);
        if (file != null) {
            Definition all = xml.servlets().get(PAGES);
            parameters.putAll(all == null ? Map.of() : values(all.parameters()));
            parameters.put(ContextBuilder.JSP_FILE, file);
        }
        parameters.putAll(values(servlet.parameters()));
        if (pages.brought() == null) {
            builder.pageServlet(
                    servlet.name(),
                    pages.servlet(),
                    pages.engine() == null ? -1 : loadOnStartup(servlet),
                    servlet.is(Definition.ASYNC),
                    parameters,
                    multipart(servlet));
            return;
        }
        String own = className(servlet);
        builder.servletClass(
                servlet.name(),
                // The JSP servlet may be one that Tomcat has and the application lacks.
                own == null || servlet.name().equals(PAGES) ? pages.brought() : own,
                loadOnStartup(servlet),
                servlet.is(Definition.ASYNC),
                parameters,
                multipart(servlet));
    }

    private static int loadOnStartup(Definition servlet) {
        String text = servlet.setting(Definition.LOAD);
        return text == null ? -1 : Math.max(-1, Integer.parseInt(text));
    }

    private static MultipartConfigElement multipart(Definition servlet) {
        if (servlet.setting(Definition.MULTIPART) == null) {
            return null;
        }
        String location = servlet.setting(Definition.MULTIPART + "/location");
        return new MultipartConfigElement(
                location == null ? "" : location,
                number(servlet, "max-file-size", -1),
                number(servlet, "max-request-size", -1),
                (int) number(servlet, "file-size-threshold", 0));
    }

    private static long number(Definition servlet, String element, long fallback) {
        String text = servlet.setting(Definition.MULTIPART + "/" + element);
        return text == null ? fallback : Long.parseLong(text);
    }

    private static Map<String, String> values(Map<String, Setting> settings) {
        Map<String, String> values = new LinkedHashMap<>();
        settings.forEach((name, setting) -> values.put(name, setting.value()));
        return values;
    }

    private void filters(ContextBuilder builder) {
        for (Definition filter : xml.filters().values()) {
            String type = filter.setting(Definition.FILTER_CLASS);
            if (type == null) {
                builder.preliminaryFilter(
                        filter.name(),
                        filter.at().toString(),
                        filter.is(Definition.ASYNC),
                        values(filter.parameters()));
            } else if (isUsed(filter, xml)) {
                builder.filterClass(
                        filter.name(),
                        type,
                        filter.is(Definition.ASYNC),
                        values(filter.parameters()));
            }
        }
        for (FilterMapping mapping : xml.filterMappings()) {
            builder.filterMapping(
                    mapping.filter(),
                    mapping.dispatchers(),
                    mapping.patterns(),
                    mapping.servlets());
        }
    }

    private void security(ContextBuilder builder) {
        xml.constraints().forEach(builder::constraint);
        builder.denyUncoveredMethods(xml.denyUncovered());
        builder.roles(xml.roles());
        annotated.forEach((name, element) -> builder.servletSecurity(name, element.orElse(null)));
        for (Definition servlet : xml.servlets().values()) {
            if (servlet.setting(Definition.RUN_AS) != null) {
                builder.runAs(servlet.name(), servlet.setting(Definition.RUN_AS));
            }
            String prefix = Definition.ROLE_REF;
            servlet.settings()
                    .forEach(
                            (path, role) -> {
                                if (path.startsWith(prefix)) {
                                    String name = path.substring(prefix.length());
                                    builder.roleLink(servlet.name(), name, role.value());
                                }
                            });
        }
    }

    /**
     * @param own the settings where no descriptor says anything
     */
    static SessionSettings sessions(WebXml xml, SessionSettings own) {
        String timeout = xml.setting(WebXml.TIMEOUT);
        String secure = xml.setting(WebXml.COOKIE + "secure");
        String httpOnly = xml.setting(WebXml.COOKIE + "http-only");
        String sameSite = xml.setting(SAME_SITE);
        return new SessionSettings(
                timeout == null ? own.timeoutMinutes() : Integer.parseInt(timeout),
                or(xml.setting(WebXml.COOKIE + "name"), own.cookieName()),
                xml.setting(WebXml.COOKIE + "path"),
                xml.setting(WebXml.COOKIE + "domain"),
                httpOnly == null ? own.httpOnly() : Boolean.parseBoolean(httpOnly),
                // False means "if the request is secure": the attribute is never left out there.
                Boolean.parseBoolean(secure) ? Boolean.TRUE : null,
                or(sameSite, own.sameSite()),
                cookieAttributes(xml, own),
                tracking(xml, own),
                xml.setting(WebXml.DISTRIBUTABLE) != null);
    }

    private static Map<String, String> cookieAttributes(WebXml xml, SessionSettings own) {
        Map<String, String> attributes = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        attributes.putAll(own.cookieAttributes());
        String prefix = WebXml.COOKIE + "attribute/";
        xml.settings()
                .forEach(
                        (path, setting) -> {
                            if (path.startsWith(prefix)) {
                                attributes.put(path.substring(prefix.length()), setting.value());
                            }
                        });
        attributes.remove("samesite"); // it has a setting of its own
        if (xml.setting(WebXml.COOKIE + "max-age") != null) {
            attributes.put("Max-Age", xml.setting(WebXml.COOKIE + "max-age"));
        }
        return attributes;
    }

    private static Set<SessionTrackingMode> tracking(WebXml xml, SessionSettings own) {
        String text = xml.setting(WebXml.TRACKING);
        if (text == null) {
            return own.trackingModes();
        }
        Set<SessionTrackingMode> modes = EnumSet.noneOf(SessionTrackingMode.class);
        for (String mode : text.split(",")) {
            modes.add(SessionTrackingMode.valueOf(mode));
        }
        return modes;
    }

    private static String or(String given, String fallback) {
        return given == null ? fallback : given;
    }
}
