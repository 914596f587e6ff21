package dev.serval.webdav;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;

/**
 * The security constraints of the application (Servlet 6.1 §13.8), for the paths that a request
 * touches besides its own. Thread-safe. Whoever knows the constraints and the users gives it.
 */
public interface PathGuard {
    /**
     * What a request does with something.
     *
     * @param path by which clients ask for it: decoded, relative to the context, starting with a
     *     slash, without one at the end but for the root
     * @param file where it is among the files of the application; the same unless the servlet shows
     *     them below a path of its own
     * @param methods that have to be allowed, all of them
     */
    record Touched(String path, String file, Set<String> methods) {
        public Touched {
            methods = Set.copyOf(methods);
        }
    }

    /** Whether nothing is constrained, so that nobody has to be asked. */
    boolean isOpen();

    /**
     * Whether everybody may do that, without a login.
     *
     * @param path decoded, relative to the context
     */
    boolean isOpen(String method, String path);

    /**
     * Finds out who sends a request, if it says so by the way to log in of the application.
     *
     * @return false when what it says is wrong; it has been answered then
     */
    boolean identify(HttpServletRequest request) throws ServletException, IOException;

    /** Whether whoever sends a request may do that; nobody is asked to log in. */
    boolean allows(HttpServletRequest request, Touched touched);

    /**
     * The same; whoever may not is answered as for a request of that path: 401 or what else leads
     * to a login, or 403.
     *
     * @return false when it has been answered
     */
    boolean admits(HttpServletRequest request, Touched touched)
            throws ServletException, IOException;
}
