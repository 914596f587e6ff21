package dev.serval.servlet.registration;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.UnavailableException;
import java.io.IOException;

/**
 * The rest of a chain, as a filter sees it: the next filter, or the servlet after the last. One
 * frame per filter. Immutable, so a filter may call it more than once.
 *
 * @param filters all of the chain
 * @param next the index of the one that is called; their number for the servlet
 */
public record FilterLink(RegisteredFilter[] filters, int next, RegisteredServlet servlet)
        implements FilterChain {
    private static final RegisteredFilter[] NONE = {};

    @Override
    public void doFilter(ServletRequest request, ServletResponse response)
            throws IOException, ServletException {
        if (next == filters.length) {
            // ServletCall.run does the same if there are no filters, which saves a frame.
            try {
                servlet.instance().service(request, response);
            } catch (UnavailableException e) {
                servlet.unavailable(e);
                throw e;
            }
        } else {
            FilterLink rest = new FilterLink(filters, next + 1, servlet);
            filters[next].filter().doFilter(request, response, rest);
        }
    }

    /**
     * The whole of a chain. A call from a client goes without it, which saves a frame.
     *
     * @param filters null if there are none
     */
    public static FilterLink first(RegisteredFilter[] filters, RegisteredServlet servlet) {
        return new FilterLink(filters == null ? NONE : filters, 0, servlet);
    }

    /** Whether all of the chain and its servlet can be left open (Servlet 6.1 §2.3.3.3). */
    public static boolean isAsyncSupported(RegisteredFilter[] filters, RegisteredServlet servlet) {
        if (filters != null) {
            for (RegisteredFilter filter : filters) {
                if (!filter.isAsyncSupported()) {
                    return false;
                }
            }
        }
        return servlet.isAsyncSupported();
    }
}
