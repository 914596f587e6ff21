package dev.serval.webapp;

import dev.serval.security.LoginConfig;
import dev.serval.security.SecurityConstraint;
import dev.serval.settings.Location;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A web.xml or web-fragment.xml of any version, the content of annotations, or all of these merged.
 * Immutable.
 *
 * @param at the root element
 * @param version as written; null if there is none
 * @param metadataComplete whether annotations and fragments are ignored
 * @param denyUncovered whether methods that a constraint leaves out are denied
 * @param name of a fragment; null if it has none
 * @param ordering of fragments
 * @param settings elements that occur once, by their path, for example {@code
 *     session-config/session-timeout}
 * @param contextParameters initialisation parameters of the application
 * @param references resources, values and links by their names below {@code java:comp/env}
 * @param mimeTypes by extension
 * @param encodings character sets by locale
 * @param servlets by name
 * @param filters by name
 * @param servletMappings in order
 * @param filterMappings in order
 * @param listeners names of classes, in order
 * @param errorPages in order
 * @param welcomeFiles in order
 * @param constraints in order
 * @param roles that the application names
 * @param postConstruct methods that are called after injection, in order
 * @param preDestroy methods that are called at the end, in order
 * @param jspConfig the settings of pages; null if there are none
 */
public record WebXml(
        Location at,
        String version,
        boolean metadataComplete,
        boolean denyUncovered,
        String name,
        Ordering ordering,
        Map<String, Setting> settings,
        Map<String, Setting> contextParameters,
        Map<String, Reference> references,
        Map<String, Setting> mimeTypes,
        Map<String, Setting> encodings,
        Map<String, Definition> servlets,
        Map<String, Definition> filters,
        List<ServletMapping> servletMappings,
        List<FilterMapping> filterMappings,
        List<Setting> listeners,
        List<ErrorPageMapping> errorPages,
        List<String> welcomeFiles,
        List<SecurityConstraint> constraints,
        Set<String> roles,
        List<Callback> postConstruct,
        List<Callback> preDestroy,
        JspConfig jspConfig) {

    static final String DISPLAY_NAME = "display-name";
    static final String TIMEOUT = "session-config/session-timeout";
    static final String COOKIE = "session-config/cookie-config/";
    static final String TRACKING = "session-config/tracking-mode";
    static final String REQUEST_ENCODING = "request-character-encoding";
    static final String RESPONSE_ENCODING = "response-character-encoding";
    public static final String LOGIN = "login-config/auth-method";
    static final String REALM_NAME = "login-config/realm-name";
    static final String LOGIN_PAGE = "login-config/form-login-page";
    static final String LOGIN_ERROR_PAGE = "login-config/form-error-page";
    static final String DISTRIBUTABLE = "distributable";
    static final String DEFAULT_PATH = "default-context-path";

    /** The settings below it are one element: a fragment adds none to those of web.xml. */
    static final String LOGIN_CONFIG = "login-config/";

    public WebXml {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        contextParameters = Collections.unmodifiableMap(new LinkedHashMap<>(contextParameters));
        references = Collections.unmodifiableMap(new LinkedHashMap<>(references));
        mimeTypes = Collections.unmodifiableMap(new LinkedHashMap<>(mimeTypes));
        encodings = Collections.unmodifiableMap(new LinkedHashMap<>(encodings));
        servlets = Collections.unmodifiableMap(new LinkedHashMap<>(servlets));
        filters = Collections.unmodifiableMap(new LinkedHashMap<>(filters));
        servletMappings = List.copyOf(servletMappings);
        filterMappings = List.copyOf(filterMappings);
        listeners = List.copyOf(listeners);
        errorPages = List.copyOf(errorPages);
        welcomeFiles = List.copyOf(welcomeFiles);
        constraints = List.copyOf(constraints);
        roles = Collections.unmodifiableSet(new LinkedHashSet<>(roles));
        postConstruct = List.copyOf(postConstruct);
        preDestroy = List.copyOf(preDestroy);
    }

    /** The text of an element that occurs once; null if it is missing. */
    public String setting(String path) {
        Setting found = settings.get(path);
        return found == null ? null : found.value();
    }

    /** How users log in. */
    public LoginConfig login() {
        String method = setting(LOGIN);
        return method == null
                ? LoginConfig.NONE
                : new LoginConfig(
                        method,
                        setting(REALM_NAME),
                        setting(LOGIN_PAGE),
                        setting(LOGIN_ERROR_PAGE));
    }

    /** An empty descriptor. */
    static WebXml empty(String shown) {
        return new Draft(new Location(shown, 0, 0)).toWebXml();
    }

    /** A descriptor under construction. Used by one thread. */
    static final class Draft {
        final Location at;
        String version;
        boolean metadataComplete;
        boolean denyUncovered;
        String name;
        Ordering ordering = Ordering.NONE;
        final Map<String, Setting> settings = new LinkedHashMap<>();
        final Map<String, Setting> contextParameters = new LinkedHashMap<>();
        final Map<String, Reference> references = new LinkedHashMap<>();
        final Map<String, Setting> mimeTypes = new LinkedHashMap<>();
        final Map<String, Setting> encodings = new LinkedHashMap<>();
        final Map<String, Definition> servlets = new LinkedHashMap<>();
        final Map<String, Definition> filters = new LinkedHashMap<>();
        final List<ServletMapping> servletMappings = new ArrayList<>();
        final List<FilterMapping> filterMappings = new ArrayList<>();
        final List<Setting> listeners = new ArrayList<>();
        final List<ErrorPageMapping> errorPages = new ArrayList<>();
        final List<String> welcomeFiles = new ArrayList<>();
        final List<SecurityConstraint> constraints = new ArrayList<>();
        final Set<String> roles = new LinkedHashSet<>();
        final List<Callback> postConstruct = new ArrayList<>();
        final List<Callback> preDestroy = new ArrayList<>();
        JspConfig jspConfig;

        Draft(Location at) {
            this.at = at;
        }

        Draft(WebXml from) {
            at = from.at;
            version = from.version;
            metadataComplete = from.metadataComplete;
            denyUncovered = from.denyUncovered;
            name = from.name;
            ordering = from.ordering;
            settings.putAll(from.settings);
            contextParameters.putAll(from.contextParameters);
            references.putAll(from.references);
            mimeTypes.putAll(from.mimeTypes);
            encodings.putAll(from.encodings);
            servlets.putAll(from.servlets);
            filters.putAll(from.filters);
            servletMappings.addAll(from.servletMappings);
            filterMappings.addAll(from.filterMappings);
            listeners.addAll(from.listeners);
            errorPages.addAll(from.errorPages);
            welcomeFiles.addAll(from.welcomeFiles);
            constraints.addAll(from.constraints);
            roles.addAll(from.roles);
            postConstruct.addAll(from.postConstruct);
            preDestroy.addAll(from.preDestroy);
            jspConfig = from.jspConfig;
        }

        WebXml toWebXml() {
            return new WebXml(
                    at,
                    version,
                    metadataComplete,
                    denyUncovered,
                    name,
                    ordering,
                    settings,
                    contextParameters,
                    references,
                    mimeTypes,
                    encodings,
                    servlets,
                    filters,
                    servletMappings,
                    filterMappings,
                    listeners,
                    errorPages,
                    welcomeFiles,
                    constraints,
                    roles,
                    postConstruct,
                    preDestroy,
                    jspConfig);
        }
    }
}
