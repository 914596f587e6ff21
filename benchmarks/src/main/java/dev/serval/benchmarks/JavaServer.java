package dev.serval.benchmarks;

import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.accesslog.AccessLogHandler;
import io.undertow.server.handlers.accesslog.DefaultAccessLogReceiver;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.server.handlers.resource.ResourceHandler;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.AccessLogValve;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.resource.ResourceFactory;

/**
 * A contender in this process: serves a directory, and {@link Hello} where it has servlets, on a
 * free port, prints the port, and runs until it is killed. All have the same limits: no bound on
 * requests per connection, 60 seconds keep-alive, at least 8192 connections.
 */
final class JavaServer {
    private static final int KEEP_ALIVE = 60_000;

    private JavaServer() {}

    /**
     * @param args the contender, the directory to serve, one for logs, whether to write a log, and
     *     for TLS its protocol and a keystore
     */
    public static void main(String[] args) throws Exception {
        Encryption tls = args.length > 4 ? new Encryption(args[4], Path.of(args[5])) : null;
        Site site =
                new Site(Path.of(args[1]), Path.of(args[2]), Boolean.parseBoolean(args[3]), tls);
        System.out.println(start(Contender.valueOf(args[0]), site));
        Thread.currentThread().join();
    }

    private static int start(Contender contender, Site site) throws Exception {
        return switch (contender) {
            case SERVAL_NIO -> serval(IoModel.NIO, site);
            case SERVAL_NIO2 -> serval(IoModel.NIO2, site);
            case SERVAL_BIO -> serval(IoModel.BIO, site);
            case TOMCAT_NIO -> tomcat(site);
            case JETTY -> jetty(site);
            case UNDERTOW -> undertow(site);
            case HTTPD_EVENT, NGINX -> throw new IllegalArgumentException(contender + " is native");
        };
    }

    private static int serval(IoModel io, Site site) throws Exception {
        ServalBuilder serval =
                Serval.onPort(0)
                        .io(io)
                        .connector(config -> config.change().maxKeepAliveRequests(-1).done())
                        .directory("", site.documents())
                        .servlet("", "/hello", new Hello());
        if (site.tls() != null) {
            serval.tls(site.tls().serval());
        }
        if (site.log()) {
            serval.accessLog(site.work(), "common");
        }
        return serval.start().port();
    }

    private static int tomcat(Site site) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(site.work().toString());
        Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
        connector.setPort(0);
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("keepAliveTimeout", Integer.toString(KEEP_ALIVE));
        if (site.tls() != null) {
            encrypt(connector, site.tls());
        }
        tomcat.setConnector(connector);
        if (site.log()) {
            AccessLogValve log = new AccessLogValve();
            log.setDirectory(site.work().toString());
            log.setPattern("common");
            tomcat.getEngine().getPipeline().addValve(log);
        }
        Context context = tomcat.addContext("", site.documents().toString());
        Wrapper servlet =
                Tomcat.addServlet(
                        context, "default", "org.apache.catalina.servlets.DefaultServlet");
        servlet.setLoadOnStartup(1);
        context.addServletMappingDecoded("/", "default");
        Tomcat.addServlet(context, "hello", new Hello());
        context.addServletMappingDecoded("/hello", "hello");
        tomcat.start();
        return connector.getLocalPort();
    }

    private static void encrypt(Connector connector, Encryption tls) {
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setProperty("SSLEnabled", "true");
        SSLHostConfig host = new SSLHostConfig();
        host.setProtocols(tls.protocol());
        host.setCiphers(tls.suite());
        host.setCipherSuites(tls.suite());
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.RSA);
        certificate.setCertificateKeystoreFile(tls.keystore().toString());
        certificate.setCertificateKeystorePassword(Encryption.PASSWORD);
        certificate.setCertificateKeystoreType("PKCS12");
        host.addCertificate(certificate);
        connector.addSslHostConfig(host);
    }

    /** Jetty's own handler for files, without its servlet layer. */
    private static int jetty(Site site) throws Exception {
        plainOnly(site);
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setIdleTimeout(KEEP_ALIVE);
        server.addConnector(connector);
        org.eclipse.jetty.server.handler.ResourceHandler files =
                new org.eclipse.jetty.server.handler.ResourceHandler();
        files.setBaseResource(ResourceFactory.of(server).newResource(site.documents()));
        server.setHandler(files);
        if (site.log()) {
            server.setRequestLog(
                    new CustomRequestLog(
                            site.work().resolve("jetty.log").toString(),
                            CustomRequestLog.NCSA_FORMAT));
        }
        server.start();
        return connector.getLocalPort();
    }

    /** Undertow's own handler for files, without its servlet layer. */
    private static int undertow(Site site) {
        plainOnly(site);
        HttpHandler handler = new ResourceHandler(new PathResourceManager(site.documents()));
        if (site.log()) {
            handler =
                    new AccessLogHandler(
                            handler,
                            DefaultAccessLogReceiver.builder()
                                    .setLogWriteExecutor(Executors.newSingleThreadExecutor())
                                    .setOutputDirectory(site.work())
                                    .setLogBaseName("undertow")
                                    .build(),
                            "common",
                            JavaServer.class.getClassLoader());
        }
        Undertow server =
                Undertow.builder()
                        .addHttpListener(0, "127.0.0.1")
                        .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, KEEP_ALIVE)
                        .setHandler(handler)
                        .build();
        server.start();
        return ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
    }

    private static void plainOnly(Site site) {
        if (site.tls() != null) {
            throw new IllegalArgumentException("this contender is measured in plain text only");
        }
    }
}
