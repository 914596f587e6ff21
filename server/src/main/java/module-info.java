/** Exchanges to servlets: routing, the Servlet API, files, configuration, embedding. */
module dev.serval.server {
    requires transitive dev.serval.connectors;
    requires transitive jakarta.servlet;
    requires jakarta.annotation;
    requires static ch.qos.logback.classic;
    requires static ch.qos.logback.core;
    requires static java.desktop;
    requires java.logging;
    requires java.management;
    requires java.naming;
    requires java.sql;
    requires java.xml;
    requires org.slf4j;

    exports dev.serval.config;
    exports dev.serval.config.xml;
    exports dev.serval.container;
    exports dev.serval.embed;
    // Whatever a jar may add to the server.
    exports dev.serval.extension;
    exports dev.serval.files;
    exports dev.serval.lifecycle;
    exports dev.serval.naming.java;
    exports dev.serval.routing;
    exports dev.serval.security;
    exports dev.serval.servlet;
    exports dev.serval.servlet.settings;
    exports dev.serval.session;
    exports dev.serval.valve;
    // For whatever has settings: the server itself, and extensions.
    exports dev.serval.settings;

    uses dev.serval.extension.Extension;
}
