package dev.serval.servlet;

import dev.serval.files.FileSettings;
import dev.serval.files.Overlay;
import dev.serval.metrics.Metering;
import dev.serval.security.Authenticator;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.Realm;
import dev.serval.security.RealmSettings;
import dev.serval.security.SecurityConstraint;
import dev.serval.security.SingleSignOn;
import dev.serval.servlet.application.ErrorPages;
import dev.serval.servlet.application.Neighbours;
import dev.serval.servlet.registration.Pages;
import dev.serval.servlet.registration.Registrations;
import dev.serval.servlet.registration.UrlPattern;
import dev.serval.servlet.settings.ComponentSettings;
import dev.serval.servlet.settings.ContextSettings;
import dev.serval.session.SessionSettings;
import dev.serval.session.Sessions;
import dev.serval.valve.CallValve;
import dev.serval.valve.CompletionValve;
import dev.serval.valve.ErrorReport;
import jakarta.servlet.descriptor.JspConfigDescriptor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * Collects the description of a context; returned by {@link AppContext#builder}. Not thread-safe,
 * used once.
 */
public final class ContextBuilder extends ContextComponents {
    /** The init-param with the page of a JSP servlet, under Tomcat's name. */
    public static final String JSP_FILE = Registrations.JSP_FILE;

    private final ContextDescription said = new ContextDescription(given);
    private final Set<String> finalInitParameters = new HashSet<>();

    ContextBuilder(String path) {
        super(checkPath(path));
    }

    @Override
    ContextBuilder self() {
        return this;
    }

    /**
     * The directory of static files, WEB-INF and META-INF; by default there is none, and no file is
     * served.
     */
    public ContextBuilder docBase(Path directory) {
        said.docBase = directory;
        return this;
    }

    /**
     * The settings from the server's configuration, which precede those of descriptors; default
     * {@link ContextSettings#DEFAULTS}. Their sessions and encodings replace those that were set
     * here before.
     */
    public ContextBuilder settings(ContextSettings given) {
        said.settings = Objects.requireNonNull(given);
        said.sessions = given.sessions().defaults(given.cookies());
        said.requestEncoding = given.requestCharacterEncoding();
        said.responseEncoding = given.responseCharacterEncoding();
        return this;
    }

    /** The other applications of the host; default none. */
    public ContextBuilder neighbours(Neighbours others) {
        said.neighbours = Objects.requireNonNull(others);
        return this;
    }

    /** The result of {@code getServletContextName}; default null. */
    public ContextBuilder displayName(String name) {
        said.displayName = name;
        return this;
    }

    /**
     * The version of the specification that its descriptor is for: a digit, a dot, a digit. Default
     * 6.1 (Servlet 6.1 §4.4: what {@code getEffectiveMajorVersion} answers).
     */
    public ContextBuilder specification(String name) {
        if (!name.matches("[0-9][.][0-9]")) {
            throw new IllegalArgumentException("a version is like 6.1, not " + name);
        }
        said.specification = name;
        return this;
    }

    /**
     * The version, if several of one application are deployed: clients without a session get the
     * highest one. Default empty.
     */
    public ContextBuilder version(String name) {
        said.version = Objects.requireNonNull(name);
        return this;
    }

    /** The result of {@code getJspConfigDescriptor}; default null. */
    public ContextBuilder jspConfig(JspConfigDescriptor descriptorOrNull) {
        said.jspConfig = descriptorOrNull;
        return this;
    }

    /**
     * The settings for objects that the context makes; default {@link ComponentSettings#DEFAULTS}.
     */
    public ContextBuilder components(ComponentSettings settings) {
        said.components = Objects.requireNonNull(settings);
        return this;
    }

    public ContextBuilder initParameter(String name, String value) {
        Objects.requireNonNull(value);
        if (!finalInitParameters.contains(Objects.requireNonNull(name))) {
            said.initParameters.put(name, value);
        }
        return this;
    }

    /** An init-parameter that no later call changes. */
    public ContextBuilder finalInitParameter(String name, String value) {
        initParameter(name, value);
        finalInitParameters.add(name);
        return this;
    }

    /**
     * The page of an error (Servlet 6.1 §10.9). Throws IllegalArgumentException if the location
     * does not start with a slash, or if both status and type are given.
     *
     * @param statusOr0 the status that it is for; 0 for any, unless a type is given
     * @param exceptionTypeOrNull the name of a class of exceptions
     */
    public ContextBuilder errorPage(int statusOr0, String exceptionTypeOrNull, String location) {
        said.errorPages.add(new ErrorPages.Page(statusOr0, exceptionTypeOrNull, location));
        return this;
    }

    /** Who executes pages, also those of {@code addJspFile}; default nobody, they answer 501. */
    public ContextBuilder pages(Pages pages) {
        said.pages = Objects.requireNonNull(pages);
        return this;
    }

    /** The session settings so far. */
    public SessionSettings sessions() {
        return said.sessions;
    }

    /** The session settings; default {@link SessionSettings#DEFAULTS}. */
    public ContextBuilder sessions(SessionSettings settings) {
        said.sessions = Objects.requireNonNull(settings);
        return this;
    }

    /** Makes the sessions; default {@link Sessions}, in memory. */
    public ContextBuilder sessionMaker(Sessions.Maker maker) {
        said.sessionMaker = Objects.requireNonNull(maker);
        return this;
    }

    /** Whether a connector has TLS, so that sessions can be tracked by it; default false. */
    public ContextBuilder tls(boolean has) {
        said.tls = has;
        return this;
    }

    /** The encoding of request bodies that name none; null means that of the specification. */
    public ContextBuilder requestEncoding(String charset) {
        said.requestEncoding = charset;
        return this;
    }

    /** The encoding of responses that name none; null means that of the specification. */
    public ContextBuilder responseEncoding(String charset) {
        said.responseEncoding = charset;
        return this;
    }

    /**
     * The encoding that {@code setLocale} chooses.
     *
     * @param locale a language or language_COUNTRY
     */
    public ContextBuilder localeEncoding(String locale, String charset) {
        said.localeEncodings.put(
                Objects.requireNonNull(locale).replace('-', '_'), Objects.requireNonNull(charset));
        return this;
    }

    /**
     * Adds security constraints (Servlet 6.1 §13.8). Throws IllegalArgumentException for a
     * malformed pattern.
     */
    public ContextBuilder constraint(SecurityConstraint constraint) {
        for (SecurityConstraint.Collection collection : constraint.collections()) {
            collection.patterns().forEach(p -> UrlPattern.check(p, "a security constraint"));
        }
        said.constraints.add(constraint);
        return this;
    }

    /**
     * Whether methods that the constraints of a pattern do not mention are refused; default false.
     */
    public ContextBuilder denyUncoveredMethods(boolean deny) {
        said.denyUncovered = deny;
        return this;
    }

    /** The roles of the application, all of which the role {@code *} stands for. */
    public ContextBuilder roles(Collection<String> names) {
        said.roles.addAll(names);
        return this;
    }

    /** The realm of the users; by default that of the host. */
    public ContextBuilder realm(Realm realm, RealmSettings settings) {
        said.security =
                said.security.with(
                        Objects.requireNonNull(realm, "realm"),
                        Objects.requireNonNull(settings, "settings"));
        return this;
    }

    /** How users log in; by default only through the API. */
    public ContextBuilder authenticator(
            Authenticator authenticator, AuthenticatorSettings settings) {
        said.security =
                said.security.with(
                        Objects.requireNonNull(authenticator, "authenticator"),
                        Objects.requireNonNull(settings, "settings"));
        return this;
    }

    /** The logins that it shares with other applications; by default those of the host, if any. */
    public ContextBuilder singleSignOn(SingleSignOn logins) {
        said.security = said.security.with(logins);
        return this;
    }

    /** A jar whose META-INF/resources lie behind the files of the context. */
    public ContextBuilder resourceJar(Path jar) {
        said.resourceJars.add(Objects.requireNonNull(jar));
        return this;
    }

    /** Files that come before or after those of the context; in the order of these calls. */
    public ContextBuilder overlay(Overlay overlay) {
        said.overlays.add(Objects.requireNonNull(overlay));
        return this;
    }

    /**
     * Names that are tried in a directory, without slashes at either end; default index.html,
     * index.htm, index.jsp (Servlet 6.1 §10.10).
     */
    public ContextBuilder welcomeFiles(List<String> names) {
        for (String name : names) {
            if (name.isEmpty() || name.startsWith("/") || name.endsWith("/")) {
                throw new IllegalArgumentException(
                        "Servlet 6.1 §10.10: '" + name + "' is no welcome file");
            }
        }
        said.welcomeFiles = List.copyOf(names);
        return this;
    }

    /** The media type of an extension, which is given without its dot; before the built-in ones. */
    public ContextBuilder mimeType(String extension, String type) {
        said.mimeTypes.put(extension.toLowerCase(Locale.ROOT), Objects.requireNonNull(type));
        return this;
    }

    public ContextBuilder files(FileSettings settings) {
        said.files = Objects.requireNonNull(settings);
        return this;
    }

    /** The valves around its calls, the outermost first; null, the default, means none. */
    public ContextBuilder around(CallValve[] valves) {
        said.around = valves;
        return this;
    }

    /** Who counts its requests; nobody by default. */
    public ContextBuilder meter(Metering metering) {
        said.metering = metering;
        return this;
    }

    /**
     * The valves that are told of every exchange of the application; null, the default, means none.
     */
    public ContextBuilder completion(CompletionValve[] valves) {
        said.completion = valves;
        return this;
    }

    /** What answers its errors without a page; null, the default, leaves them to its host. */
    public ContextBuilder errorReport(ErrorReport report) {
        said.errorReport = report;
        return this;
    }

    /**
     * The directory that the application sees as {@code jakarta.servlet.context.tempdir}; created
     * at start; default none.
     */
    public ContextBuilder workDir(Path directory) {
        said.workDir = directory;
        return this;
    }

    /**
     * The result of {@code getServerInfo}: a name, a slash and a version; default that of this
     * server. Never sent to clients.
     */
    public ContextBuilder serverInfo(String text) {
        said.serverInfo = Objects.requireNonNull(text);
        return this;
    }

    /**
     * The result of {@code getVirtualServerName}: the same for all applications of a host, and
     * different for other hosts; default localhost.
     */
    public ContextBuilder hostName(String name) {
        said.hostName = Objects.requireNonNull(name);
        return this;
    }

    /** The class loader of the application's threads; default that of the caller's thread. */
    public ContextBuilder classLoader(ClassLoader loader) {
        said.classLoader = loader;
        return this;
    }

    /**
     * Throws IllegalArgumentException if there is a parameter or a pattern for an unknown servlet.
     */
    public AppContext build() {
        given.requireServlets(said.docBase != null);
        return new AppContext(said);
    }

    private static String checkPath(String path) {
        boolean root = path.isEmpty();
        boolean shaped = path.startsWith("/") && !path.endsWith("/") && !path.contains("//");
        boolean dotted =
                Arrays.stream(path.split("/", -1)).anyMatch(s -> s.equals(".") || s.equals(".."));
        boolean plain =
                path.chars().noneMatch(c -> c < ' ' || c == 127 || ";\\?#%*".indexOf(c) >= 0);
        if (!root && !(shaped && plain && !dotted)) {
            throw new IllegalArgumentException(
                    "Servlet 6.1 §3.5: '"
                            + path
                            + "' is no context path; it starts with / and does not end with it,"
                            + " or is empty");
        }
        return path;
    }
}
