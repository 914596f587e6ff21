package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class RemoteAddrFilter extends dev.serval.filters.RemoteAddrFilter {}
