package dev.serval.manager;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/**
 * The page for browsers, whose files are in WEB-INF/page: they are only for users who have logged
 * in. Thread-safe.
 */
public final class PageServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String PAGES = "/WEB-INF/page/";
    private static final Pattern NAME = Pattern.compile("/[a-z0-9-]+\\.(css|js|svg|png|woff2)");

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String path = request.getPathInfo();
        if (path == null) {
            response.sendRedirect(request.getContextPath() + request.getServletPath() + "/");
            return;
        }
        String name = path.equals("/") || path.equals("/list") ? "/index.html" : path;
        if (!name.equals("/index.html") && !NAME.matcher(name).matches()) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        String file = PAGES + name.substring(1);
        try (InputStream in = getServletContext().getResourceAsStream(file)) {
            if (in == null) {
                response.sendError(HttpServletResponse.SC_NOT_FOUND);
                return;
            }
            String type = getServletContext().getMimeType(file);
            boolean text = type != null && (type.startsWith("text/") || type.endsWith("script"));
            response.setContentType(text ? type + ";charset=utf-8" : type);
            in.transferTo(response.getOutputStream());
        }
    }
}
