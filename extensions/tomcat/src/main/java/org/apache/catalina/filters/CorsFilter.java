package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class CorsFilter extends dev.serval.filters.CorsFilter {}
