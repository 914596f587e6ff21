package dev.serval.servlet.registration;

import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.MappingMatch;
import java.util.Locale;

/**
 * A servlet that was found for a path, and how (Servlet 6.1 §12.2). Immutable.
 *
 * @param servlet the servlet
 * @param kind the kind of pattern that matched
 * @param pattern the pattern as it was registered
 * @param matchValue the part of the path that the pattern's wildcard stood for
 * @param servletPath the result of {@code getServletPath}
 * @param pathInfo the result of {@code getPathInfo}; null if nothing is left
 */
public record ServletMatch(
        RegisteredServlet servlet,
        MappingMatch kind,
        String pattern,
        String matchValue,
        String servletPath,
        String pathInfo)
        implements HttpServletMapping {
    /** The path that it was found for, relative to the context. */
    public String path() {
        return pathInfo == null ? servletPath : servletPath + pathInfo;
    }

    /** The source of a page is never sent, in whatever case its name is written. */
    public boolean isPageWithoutEngine() {
        if (!servlet.servesFiles()) {
            return false;
        }
        String name = path().toLowerCase(Locale.ROOT);
        return name.endsWith(".jsp") || name.endsWith(".jspx");
    }

    @Override
    public String getMatchValue() {
        return matchValue;
    }

    @Override
    public String getPattern() {
        return pattern;
    }

    @Override
    public String getServletName() {
        return servlet.getName();
    }

    @Override
    public MappingMatch getMappingMatch() {
        return kind;
    }
}
