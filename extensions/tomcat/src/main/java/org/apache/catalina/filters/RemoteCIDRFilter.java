package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class RemoteCIDRFilter extends dev.serval.filters.RemoteCIDRFilter {}
