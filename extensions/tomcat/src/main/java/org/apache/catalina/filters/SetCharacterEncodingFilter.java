package org.apache.catalina.filters;

/** The filter under Tomcat's name. Thread-safe. */
public class SetCharacterEncodingFilter extends dev.serval.filters.SetCharacterEncodingFilter {}
