package dev.serval.webapp;

import dev.serval.config.DescriptorXml;
import dev.serval.config.Location;
import dev.serval.config.XmlElement;
import dev.serval.webapp.WebXml.Draft;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Reads web.xml and web-fragment.xml of every version, 2.2 to 6.1. One thread, one file. The order
 * of elements is free, as it always was for Tomcat's users. Errors are what would make the
 * application another one than its author meant; what has no effect is named in a warning.
 */
final class WebXmlReader {
    private static final Set<String> VERSIONS =
            Set.of("2.2", "2.3", "2.4", "2.5", "3.0", "3.1", "4.0", "5.0", "6.0", "6.1");
    private static final String NAMES = "a look-up finds no resources";

    /** Elements that are known and do nothing yet, and what follows from it. */
    private static final Map<String, String> NO_EFFECT =
            Map.ofEntries(
                    Map.entry("ejb-ref", NAMES),
                    Map.entry("ejb-local-ref", NAMES),
                    Map.entry("service-ref", NAMES),
                    Map.entry("resource-ref", NAMES),
                    Map.entry("resource-env-ref", NAMES),
                    Map.entry("message-destination-ref", NAMES),
                    Map.entry("message-destination", NAMES),
                    Map.entry("persistence-context-ref", NAMES),
                    Map.entry("persistence-unit-ref", NAMES),
                    Map.entry("data-source", NAMES),
                    Map.entry("jms-connection-factory", NAMES),
                    Map.entry("jms-destination", NAMES),
                    Map.entry("mail-session", NAMES),
                    Map.entry("connection-factory", NAMES),
                    Map.entry("administered-object", NAMES),
                    Map.entry("context-service", NAMES),
                    Map.entry("managed-executor", NAMES),
                    Map.entry("managed-scheduled-executor", NAMES),
                    Map.entry("managed-thread-factory", NAMES),
                    Map.entry("post-construct", "the method is not called"),
                    Map.entry("pre-destroy", "the method is not called"));

    private static final Set<String> READ =
            Set.of(
                    "display-name",
                    "distributable",
                    "context-param",
                    "env-entry",
                    "filter",
                    "filter-mapping",
                    "listener",
                    "servlet",
                    "servlet-mapping",
                    "session-config",
                    "mime-mapping",
                    "welcome-file-list",
                    "error-page",
                    "locale-encoding-mapping-list",
                    "jsp-config",
                    "taglib",
                    "security-constraint",
                    "login-config",
                    "security-role",
                    "request-character-encoding",
                    "response-character-encoding",
                    "default-context-path",
                    "deny-uncovered-http-methods",
                    "absolute-ordering",
                    "ordering",
                    "name",
                    "module-name");

    private final boolean fragment;
    private final Elements elements;
    private final Draft draft;
    private final ServletElements servlets;
    private final SecurityElements security;
    private final SessionElements sessions;
    private final EnvEntryElements environment;
    private final JspElements pages;

    private WebXmlReader(boolean fragment, Elements elements, Draft draft) {
        this.fragment = fragment;
        this.elements = elements;
        this.draft = draft;
        this.servlets = new ServletElements(elements, draft);
        this.security = new SecurityElements(elements, draft);
        this.sessions = new SessionElements(elements, draft);
        this.environment = new EnvEntryElements(elements, draft);
        this.pages = new JspElements(elements, draft);
    }

    /**
     * A web.xml; null when an error was added.
     *
     * @param shown the file as people know it
     */
    static WebXml webXml(byte[] bytes, String shown, Problems problems) {
        return read(bytes, shown, false, problems, System::getProperty);
    }

    /** The same for a web-fragment.xml. */
    static WebXml fragment(byte[] bytes, String shown, Problems problems) {
        return read(bytes, shown, true, problems, System::getProperty);
    }

    static WebXml read(
            byte[] bytes,
            String shown,
            boolean fragment,
            Problems problems,
            UnaryOperator<String> properties) {
        XmlElement root = DescriptorXml.read(bytes, shown, problems.all);
        if (root == null) {
            return null;
        }
        String expected = fragment ? "web-fragment" : "web-app";
        if (!root.name.equals(expected)) {
            problems.error(root.at, "the root element is " + root.name + " and not " + expected);
            return null;
        }
        int before = problems.all.size();
        Draft draft = new Draft(root.at);
        Elements elements =
                new Elements(problems, name -> name.isEmpty() ? null : properties.apply(name));
        new WebXmlReader(fragment, elements, draft).root(root);
        boolean failed =
                problems.all.subList(before, problems.all.size()).stream()
                        .anyMatch(p -> p.severity() == dev.serval.config.Problem.Severity.ERROR);
        return failed ? null : draft.toWebXml();
    }

    private void root(XmlElement root) {
        draft.version = root.raw("version");
        if (draft.version != null && !VERSIONS.contains(draft.version.strip())) {
            elements.problems()
                    .warning(
                            root.attributes.get("version").at(),
                            "version "
                                    + draft.version
                                    + " is not known; the file is read as one of version 6.1");
            draft.version = null;
        }
        draft.metadataComplete =
                root.raw("metadata-complete") != null
                        && Boolean.parseBoolean(root.raw("metadata-complete").strip());
        root.children.forEach(child -> child(root, child));
        for (Definition servlet : draft.servlets.values()) {
            if (FileServlet.is(servlet)) {
                InitParameterWarnings.ofFiles(servlet, elements.problems());
            } else if (Contribution.isWebdav(servlet)) {
                InitParameterWarnings.ofWebdav(servlet, elements.problems());
            } else if (Contribution.isPages(servlet)) {
                InitParameterWarnings.ofPages(servlet, elements.problems());
            }
        }
    }

    private void child(XmlElement root, XmlElement e) {
        switch (e.name) {
            case "display-name" -> once(WebXml.DISPLAY_NAME, e);
            case "distributable" ->
                    draft.settings.put(WebXml.DISTRIBUTABLE, new Setting("true", e.at));
            case "request-character-encoding" -> encoding(WebXml.REQUEST_ENCODING, e);
            case "response-character-encoding" -> encoding(WebXml.RESPONSE_ENCODING, e);
            case "context-param" -> servlets.parameter(e, draft.contextParameters, true);
            case "env-entry" -> environment.envEntry(e);
            case "listener" -> listener(e);
            case "filter" -> servlets.filter(e);
            case "filter-mapping" -> servlets.filterMapping(e);
            case "servlet" -> servlets.servlet(e);
            case "servlet-mapping" -> servlets.servletMapping(e);
            case "session-config" -> sessions.config(e);
            case "mime-mapping" -> mimeMapping(e);
            case "welcome-file-list" -> welcomeFiles(e);
            case "error-page" -> errorPage(e);
            case "locale-encoding-mapping-list" -> localeEncodings(e);
            case "jsp-config" -> pages.config(e);
            case "taglib" -> pages.taglib(e);
            case "security-constraint" -> security.constraint(e);
            case "login-config" -> security.login(e);
            case "security-role" -> security.role(e);
            case "deny-uncovered-http-methods" -> draft.denyUncovered = true;
            case "absolute-ordering" -> absoluteOrdering(root, e);
            case "ordering" -> ordering(root, e);
            case "name" -> name(root, e);
            case "description", "icon", "default-context-path", "module-name" -> {}
            default -> other(root, e);
        }
    }

    private void other(XmlElement root, XmlElement e) {
        String consequence = NO_EFFECT.get(e.name);
        if (consequence != null) {
            elements.noEffect(e, consequence);
        } else {
            Set<String> known = new TreeSet<>(READ);
            known.addAll(NO_EFFECT.keySet());
            elements.unknown(root, e, known);
        }
    }

    private void once(String path, XmlElement e) {
        draft.settings.putIfAbsent(path, elements.setting(e));
    }

    private void encoding(String path, XmlElement e) {
        String name = elements.text(e);
        if (Charsets.known(name)) {
            once(path, e);
        } else {
            elements.problems().error(e.at, e.name + ": there is no character set '" + name + "'");
        }
    }

    private void listener(XmlElement e) {
        elements.check(e, "listener-class");
        String name = elements.needed(e, "listener-class");
        if (name != null) {
            draft.listeners.add(new Setting(name, e.at));
        }
    }

    private void mimeMapping(XmlElement e) {
        elements.check(e, "extension", "mime-type");
        String extension = elements.needed(e, "extension");
        String type = elements.needed(e, "mime-type");
        if (extension != null && type != null) {
            draft.mimeTypes.put(extension, new Setting(type, e.at));
        }
    }

    private void welcomeFiles(XmlElement e) {
        elements.check(e, "welcome-file");
        for (XmlElement file : e.children("welcome-file")) {
            String name = elements.text(file);
            if (name.isEmpty() || name.startsWith("/") || name.endsWith("/")) {
                elements.problems()
                        .warning(
                                file.at,
                                "Servlet 6.1 §10.10: the welcome-file '"
                                        + name
                                        + "' is ignored: it neither begins nor ends with a slash");
            } else if (!draft.welcomeFiles.contains(name)) {
                draft.welcomeFiles.add(name);
            }
        }
    }

    private void errorPage(XmlElement e) {
        elements.check(e, "error-code", "exception-type", "location");
        String location = elements.needed(e, "location");
        String code = elements.optional(e, "error-code");
        String exception = elements.optional(e, "exception-type");
        if (code != null && !elements.number(code, e.at, "error-code", 100, 999)) {
            return;
        }
        if (code != null && exception != null) {
            elements.problems()
                    .error(e.at, "an error-page has an error-code or an exception-type, not both");
        } else if (location != null && !location.startsWith("/")) {
            elements.problems()
                    .error(e.at, "the location of an error-page begins with a slash: " + location);
        } else if (location != null) {
            int status = code == null ? 0 : Integer.parseInt(code);
            draft.errorPages.add(new ErrorPage(status, exception, location, e.at));
        }
    }

    private void localeEncodings(XmlElement e) {
        elements.check(e, "locale-encoding-mapping");
        for (XmlElement mapping : e.children("locale-encoding-mapping")) {
            elements.check(mapping, "locale", "encoding");
            String locale = elements.needed(mapping, "locale");
            String encoding = elements.needed(mapping, "encoding");
            if (encoding != null && !Charsets.known(encoding)) {
                elements.problems()
                        .error(
                                mapping.at,
                                "encoding: there is no character set '" + encoding + "'");
            } else if (locale != null && encoding != null) {
                draft.encodings.put(locale, new Setting(encoding, mapping.at));
            }
        }
    }

    private void name(XmlElement root, XmlElement e) {
        if (fragment) {
            draft.name = elements.text(e);
        } else {
            elements.unknown(root, e, READ);
        }
    }

    private void absoluteOrdering(XmlElement root, XmlElement e) {
        if (fragment) {
            elements.problems()
                    .warning(e.at, "absolute-ordering belongs into web.xml; it is ignored");
            return;
        }
        elements.check(e, "name", "others");
        List<String> names = new ArrayList<>();
        for (XmlElement child : e.children) {
            if (child.name.equals("name")) {
                names.add(elements.text(child));
            } else if (child.name.equals("others")) {
                names.add(Ordering.OTHERS);
            }
        }
        draft.ordering = new Ordering(names, Set.of(), Set.of());
    }

    private void ordering(XmlElement root, XmlElement e) {
        if (!fragment) {
            elements.problems()
                    .warning(e.at, "ordering belongs into a web-fragment.xml; it is ignored");
            return;
        }
        elements.check(e, "before", "after");
        draft.ordering = new Ordering(null, side(e, "before"), side(e, "after"));
    }

    private Set<String> side(XmlElement ordering, String side) {
        Set<String> names = new LinkedHashSet<>();
        for (XmlElement e : ordering.children(side)) {
            elements.check(e, "name", "others");
            e.children("name").forEach(name -> names.add(elements.text(name)));
            if (Elements.child(e, "others") != null) {
                names.add(Ordering.OTHERS);
            }
        }
        return names;
    }

    /** Where a file as a whole is. */
    static Location whole(String shown) {
        return new Location(shown, 0, 0);
    }
}
