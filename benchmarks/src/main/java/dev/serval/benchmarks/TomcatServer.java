package dev.serval.benchmarks;

import dev.serval.benchmarks.websocket.Endpoints;
import jakarta.servlet.http.HttpServlet;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.AccessLogValve;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.websocket.server.WsSci;

/** Embedded Tomcat with the limits that all contenders share. Stateless. */
final class TomcatServer implements EmbeddedServer {

    @Override
    public int start(Contender contender, Site site) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(site.work().resolve(contender.name()).toString());
        tomcat.setAddDefaultWebXmlToWebapp(false);
        Connector connector = connector(contender, site);
        tomcat.setConnector(connector);
        if (site.log()) {
            AccessLogValve log = new AccessLogValve();
            log.setDirectory(site.work().resolve(contender.name()).toString());
            log.setPattern("common");
            tomcat.getEngine().getPipeline().addValve(log);
        }
        if (site.applications() == 0) {
            files(tomcat, site);
            servlets(tomcat, site.webSocket());
        }
        for (int i = 1; i <= site.applications(); i++) {
            tomcat.addWebapp("/app" + i, site.application(i).toString());
        }
        tomcat.start();
        return connector.getLocalPort();
    }

    private static Connector connector(Contender contender, Site site) {
        boolean ajp = Boolean.getBoolean(JavaServer.AJP);
        Connector connector = new Connector(protocol(contender, ajp));
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        if (ajp) {
            connector.setProperty("secretRequired", "false");
        } else {
            connector.setProperty("maxKeepAliveRequests", "-1");
        }
        connector.setProperty("keepAliveTimeout", Integer.toString(Site.KEEP_ALIVE));
        connector.setProperty("maxConnections", Integer.toString(Site.CONNECTIONS));
        connector.setProperty("acceptCount", Integer.toString(Site.BACKLOG));
        connector.setProperty("maxThreads", Integer.toString(site.threads()));
        if (site.tls() != null) {
            encrypt(connector, site.tls());
        }
        return connector;
    }

    private static String protocol(Contender contender, boolean ajp) {
        if (ajp) {
            return "org.apache.coyote.ajp.AjpNioProtocol";
        }
        return contender == Contender.TOMCAT_NIO2
                ? "org.apache.coyote.http11.Http11Nio2Protocol"
                : "org.apache.coyote.http11.Http11NioProtocol";
    }

    private static void files(Tomcat tomcat, Site site) {
        Context context = tomcat.addContext("", site.documents().toString());
        Wrapper servlet =
                Tomcat.addServlet(
                        context, "default", "org.apache.catalina.servlets.DefaultServlet");
        servlet.setLoadOnStartup(1);
        context.addServletMappingDecoded("/", "default");
        context.addMimeMapping("txt", "text/plain");
    }

    private static void servlets(Tomcat tomcat, boolean webSocket) {
        Context context = tomcat.addContext(Servlets.CONTEXT, null);
        for (Map.Entry<String, HttpServlet> servlet : Servlets.all().entrySet()) {
            Tomcat.addServlet(context, servlet.getKey(), servlet.getValue())
                    .setAsyncSupported(true);
            context.addServletMappingDecoded(servlet.getKey(), servlet.getKey());
        }
        if (webSocket) {
            // Without a servlet for all paths it answers 404 before the filter of WebSocket.
            Tomcat.addServlet(context, "default", "org.apache.catalina.servlets.DefaultServlet");
            context.addServletMappingDecoded("/", "default");
            context.addServletContainerInitializer(new WsSci(), null);
            context.addApplicationListener(Endpoints.class.getName());
        }
    }

    private static void encrypt(Connector connector, Encryption tls) {
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setProperty("SSLEnabled", "true");
        SSLHostConfig host = new SSLHostConfig();
        if (tls.protocol() != null) {
            host.setProtocols(tls.protocol());
            host.setCiphers(tls.suite());
            host.setCipherSuites(tls.suite());
        }
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(
                        host, SSLHostConfigCertificate.Type.valueOf(tls.kind().keyType));
        certificate.setCertificateKeystoreFile(tls.keystore().toString());
        certificate.setCertificateKeystorePassword(Encryption.PASSWORD);
        certificate.setCertificateKeystoreType("PKCS12");
        host.addCertificate(certificate);
        connector.addSslHostConfig(host);
    }
}
