package dev.serval.servlet.settings;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What the server's configuration can switch on or off for an application: the names and, unless
 * {@link #reason} says why not, the defaults of Tomcat's attributes of {@code Context}.
 */
public enum ContextRule {
    /** See {@link #doc}, as for all of them. */
    USE_RELATIVE_REDIRECTS(
            "useRelativeRedirects",
            true,
            "Whether a Location is what the application gave to sendRedirect; otherwise, and for"
                    + " HTTP/1.0, it is made an absolute URL."),
    SEND_REDIRECT_BODY(
            "sendRedirectBody",
            true,
            "Whether sendRedirect sends a short note with a link.",
            "HttpServletResponse.sendRedirect of Servlet 6.1 says so"),
    CROSS_CONTEXT(
            "crossContext",
            false,
            "Whether ServletContext.getContext gives the other applications of the host, so that"
                    + " requests can be forwarded to them and they can be included."),
    CONTEXT_GET_RESOURCE_REQUIRES_SLASH(
            "contextGetResourceRequiresSlash",
            true,
            "Whether the paths of ServletContext.getResource, getResourceAsStream and"
                    + " getResourcePaths must begin with a slash; otherwise it is added.",
            "Servlet 6.1 §4.6 says so"),
    FIRE_REQUEST_LISTENERS_ON_FORWARDS(
            "fireRequestListenersOnForwards",
            false,
            "Whether a ServletRequestListener is told of forwards within the application, too."),
    FAIL_CTX_IF_SERVLET_START_FAILS(
            "failCtxIfServletStartFails",
            true,
            "Whether an application is not served when a servlet with load-on-startup fails;"
                    + " otherwise only this servlet is not.",
            "what is half started is found out by its users"),
    ALLOW_CASUAL_MULTIPART_PARSING(
            "allowCasualMultipartParsing",
            false,
            "Whether multipart bodies are parsed for servlets without multipart-config, within the"
                    + " limits of the Connector."),
    CREATE_UPLOAD_TARGETS(
            "createUploadTargets",
            false,
            "Whether the location of a multipart-config is created where it is missing."),
    DENY_UNCOVERED_HTTP_METHODS(
            "denyUncoveredHttpMethods",
            false,
            "As if its web.xml had the element deny-uncovered-http-methods."),
    DELEGATE(
            "delegate",
            false,
            "Whether classes and resources of lib are looked for before those of the application;"
                    + " Loader says it, too."),
    PRIVILEGED(
            "privileged",
            false,
            "Whether the application sees dev.serval.operations, and finds in its ServletContext"
                    + " what it takes to manage the server: for the manager alone, since it may"
                    + " then do all that the server may."),
    LOG_NOT_FOUND(
            "logNotFound",
            false,
            "Whether the log tells of each request that is answered 404, with its path and the"
                    + " page that led to it (Referer), both without queries and path"
                    + " parameters, which may hold secrets; 20 a minute at most, the others are"
                    + " counted.");

    private final String attribute;
    private final boolean standard;
    private final String doc;
    private final String reason;

    ContextRule(String attribute, boolean standard, String doc) {
        this(attribute, standard, doc, null);
    }

    /**
     * @param reason why the default is not that of Tomcat; null if it is the same
     */
    ContextRule(String attribute, boolean standard, String doc, String reason) {
        this.attribute = attribute;
        this.standard = standard;
        this.doc = doc;
        this.reason = reason;
    }

    /** Tomcat's name where Tomcat has it. */
    public String attribute() {
        return attribute;
    }

    /** Whether it is on by default. */
    public boolean standard() {
        return standard;
    }

    /** What it does if it is on. */
    public String doc() {
        return doc;
    }

    /** Why the default is not that of Tomcat; null if it is the same. */
    public String reason() {
        return reason;
    }

    /** The rules that are on by default. */
    static Set<ContextRule> defaults() {
        Set<ContextRule> on = EnumSet.noneOf(ContextRule.class);
        for (ContextRule rule : values()) {
            if (rule.standard) {
                on.add(rule);
            }
        }
        return Collections.unmodifiableSet(on);
    }
}
