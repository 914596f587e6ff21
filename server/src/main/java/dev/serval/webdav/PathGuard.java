package dev.serval.webdav;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;

/**
 * The security constraints of the application (Servlet 6.1 §13.8), for the paths that a request
 * touches besides its own. Thread-safe. Implemented where constraints and users are known.
 */
public interface PathGuard {
    /**
     * An access of a request to a path.
     *
     * @param path the path by which clients request it: decoded, relative to the context, starting
     *     with a slash, without one at the end but for the root
     * @param file its path among the files of the application; the same unless the servlet shows
     *     them below a path of its own
     * @param methods that have to be allowed, all of them
     */
    record Touched(String path, String file, Set<String> methods) {
        public Touched {
            methods = Set.copyOf(methods);
        }
    }

    /** Whether there are no constraints, so that nothing has to be checked. */
    boolean isOpen();

    /**
     * Whether a method is allowed without a login.
     *
     * @param path decoded, relative to the context
     */
    boolean isOpen(String method, String path);

    /**
     * Authenticates a request that has credentials for the application's auth-method.
     *
     * @return false if the credentials are wrong; the request was then answered
     */
    boolean identify(HttpServletRequest request) throws ServletException, IOException;

    /** Whether the sender of a request may access a path; never asks for a login. */
    boolean allows(HttpServletRequest request, Touched touched);

    /**
     * The same; if not allowed, answers as for a request of that path: 401 or another challenge, or
     * 403.
     *
     * @return false if the request was answered
     */
    boolean admits(HttpServletRequest request, Touched touched)
            throws ServletException, IOException;
}
