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
    requires jdk.management;
    requires java.naming;
    requires java.sql;
    requires java.xml;
    requires org.slf4j;

    // For extensions; Extensions.SPI names these and those of the connectors.
    exports dev.serval.certificate;
    exports dev.serval.extension;
    exports dev.serval.lifecycle;
    exports dev.serval.metrics;
    exports dev.serval.pages;
    exports dev.serval.security;
    exports dev.serval.session;
    exports dev.serval.session.store;
    exports dev.serval.settings;
    exports dev.serval.valve;
    exports dev.serval.valve.address;
    // For whoever embeds.
    exports dev.serval.embed;
    exports dev.serval.files;
    exports dev.serval.servlet.settings;
    // For applications.
    exports dev.serval.servlet;
    // For those that manage the server.
    exports dev.serval.operations;
    // The JDK makes what stands for java: in names.
    exports dev.serval.naming.java to
            java.naming;

    uses dev.serval.extension.Extension;
}
