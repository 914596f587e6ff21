package dev.serval.benchmarks;

import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import io.undertow.Undertow;
import io.undertow.util.Headers;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/**
 * A server in this process for {@link IdleMemory}: prints its port, then for every line that it
 * reads the bytes that are in use on the heap and in buffers outside of it. Keeps 20,000
 * connections, for ten minutes.
 */
enum IdleServer {
    SERVAL_NIO {
        @Override
        int start(Path keystore) throws Exception {
            return serval(IoModel.NIO, keystore);
        }
    },
    SERVAL_NIO2 {
        @Override
        int start(Path keystore) throws Exception {
            return serval(IoModel.NIO2, keystore);
        }
    },
    SERVAL_BIO {
        @Override
        int start(Path keystore) throws Exception {
            return serval(IoModel.BIO, keystore);
        }
    },
    TOMCAT_NIO {
        @Override
        int start(Path keystore) throws Exception {
            Tomcat tomcat = new Tomcat();
            tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
            Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
            connector.setPort(0);
            connector.setProperty("maxConnections", Integer.toString(CONNECTIONS));
            connector.setProperty("keepAliveTimeout", Integer.toString(TIMEOUT));
            connector.setProperty("connectionTimeout", Integer.toString(TIMEOUT));
            if (keystore != null) {
                connector.setProperty("SSLEnabled", "true");
                connector.setScheme("https");
                connector.setSecure(true);
                SSLHostConfig host = new SSLHostConfig();
                SSLHostConfigCertificate certificate =
                        new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.RSA);
                certificate.setCertificateKeystoreFile(keystore.toString());
                certificate.setCertificateKeystorePassword(PASSWORD);
                certificate.setCertificateKeystoreType("PKCS12");
                host.addCertificate(certificate);
                connector.addSslHostConfig(host);
            }
            tomcat.setConnector(connector);
            Context context = tomcat.addContext("", null);
            Tomcat.addServlet(context, "hello", new Hello());
            context.addServletMappingDecoded("/hello", "hello");
            tomcat.start();
            return connector.getLocalPort();
        }
    },
    UNDERTOW {
        @Override
        int start(Path keystore) throws Exception {
            Undertow.Builder builder = Undertow.builder();
            if (keystore == null) {
                builder.addHttpListener(0, "0.0.0.0");
            } else {
                builder.addHttpsListener(0, "0.0.0.0", tls(keystore));
            }
            Undertow server =
                    builder.setHandler(
                                    exchange -> {
                                        exchange.getResponseHeaders()
                                                .put(Headers.CONTENT_TYPE, "text/plain");
                                        exchange.getResponseSender().send("Hello, world!");
                                    })
                            .build();
            server.start();
            InetSocketAddress address =
                    (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
            return address.getPort();
        }
    };

    static final String PASSWORD = "changeit";
    private static final int CONNECTIONS = 20_000;
    private static final int TIMEOUT = 600_000;

    /**
     * @param keystore PKCS12 with {@link #PASSWORD}; null means without TLS
     */
    abstract int start(Path keystore) throws Exception;

    private static int serval(IoModel io, Path keystore) throws Exception {
        ServalBuilder builder =
                Serval.onPort(0)
                        .io(io)
                        .connector(
                                config ->
                                        config.change()
                                                .maxConnections(CONNECTIONS)
                                                .keepAliveTimeout(TIMEOUT)
                                                .connectionTimeout(TIMEOUT)
                                                .done())
                        .servlet("", "/hello", new Hello());
        return (keystore == null ? builder : builder.tls(keystore, PASSWORD)).start().port();
    }

    private static SSLContext tls(Path keystore) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    /**
     * @param args the server, and a keystore if it is to speak TLS
     */
    public static void main(String[] args) throws Exception {
        System.out.println(valueOf(args[0]).start(args.length > 1 ? Path.of(args[1]) : null));
        BufferedReader orders =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        while (orders.readLine() != null) {
            System.out.println(used());
        }
        System.exit(0);
    }

    private static long used() {
        System.gc();
        System.gc();
        long buffers = 0;
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            buffers += pool.getMemoryUsed();
        }
        return buffers + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
