package dev.serval.benchmarks;

import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/**
 * A server under test in this process: serves a directory and {@link Hello} on a free port, prints
 * the port, and runs until it is killed. All contenders have the same limits: no bound on requests
 * per connection, 60 seconds keep-alive, 8192 connections.
 */
public enum Contender {
    SERVAL_NIO {
        @Override
        int start(Path documents, Encryption tls) throws Exception {
            return serval(IoModel.NIO, documents, tls);
        }
    },
    SERVAL_NIO2 {
        @Override
        int start(Path documents, Encryption tls) throws Exception {
            return serval(IoModel.NIO2, documents, tls);
        }
    },
    SERVAL_BIO {
        @Override
        int start(Path documents, Encryption tls) throws Exception {
            return serval(IoModel.BIO, documents, tls);
        }
    },
    TOMCAT_NIO {
        @Override
        int start(Path documents, Encryption tls) throws Exception {
            Tomcat tomcat = new Tomcat();
            tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
            Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
            connector.setPort(0);
            connector.setProperty("maxKeepAliveRequests", "-1");
            connector.setProperty("keepAliveTimeout", "60000");
            if (tls != null) {
                encrypt(connector, tls);
            }
            tomcat.setConnector(connector);
            Context context = tomcat.addContext("", documents.toString());
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
    };

    /**
     * @param tls null for plain text
     */
    abstract int start(Path documents, Encryption tls) throws Exception;

    private static int serval(IoModel io, Path documents, Encryption tls) throws Exception {
        ServalBuilder serval =
                Serval.onPort(0)
                        .io(io)
                        .connector(config -> config.change().maxKeepAliveRequests(-1).done())
                        .directory("", documents)
                        .servlet("", "/hello", new Hello());
        if (tls != null) {
            serval.tls(tls.serval());
        }
        return serval.start().port();
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

    /**
     * @param args the contender, the directory to serve, and for TLS its protocol and a keystore
     */
    public static void main(String[] args) throws Exception {
        Encryption tls = args.length > 2 ? new Encryption(args[2], Path.of(args[3])) : null;
        System.out.println(valueOf(args[0]).start(Path.of(args[1]), tls));
        Thread.currentThread().join();
    }
}
