package dev.serval.servlet.security;

import dev.serval.security.Access;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.Unwrapped;
import dev.serval.webdav.PathGuard;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Checks the constraints of one application for the paths that a request of WebDAV touches.
 * Stateless except for its context, thread-safe.
 *
 * <p>The container determines the client, not a wrapper of the request. A path is checked with and
 * without a slash at its end, since an exact pattern may have either.
 */
public final class PathConstraints implements PathGuard {
    private final Supplier<ContextSecurity> security;

    /**
     * @param security returns null before the start
     */
    public PathConstraints(Supplier<ContextSecurity> security) {
        this.security = security;
    }

    @Override
    public boolean isOpen() {
        ContextSecurity known = security.get();
        return known == null || !known.constrains();
    }

    /** Whether everybody may GET a path. */
    public boolean isOpen(String path) {
        return isOpen("GET", path);
    }

    @Override
    public boolean isOpen(String method, String path) {
        return isOpen() || security.get().access(method, path).kind() == Access.Requirement.OPEN;
    }

    @Override
    public boolean identify(HttpServletRequest request) throws ServletException, IOException {
        ApiRequest own = Unwrapped.request(request);
        Logins logins = security.get().logins();
        Login login = new Login(own, own.response(), own.path());
        if (logins.known(login) != null) {
            return true;
        }
        return !logins.shows(own) || logins.authenticate(login) != null;
    }

    @Override
    public boolean allows(HttpServletRequest request, Touched touched) {
        ApiRequest own = Unwrapped.requestOrNull(request);
        if (own == null) {
            return false;
        }
        ContextSecurity known = security.get();
        for (Access access : demands(touched)) {
            if (!known.allows(own, access)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean admits(HttpServletRequest request, Touched touched)
            throws ServletException, IOException {
        ApiRequest own = Unwrapped.request(request);
        return security.get().admit(own, own.response(), touched.path(), demands(touched));
    }

    private List<Access> demands(Touched touched) {
        List<Access> demands = new ArrayList<>();
        for (String method : touched.methods()) {
            add(demands, method, touched.path());
        }
        if (!touched.file().equals(touched.path())) {
            // A resource that is denied at its own path is denied at every other path.
            add(demands, "GET", touched.file());
            for (String method : touched.methods()) {
                addOfFile(demands, method, touched.file(), touched);
                addOfFile(demands, method, touched.file() + "/", touched);
            }
        }
        return demands;
    }

    /**
     * A constraint that denies all changes (its pattern also matches the path of the request), or a
     * method without a constraint, decides nothing about a path that exists for changes and has its
     * own constraints. A constraint that denies changes of this file does.
     */
    private void addOfFile(List<Access> demands, String method, String file, Touched touched) {
        ContextSecurity known = security.get();
        Access access = known.access(method, file);
        if (access.kind() != Access.Requirement.DENIED
                || known.closes(method, file, touched.path())) {
            demands.add(access);
        }
    }

    private void add(List<Access> demands, String method, String path) {
        ContextSecurity known = security.get();
        demands.add(known.access(method, path));
        if (!path.endsWith("/")) {
            demands.add(known.access(method, path + "/"));
        }
    }
}
