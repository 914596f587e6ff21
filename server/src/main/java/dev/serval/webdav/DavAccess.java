package dev.serval.webdav;

import dev.serval.files.WriteRefused;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * The permissions of the client of one request, by the constraints of the application. Used by one
 * thread.
 *
 * <p>Whatever a request does with a path, both its own method and the equivalent HTTP methods have
 * to be allowed there: a client that may not GET a file may not COPY it either.
 */
final class DavAccess {
    /** An access to a path, as the equivalent HTTP methods. */
    enum Deed {
        /** Whether the resource exists, and what can be done with it. */
        ASK,
        READ("GET"),
        WRITE("PUT"),
        MAKE_DIRECTORY("MKCOL", "PUT"),
        REMOVE("DELETE"),
        TAKE_AWAY("GET", "DELETE");

        private final Set<String> methods;

        Deed(String... methods) {
            this.methods = Set.of(methods);
        }
    }

    /** The client has its response already. */
    static final class AlreadyAnswered extends WriteRefused {
        private static final long serialVersionUID = 1;

        private AlreadyAnswered() {
            super(0, "answered");
        }
    }

    private final HttpServletRequest request;
    private final PathGuard guard;
    private final DavPaths paths;

    DavAccess(HttpServletRequest request, PathGuard guard, DavPaths paths) {
        this.request = request;
        this.guard = guard;
        this.paths = paths;
    }

    /** Whether everything is allowed. */
    boolean isOpen() {
        return guard.isOpen();
    }

    /**
     * Checks the path of the request in its form for files, too: a slash at its end, or the mapping
     * of the servlet, may have hidden it from the constraints.
     */
    void requireOwn() throws WriteRefused, IOException, ServletException {
        if (guard.isOpen()) {
            return;
        }
        require(
                paths.path(),
                switch (request.getMethod()) {
                    case "GET", "HEAD", "PROPFIND", "COPY" -> Deed.READ;
                    case "PUT", "PROPPATCH", "LOCK", "UNLOCK" -> Deed.WRITE;
                    case "MKCOL" -> Deed.MAKE_DIRECTORY;
                    case "DELETE" -> Deed.REMOVE;
                    case "MOVE" -> Deed.TAKE_AWAY;
                    default -> Deed.ASK;
                });
        // The path of the request is public, so the client was not authenticated yet; its members
        // may require that.
        if (!guard.identify(request)) {
            throw new AlreadyAnswered();
        }
    }

    /** If the access is not allowed, sends the response that a request for that path would get. */
    void require(String path, Deed deed) throws WriteRefused, IOException, ServletException {
        if (!guard.isOpen() && !guard.admits(request, touched(path, deed))) {
            throw new AlreadyAnswered();
        }
    }

    /** Whether an access is allowed to a path that is not the resource of the request. */
    boolean allows(String path, Deed deed) {
        return guard.isOpen() || guard.allows(request, touched(path, deed));
    }

    private PathGuard.Touched touched(String path, Deed deed) {
        Set<String> methods = new HashSet<>(deed.methods);
        methods.add(request.getMethod());
        return new PathGuard.Touched(paths.asked(path), path, methods);
    }
}
