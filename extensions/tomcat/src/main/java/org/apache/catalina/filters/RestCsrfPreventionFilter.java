package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class RestCsrfPreventionFilter extends dev.serval.filters.RestCsrfPreventionFilter {
    public RestCsrfPreventionFilter() {
        super("org.apache.catalina.filters.");
    }
}
