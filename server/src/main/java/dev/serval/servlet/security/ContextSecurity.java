package dev.serval.servlet.security;

import dev.serval.http.Refusal;
import dev.serval.security.Access;
import dev.serval.security.Authenticator;
import dev.serval.security.AuthenticatorSettings;
import dev.serval.security.AuthenticatorSettings.CorsPreflight;
import dev.serval.security.ConstraintTable;
import dev.serval.security.HostLogins;
import dev.serval.security.RealmSettings;
import dev.serval.security.UserPrincipal;
import dev.serval.servlet.registration.RegisteredServlet;
import dev.serval.servlet.registration.ServletMatch;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The security of one application (Servlet 6.1 §13): its constraints and logins. Made when the
 * context starts, thread-safe. A context without constraints and logins does not use it before a
 * call.
 */
public final class ContextSecurity {
    private static final String ALL = "*";
    private static final String ANYBODY = "**";
    private static final Set<String> CORS_FILTERS =
            Set.of("dev.serval.filters.CorsFilter", "org.apache.catalina.filters.CorsFilter");

    private final ConstraintTable table;
    private final SecuritySettings given;
    private final AuthenticatorSettings settings;
    private final Authenticator authenticator;
    private final Logins logins;
    private final Set<String> declared;

    /**
     * @param declared the roles that the application declares
     */
    public ContextSecurity(ConstraintTable table, SecuritySettings given, Set<String> declared) {
        this.table = table;
        this.given = given;
        this.settings = given.settings();
        this.authenticator = given.authenticator();
        this.logins = new Logins(given);
        Set<String> all = new HashSet<>(declared);
        table.roles().stream().filter(r -> !r.equals(ALL) && !r.equals(ANYBODY)).forEach(all::add);
        this.declared = Set.copyOf(all);
    }

    /** Whether it has to be called before a call. */
    public boolean isGuarding() {
        return !table.isEmpty() || authenticator.authType() != null;
    }

    /** Whether a request of that path may need a check of a password, which takes time. */
    public boolean mayTakeLong(String path) {
        return table.covers(path) || authenticator.isAction(path);
    }

    /** Whether the realm may have to wait before it knows who has logged in before. */
    public boolean mayAskForUsers(HostLogins host) {
        return given.realm(host).mayWait();
    }

    /** Whether a path may require a login, for any method. */
    public boolean covers(String requested, String target) {
        return table.covers(requested) || table.covers(target);
    }

    /**
     * Whether the request may be answered; if not, the response says why.
     *
     * @param path of the request
     * @param target that will answer; its path may be that of a welcome file
     */
    public boolean admit(ApiRequest request, ApiResponse response, String path, ServletMatch target)
            throws ServletException, IOException {
        Login login = new Login(request, response, path);
        if (authenticator.isAction(path)) {
            if (needsTls(table.access(request.getMethod(), path), request)) {
                redirect(request, response, path);
            } else {
                enter(login);
            }
            return false;
        }
        // The realm looks up a preset user, whom the access log knows, as late as possible.
        boolean preset = logins.isPreset(request);
        if (authenticator.needsSession() && !preset && request.principal() != null) {
            login.restore();
        }
        String method = request.getMethod();
        Access asked = table.access(method, path);
        Access answering = table.access(method, target.path());
        if (isDenied(asked) || isDenied(answering)) {
            return forbid(response, "nobody may have " + path);
        }
        if (needsTls(asked, request) || needsTls(answering, request)) {
            redirect(request, response, path);
            return false;
        }
        if (isOpen(asked) && isOpen(answering)) {
            if (!preset) {
                request.principal(); // for the access log
            }
            return true;
        }
        if (isPreflight(request)) {
            return true;
        }
        protect(response, method);
        UserPrincipal user = logins.known(login);
        if (user == null) {
            user = logins.authenticate(login);
            if (user == null) {
                return false;
            }
        }
        if (settings.sendAuthInfoResponseHeaders()) {
            response.setHeader("remote-user", request.getRemoteUser());
            response.setHeader("auth-type", request.getAuthType());
        }
        boolean may = mayHave(request, user, asked) && mayHave(request, user, answering);
        return may
                || forbid(response, "user " + user.name() + " has none of the roles for " + path);
    }

    /** Whether it is a CORS-preflight request (Fetch §4.8) that needs no login here. */
    private boolean isPreflight(ApiRequest request) {
        boolean asks =
                settings.allowCorsPreflight() != CorsPreflight.NEVER
                        && request.getMethod().equals("OPTIONS")
                        && has(request, "Origin")
                        && has(request, "Access-Control-Request-Method");
        return asks
                && (settings.allowCorsPreflight() == CorsPreflight.ALWAYS
                        || request.getServletContext().getFilterRegistrations().values().stream()
                                .anyMatch(ContextSecurity::answersAll));
    }

    private static boolean has(ApiRequest request, String name) {
        String value = request.getHeader(name);
        return value != null && !value.isBlank();
    }

    private static boolean answersAll(FilterRegistration filter) {
        return CORS_FILTERS.contains(filter.getClassName())
                && filter.getUrlPatternMappings().contains("/*");
    }

    // ---- paths other than that of the request

    /** Whether there are any constraints. */
    boolean constrains() {
        return !table.isEmpty();
    }

    Access access(String method, String path) {
        return table.access(method, path);
    }

    /** See {@link ConstraintTable#closes}. */
    boolean closes(String method, String path, String other) {
        return table.closes(method, path, other);
    }

    /** Whether the sender of a request has access; the sender is not asked to log in. */
    boolean allows(ApiRequest request, Access access) {
        if (isDenied(access) || needsTls(access, request)) {
            return false;
        }
        UserPrincipal user = isOpen(access) ? null : request.principal();
        return isOpen(access) || user != null && mayHave(request, user, access);
    }

    /**
     * Whether the sender of a request has access to all of these; if not, the response says why.
     * There is no redirect to TLS, since the response is about another path than the requested one.
     */
    public boolean admit(ApiRequest request, ApiResponse response, String path, List<Access> asked)
            throws ServletException, IOException {
        if (asked.stream().anyMatch(ContextSecurity::isDenied)) {
            return forbid(response, "nobody may have " + path);
        }
        if (asked.stream().anyMatch(access -> needsTls(access, request))) {
            return forbid(response, path + " needs TLS");
        }
        if (asked.stream().allMatch(ContextSecurity::isOpen)) {
            return true;
        }
        Login login = new Login(request, response, request.path());
        UserPrincipal user = logins.known(login);
        if (user == null) {
            user = logins.authenticate(login);
            if (user == null) {
                return false;
            }
        }
        for (Access access : asked) {
            if (!mayHave(request, user, access)) {
                return forbid(
                        response, "user " + user.name() + " has none of the roles for " + path);
            }
        }
        return true;
    }

    private static boolean isDenied(Access access) {
        return access.kind() == Access.Requirement.DENIED;
    }

    private static boolean isOpen(Access access) {
        return access.kind() == Access.Requirement.OPEN;
    }

    private static boolean needsTls(Access access, ApiRequest request) {
        return access.confidential() && !request.isSecure();
    }

    private static boolean forbid(ApiResponse response, String why) {
        response.sendError(403);
        response.because(Refusal.FORBIDDEN, why);
        return false;
    }

    /** A request that belongs to the login itself, which the authenticator answers. */
    private void enter(Login login) throws ServletException, IOException {
        if (logins.known(login) == null && logins.authenticate(login) == null) {
            return;
        }
        authenticator.answer(login);
    }

    /** Servlet 6.1 §13.8.3: to the port for TLS, if there is one; always to the same host. */
    private void redirect(ApiRequest request, ApiResponse response, String path)
            throws IOException {
        int port = request.redirectPort();
        if (port <= 0) {
            forbid(response, path + " needs TLS, and there is no redirectPort");
            return;
        }
        String query = request.receivedQuery();
        String location =
                "https://"
                        + request.getServerName()
                        + (port == 443 ? "" : ":" + port)
                        + request.encoded(path)
                        + (query == null ? "" : "?" + query);
        response.sendRedirect(
                location, given.realmSettings(request).transportGuaranteeRedirectStatus());
    }

    /** Only the client may cache protected content. */
    private void protect(ApiResponse response, String method) {
        if (!settings.disableProxyCaching() || method.equals("POST")) {
            return;
        }
        if (settings.securePagesWithPragma()) {
            response.setHeader("Pragma", "no-cache");
            response.setHeader("Cache-Control", "no-cache");
        } else {
            response.setHeader("Cache-Control", "private");
        }
    }

    // ---- roles

    private boolean mayHave(ApiRequest request, UserPrincipal user, Access access) {
        if (isOpen(access)) {
            return true;
        }
        for (String role : access.roles()) {
            boolean has =
                    switch (role) {
                        case ANYBODY ->
                                !declared.contains(ANYBODY) || user.roles().contains(ANYBODY);
                        case ALL -> hasAll(user, given.realmSettings(request).allRoles());
                        default -> user.roles().contains(role);
                    };
            if (has) {
                return true;
            }
        }
        return false;
    }

    private boolean hasAll(UserPrincipal user, RealmSettings.AllRoles mode) {
        boolean one = user.roles().stream().anyMatch(declared::contains);
        return switch (mode) {
            case STRICT -> one;
            case AUTH_ONLY -> true;
            case STRICT_AUTH_ONLY -> one || declared.isEmpty();
        };
    }

    /**
     * Servlet 6.1 §13.3.
     *
     * @param servlet whose role links count; null if there is none
     */
    public boolean isInRole(UserPrincipal user, String name, RegisteredServlet servlet) {
        if (user == null || name == null) {
            return false;
        }
        String link = servlet == null ? null : servlet.roleLink(name);
        String role = link == null ? name : link;
        if (role.equals(ANYBODY) && !declared.contains(ANYBODY)) {
            return true;
        }
        return !role.equals(ALL) && user.roles().contains(role);
    }

    /** Who has logged in. */
    public Logins logins() {
        return logins;
    }
}
