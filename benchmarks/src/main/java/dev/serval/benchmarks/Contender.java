package dev.serval.benchmarks;

import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/**
 * A server under test in this process: serves a directory and {@link Hello} on a free port, prints
 * the port, and runs until it is killed. All contenders have the same limits: no bound on requests
 * per connection, 60 seconds keep-alive, 8192 connections.
 */
public enum Contender {
    SERVAL_NIO {
        @Override
        int start(Path documents) throws Exception {
            return serval(IoModel.NIO, documents);
        }
    },
    SERVAL_NIO2 {
        @Override
        int start(Path documents) throws Exception {
            return serval(IoModel.NIO2, documents);
        }
    },
    SERVAL_BIO {
        @Override
        int start(Path documents) throws Exception {
            return serval(IoModel.BIO, documents);
        }
    },
    TOMCAT_NIO {
        @Override
        int start(Path documents) throws Exception {
            Tomcat tomcat = new Tomcat();
            tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
            Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
            connector.setPort(0);
            connector.setProperty("maxKeepAliveRequests", "-1");
            connector.setProperty("keepAliveTimeout", "60000");
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

    abstract int start(Path documents) throws Exception;

    private static int serval(IoModel io, Path documents) throws Exception {
        return Serval.onPort(0)
                .io(io)
                .connector(config -> config.change().maxKeepAliveRequests(-1).done())
                .directory("", documents)
                .servlet("", "/hello", new Hello())
                .start()
                .port();
    }

    /**
     * @param args the contender and the directory to serve
     */
    public static void main(String[] args) throws Exception {
        System.out.println(valueOf(args[0]).start(Path.of(args[1])));
        Thread.currentThread().join();
    }
}
