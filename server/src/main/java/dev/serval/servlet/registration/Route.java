package dev.serval.servlet.registration;

import jakarta.servlet.http.MappingMatch;

/**
 * One pattern of one servlet, compiled when its context is started. Immutable.
 *
 * @param servlet the servlet
 * @param kind the kind of the pattern
 * @param pattern the pattern as registered
 * @param literal its fixed part: the path without {@code /*}, or the extension without {@code *.}
 */
record Route(RegisteredServlet servlet, MappingMatch kind, String pattern, String literal) {

    /** Compiles a pattern. Throws IllegalArgumentException if it is malformed. */
    static Route of(RegisteredServlet servlet, String pattern) {
        UrlPattern.requireServlet(pattern, servlet.getName());
        if (pattern.isEmpty()) {
            return new Route(servlet, MappingMatch.CONTEXT_ROOT, pattern, "/");
        }
        if (pattern.equals("/")) {
            return new Route(servlet, MappingMatch.DEFAULT, pattern, "");
        }
        if (pattern.startsWith("*.") && pattern.length() > 2 && pattern.indexOf('/') < 0) {
            return new Route(servlet, MappingMatch.EXTENSION, pattern, pattern.substring(2));
        }
        if (pattern.endsWith("/*")) {
            String prefix = pattern.substring(0, pattern.length() - 2);
            return new Route(servlet, MappingMatch.PATH, pattern, prefix);
        }
        return new Route(servlet, MappingMatch.EXACT, pattern, pattern);
    }

    /** Splits a path that matches this route as the specification says. */
    ServletMatch match(String path) {
        return switch (kind) {
            case CONTEXT_ROOT -> new ServletMatch(servlet, kind, pattern, "", "", "/");
            case DEFAULT -> new ServletMatch(servlet, kind, pattern, "", path, null);
            case EXACT -> new ServletMatch(servlet, kind, pattern, path.substring(1), path, null);
            case EXTENSION -> {
                String value = path.substring(1, path.length() - literal.length() - 1);
                yield new ServletMatch(servlet, kind, pattern, value, path, null);
            }
            case PATH -> {
                boolean more = path.length() > literal.length();
                String value = more ? path.substring(literal.length() + 1) : "";
                String pathInfo = more ? path.substring(literal.length()) : null;
                yield new ServletMatch(servlet, kind, pattern, value, literal, pathInfo);
            }
        };
    }
}
