package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class RemoteIpFilter extends dev.serval.filters.RemoteIpFilter {}
