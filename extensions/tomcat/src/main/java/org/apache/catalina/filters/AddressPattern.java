package org.apache.catalina.filters;

import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Who may come in, by regular expressions. Immutable. What is denied stays out; of the others those
 * that are allowed come in, and all of them when only {@code deny} is given. An expression matches
 * as a whole or not at all.
 */
final class AddressPattern {
    private final Pattern allow;
    private final Pattern deny;
    private final int status;

    /** Reads {@code allow}, {@code deny} and {@code denyStatus} (default 403, 400 to 599). */
    AddressPattern(FilterConfig config) throws ServletException {
        FilterParameters parameters = new FilterParameters(config, "allow", "deny", "denyStatus");
        allow = parameters.pattern("allow");
        deny = parameters.pattern("deny");
        status = (int) parameters.number("denyStatus", HttpServletResponse.SC_FORBIDDEN, 400, 599);
        if (allow == null && deny == null) {
            throw parameters.problem("allow", "or deny is needed");
        }
    }

    /** Answers those who may not come in; true for all others. */
    boolean admits(String client, ServletResponse response) throws IOException {
        boolean admitted =
                (deny == null || !deny.matcher(client).matches())
                        && (allow == null || allow.matcher(client).matches());
        if (!admitted) {
            ((HttpServletResponse) response).sendError(status);
        }
        return admitted;
    }
}
