package dev.serval.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A server of the load suites. Immutable. */
public enum Contender {
    SERVAL_NIO("Serval NIO", Family.SERVAL),
    SERVAL_NIO2("Serval NIO2", Family.SERVAL),
    SERVAL_BIO("Serval BIO", Family.SERVAL),
    /** {@link #SERVAL_NIO} without {@code inlineCalls}; where there are servlets. */
    SERVAL_WORKERS("Serval NIO, workers", Family.SERVAL),
    TOMCAT_NIO("Tomcat NIO", Family.TOMCAT),
    TOMCAT_NIO2("Tomcat NIO2", Family.TOMCAT),
    JETTY("Jetty", Family.JETTY),
    UNDERTOW("Undertow", Family.UNDERTOW),
    HELIDON("Helidon", Family.HELIDON),
    HTTPD_PREFORK("httpd prefork", Family.HTTPD),
    HTTPD_WORKER("httpd worker", Family.HTTPD),
    HTTPD_EVENT("httpd event", Family.HTTPD),
    /** Apache httpd with its event MPM and mod_proxy_http, and {@link #SERVAL_NIO} behind it. */
    HTTPD_PROXY("httpd event + Serval NIO", SERVAL_NIO, false),
    /** The same with mod_proxy_ajp. */
    HTTPD_AJP("httpd event + Serval NIO, AJP", SERVAL_NIO, true),
    /** The same httpd with {@link #TOMCAT_NIO} behind it. */
    HTTPD_TOMCAT("httpd event + Tomcat NIO", TOMCAT_NIO, false),
    /** The same with mod_proxy_ajp. */
    HTTPD_TOMCAT_AJP("httpd event + Tomcat NIO, AJP", TOMCAT_NIO, true),
    NGINX("nginx", Family.NGINX);

    /**
     * Where a server comes from.
     *
     * @param server the class that runs it in a JVM; null for what is no Java
     * @param jars matches what only this family needs on its class path
     * @param artifact the jar whose name tells the version
     */
    enum Family {
        SERVAL("ServalServer", "/serval-", "serval-server-"),
        TOMCAT("TomcatServer", "/org/apache/tomcat/", "tomcat-embed-core-"),
        JETTY("JettyServer", "/org/eclipse/jetty/", "jetty-server-"),
        UNDERTOW("UndertowServer", "/io/undertow/|/org/jboss/|/org/wildfly/", "undertow-core-"),
        HELIDON("HelidonServer", "/io/helidon/", "helidon-webserver-"),
        HTTPD(null, null, null),
        NGINX(null, null, null);

        final String server;
        final String jars;
        final String artifact;

        Family(String server, String jars, String artifact) {
            this.server = server;
            this.jars = jars;
            this.artifact = artifact;
        }
    }

    private final String label;
    private final Family family;
    // What httpd passes requests on to; null for all others.
    private final Contender behind;
    private final boolean ajp;

    Contender(String label, Family family) {
        this.label = label;
        this.family = family;
        this.behind = null;
        this.ajp = false;
    }

    Contender(String label, Contender behind, boolean ajp) {
        this.label = label;
        this.family = Family.HTTPD;
        this.behind = behind;
        this.ajp = ajp;
    }

    /** What httpd passes all requests on to; null for others. */
    Contender behind() {
        return behind;
    }

    /** Whether it does so by AJP. */
    boolean ajp() {
        return ajp;
    }

    Family family() {
        return family;
    }

    /** Whether it runs in a JVM, by {@link JavaServer}. */
    boolean isJava() {
        return family.server != null;
    }

    /** Whether it runs the servlets of {@link Servlets}, and so has sessions. */
    boolean hasServlets() {
        return behind != null || isJava() && this != HELIDON;
    }

    /** As {@code --servers} takes it. */
    static Contender named(String name) {
        String wanted = name.strip().toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(values())
                .filter(c -> c.name().equals(wanted))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "no server "
                                                + name
                                                + "; there are "
                                                + Arrays.stream(values())
                                                        .map(Contender::id)
                                                        .collect(Collectors.joining(" "))));
    }

    /** As {@code --servers} takes it. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** For people. */
    @Override
    public String toString() {
        return label;
    }
}
