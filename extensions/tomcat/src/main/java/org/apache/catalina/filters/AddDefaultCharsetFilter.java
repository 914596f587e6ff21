package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class AddDefaultCharsetFilter extends dev.serval.filters.AddDefaultCharsetFilter {}
