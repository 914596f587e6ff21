package dev.serval.webapp;

import dev.serval.config.xml.DescriptorXml;
import dev.serval.config.xml.Problem.Severity;
import dev.serval.config.xml.XmlElement;
import dev.serval.settings.Location;
import dev.serval.webapp.WebXml.Draft;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Reads web.xml and web-fragment.xml of every version, 2.2 to 6.1. Used by one thread, for one
 * file. The order of elements is free (Servlet 6.1 §14.2). Anything that would make the application
 * different from what its author meant is an error; an element without effect gets a warning.
 */
final class WebXmlReader {
    private static final Set<String> VERSIONS =
            Set.of("2.2", "2.3", "2.4", "2.5", "3.0", "3.1", "4.0", "5.0", "6.0", "6.1");
    private static final String NAMES = "a look-up finds no resources";
    private static final String OLD = "Web Application 2.2//";

    /** Elements that may occur once at most (Servlet 6.1 §8.2.2, §14.2). */
    private static final Set<String> ONCE =
            Set.of(
                    "session-config",
                    "login-config",
                    "jsp-config",
                    "name",
                    "ordering",
                    "absolute-ordering");

    /** The same; a repetition with the same meaning is only a warning. */
    private static final Set<String> ONCE_MEANT =
            Set.of(
                    "module-name",
                    "default-context-path",
                    "deny-uncovered-http-methods",
                    "request-character-encoding",
                    "response-character-encoding");

    /** Elements that are known and have no effect yet, each with the consequence. */
    private static final Map<String, String> NO_EFFECT =
            Map.ofEntries(
                    Map.entry("message-destination", NAMES),
                    Map.entry("context-service", NAMES),
                    Map.entry("managed-executor", NAMES),
                    Map.entry("managed-scheduled-executor", NAMES),
                    Map.entry("managed-thread-factory", NAMES));

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
                    "module-name",
                    "post-construct",
                    "pre-destroy");

    private final boolean fragment;
    private final Elements elements;
    private final Draft draft;
    private final ServletElements servlets;
    private final SecurityElements security;
    private final SessionElements sessions;
    private final ReferenceElements references;
    private final JspElements pages;
    private final FileElements files;
    private final OrderingElements order;

    private WebXmlReader(boolean fragment, Elements elements, Draft draft, boolean isOld) {
        this.fragment = fragment;
        this.elements = elements;
        this.draft = draft;
        this.servlets = new ServletElements(elements, draft, isOld);
        this.security = new SecurityElements(elements, draft, servlets);
        this.sessions = new SessionElements(elements, draft);
        this.references = new ReferenceElements(elements, draft);
        this.pages = new JspElements(elements, draft);
        this.files = new FileElements(elements, draft);
        this.order = new OrderingElements(fragment, elements, draft);
    }

    /**
     * A web.xml; null if an error was added.
     *
     * @param shown the file's name in messages
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
        int before = problems.all.size();
        WebXml xml = asFarAsRead(bytes, shown, fragment, problems, properties);
        boolean failed =
                problems.all.subList(before, problems.all.size()).stream()
                        .anyMatch(p -> p.severity() == Severity.ERROR);
        return failed ? null : xml;
    }

    /**
     * The same, but with errors it returns what could be read, for code that reports all mistakes;
     * null if nothing could be read.
     */
    static WebXml asFarAsRead(byte[] bytes, String shown, boolean fragment, Problems problems) {
        return asFarAsRead(bytes, shown, fragment, problems, System::getProperty);
    }

    private static WebXml asFarAsRead(
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
        Draft draft = new Draft(root.at);
        Elements elements =
                new Elements(problems, name -> name.isEmpty() ? null : properties.apply(name));
        String type = DescriptorXml.documentType(bytes);
        new WebXmlReader(fragment, elements, draft, type.contains(OLD)).root(root, type);
        return draft.toWebXml();
    }

    private void root(XmlElement root, String documentType) {
        draft.version = root.raw("version");
        if (draft.version == null && documentType.contains("Web Application 2.")) {
            draft.version = documentType.contains(OLD) ? "2.2" : "2.3";
        }
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
        multiplicity(root);
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

    private void multiplicity(XmlElement root) {
        Map<String, XmlElement> seen = new HashMap<>();
        for (XmlElement child : root.children) {
            XmlElement other = seen.putIfAbsent(child.name, child);
            if (other != null && ONCE.contains(child.name)) {
                elements.problems()
                        .error(
                                child.at,
                                "Servlet 6.1 §14.2: there is one element "
                                        + child.name
                                        + " at most, the first is at "
                                        + other.at);
            } else if (other != null && ONCE_MEANT.contains(child.name)) {
                elements.repeated(root, child, other);
            }
        }
    }

    private void child(XmlElement root, XmlElement e) {
        switch (e.name) {
            case "display-name" -> {
                if (!fragment) { // that of a fragment is only documentation (Servlet 6.1 §8.2.3)
                    once(WebXml.DISPLAY_NAME, e);
                }
            }
            case "distributable" ->
                    draft.settings.put(WebXml.DISTRIBUTABLE, new Setting("true", e.at));
            case "request-character-encoding" -> encoding(WebXml.REQUEST_ENCODING, e);
            case "response-character-encoding" -> encoding(WebXml.RESPONSE_ENCODING, e);
            case "context-param" -> servlets.parameter(e, draft.contextParameters, true);
            case "post-construct" -> references.callback(e, draft.postConstruct);
            case "pre-destroy" -> references.callback(e, draft.preDestroy);
            case "default-context-path" -> defaultPath(e);
            case "listener" -> listener(e);
            case "filter" -> servlets.filter(e);
            case "filter-mapping" -> servlets.filterMapping(e);
            case "servlet" -> servlets.servlet(e);
            case "servlet-mapping" -> servlets.servletMapping(e);
            case "session-config" -> sessions.config(e);
            case "mime-mapping" -> files.mimeMapping(e);
            case "welcome-file-list" -> files.welcomeFiles(e);
            case "error-page" -> files.errorPage(e);
            case "locale-encoding-mapping-list" -> files.localeEncodings(e);
            case "jsp-config" -> pages.config(e);
            case "taglib" -> pages.taglib(e);
            case "security-constraint" -> security.constraint(e);
            case "login-config" -> security.login(e);
            case "security-role" -> security.role(e);
            case "deny-uncovered-http-methods" -> draft.denyUncovered = true;
            case "absolute-ordering" -> order.absolute(e);
            case "ordering" -> order.relative(e);
            case "name" -> name(root, e);
            case "description", "icon", "module-name" -> {}
            default -> {
                if (!references.read(e)) {
                    other(root, e);
                }
            }
        }
    }

    private void other(XmlElement root, XmlElement e) {
        String consequence = NO_EFFECT.get(e.name);
        if (consequence != null) {
            elements.noEffect(e, consequence);
        } else {
            Set<String> known = new TreeSet<>(READ);
            known.addAll(NO_EFFECT.keySet());
            known.addAll(ReferenceElements.NAMES.keySet());
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

    /** A hint for the deployer; the name of the WAR or the context determines the path. */
    private void defaultPath(XmlElement e) {
        String path = elements.text(e);
        if (path.isEmpty() || path.startsWith("/") && path.length() > 1 && !path.endsWith("/")) {
            once(WebXml.DEFAULT_PATH, e);
        } else {
            elements.problems()
                    .error(
                            e.at,
                            "default-context-path is empty, or begins with a slash and does not"
                                    + " end with one, not '"
                                    + path
                                    + "'");
        }
    }

    /** Adds one listener for a class, however often the class is named (Servlet 6.1 §8.2.3). */
    private void listener(XmlElement e) {
        elements.check(e, "listener-class");
        String name = elements.needed(e, "listener-class");
        if (name != null && draft.listeners.stream().noneMatch(l -> l.value().equals(name))) {
            draft.listeners.add(new Setting(name, e.at));
        }
    }

    private void name(XmlElement root, XmlElement e) {
        if (fragment) {
            draft.name = elements.text(e);
        } else {
            elements.unknown(root, e, READ);
        }
    }

    /** The location of a file as a whole. */
    static Location whole(String shown) {
        return new Location(shown, 0, 0);
    }
}
