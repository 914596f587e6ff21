package dev.serval.filters;

import jakarta.servlet.ServletRequest;

/**
 * Lets requests in by the name of the client as far as it is known, else its address. Thread-safe;
 * named by applications in their web.xml.
 *
 * <p>Init parameters: {@code allow} and {@code deny}, regular expressions of which one is needed;
 * {@code denyStatus} (403, 400 to 599), the answer to all others.
 */
public class RemoteHostFilter extends PatternFilter {
    @Override
    String client(ServletRequest request) {
        return request.getRemoteHost();
    }
}
