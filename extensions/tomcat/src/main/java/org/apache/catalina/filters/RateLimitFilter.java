package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class RateLimitFilter extends dev.serval.filters.RateLimitFilter {
    public RateLimitFilter() {
        super("org.apache.catalina.filters.");
    }
}
