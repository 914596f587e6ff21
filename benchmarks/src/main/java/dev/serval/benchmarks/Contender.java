package dev.serval.benchmarks;

/** A server of the load suites. Immutable. */
public enum Contender {
    SERVAL_NIO,
    SERVAL_NIO2,
    SERVAL_BIO,
    TOMCAT_NIO,
    JETTY,
    UNDERTOW,
    /** Apache httpd with its event MPM. */
    HTTPD_EVENT,
    /** With two workers and sendfile. */
    NGINX;

    /** Whether it runs in a JVM, by {@link JavaServer}. */
    boolean isJava() {
        return this != HTTPD_EVENT && this != NGINX;
    }

    /** Whether it runs {@link Hello}. */
    boolean hasServlets() {
        return isJava() && this != JETTY && this != UNDERTOW;
    }
}
