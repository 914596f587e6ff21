package dev.serval.manager;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;

/** The limit of uploads, in the init-param {@code maxUpload}. Stateless. */
final class Upload {
    /** 500 MiB. */
    static final long MOST = 500L * 1024 * 1024;

    private Upload() {}

    /** In bytes; throws ServletException for a malformed one. */
    static long most(ServletConfig config) throws ServletException {
        String given = config.getInitParameter("maxUpload");
        try {
            long most = given == null ? MOST : Long.parseLong(given.strip());
            if (most > 0) {
                return most;
            }
        } catch (NumberFormatException e) {
            // Handled like a number that is too small.
        }
        throw new ServletException("maxUpload is a number of bytes above 0, not " + given);
    }
}
