package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class CsrfPreventionFilter extends dev.serval.filters.CsrfPreventionFilter {
    public CsrfPreventionFilter() {
        super("org.apache.catalina.filters.");
    }
}
