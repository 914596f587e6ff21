package dev.serval.servlet;

import dev.serval.security.Access;
import dev.serval.webdav.PathGuard;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Asks the constraints of one application for the paths that a request of WebDAV touches. Stateless
 * besides its context, thread-safe.
 *
 * <p>Who the client is the container says, not a wrapper of the request. A path is looked at with
 * and without a slash at its end, since an exact pattern may have either.
 */
final class PathConstraints implements PathGuard {
    private final AppContext context;

    PathConstraints(AppContext context) {
        this.context = context;
    }

    @Override
    public boolean isOpen() {
        ContextSecurity security = context.guard();
        return security == null || !security.constrains();
    }

    /** Whether everybody may GET a path. */
    boolean isOpen(String path) {
        return isOpen() || context.security().access("GET", path).equals(Access.OPEN);
    }

    @Override
    public boolean identify(HttpServletRequest request) throws ServletException, IOException {
        ApiRequest own = Dispatch.own(request);
        Logins logins = context.security().logins();
        Login login = new Login(own, own.response(), own.path());
        if (logins.known(login) != null) {
            return true;
        }
        String field = own.getHeader("Authorization");
        String scheme =
                field == null ? "" : field.strip().split(" ", 2)[0].toUpperCase(Locale.ROOT);
        boolean shows =
                switch (logins.method()) {
                    case BASIC, DIGEST -> scheme.equals(logins.method().name());
                    // A page or an error in answer to what is open to everybody would be wrong.
                    case FORM, CLIENT_CERT, NONE -> false;
                };
        return !shows || logins.authenticate(login) != null;
    }

    @Override
    public boolean allows(HttpServletRequest request, Touched touched) {
        ApiRequest own = Dispatch.ownOrNull(request);
        if (own == null) {
            return false;
        }
        ContextSecurity security = context.security();
        for (Access access : demands(touched)) {
            if (!security.allows(own, access)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean admits(HttpServletRequest request, Touched touched)
            throws ServletException, IOException {
        ApiRequest own = Dispatch.own(request);
        return context.security().admit(own, own.response(), touched.path(), demands(touched));
    }

    private List<Access> demands(Touched touched) {
        ContextSecurity security = context.security();
        List<Access> demands = new ArrayList<>();
        for (String method : touched.methods()) {
            add(demands, method, touched.path());
        }
        if (!touched.file().equals(touched.path())) {
            // What is not to be had where it is is not to be had by another path.
            add(demands, "GET", touched.file());
            for (String method : touched.methods()) {
                addOfFile(demands, method, touched.file(), touched);
                addOfFile(demands, method, touched.file() + "/", touched);
            }
        }
        return demands;
    }

    /**
     * That nobody may change anything (a pattern that matches the path of the request as well), or
     * that no constraint speaks of the method, is no word about a path that exists for changes and
     * has constraints of its own. That nobody may change this file is.
     */
    private void addOfFile(List<Access> demands, String method, String file, Touched touched) {
        ContextSecurity security = context.security();
        Access access = security.access(method, file);
        if (access.kind() != Access.Kind.DENIED || security.closes(method, file, touched.path())) {
            demands.add(access);
        }
    }

    private void add(List<Access> demands, String method, String path) {
        ContextSecurity security = context.security();
        demands.add(security.access(method, path));
        if (!path.endsWith("/")) {
            demands.add(security.access(method, path + "/"));
        }
    }
}
