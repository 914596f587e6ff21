package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class RequestDumperFilter extends dev.serval.filters.RequestDumperFilter {}
