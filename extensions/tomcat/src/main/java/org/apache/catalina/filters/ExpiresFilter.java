package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class ExpiresFilter extends dev.serval.filters.ExpiresFilter {}
