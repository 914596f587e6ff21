package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class SessionInitializerFilter extends dev.serval.filters.SessionInitializerFilter {}
