package dev.serval.container;

import dev.serval.files.DefaultServlet;
import dev.serval.files.FileCache;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Static files for some addresses only; 403 for all others. Thread-safe. It takes the place of the
 * default servlet, and so there is no fast path around it.
 */
final class GuardedFiles extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient FileCache cache;
    private final transient AddressRule rule;
    private final DefaultServlet files;

    GuardedFiles(FileCache cache, AddressRule rule) {
        this.cache = cache;
        this.rule = rule;
        this.files = new DefaultServlet(cache, null);
    }

    @Override
    public void init() throws ServletException {
        files.init(getServletConfig());
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (rule.allows(request.getRemoteAddr())) {
            files.service(request, response);
        } else {
            response.sendError(HttpServletResponse.SC_FORBIDDEN);
        }
    }

    @Override
    public void destroy() {
        files.destroy();
        cache.close();
    }
}
