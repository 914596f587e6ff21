package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class HttpHeaderSecurityFilter extends dev.serval.filters.HttpHeaderSecurityFilter {}
