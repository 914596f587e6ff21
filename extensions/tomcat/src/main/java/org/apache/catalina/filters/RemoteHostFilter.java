package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class RemoteHostFilter extends dev.serval.filters.RemoteHostFilter {}
