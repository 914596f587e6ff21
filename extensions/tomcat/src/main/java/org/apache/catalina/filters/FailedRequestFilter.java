package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class FailedRequestFilter extends dev.serval.filters.FailedRequestFilter {}
