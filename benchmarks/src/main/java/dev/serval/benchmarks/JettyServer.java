package dev.serval.benchmarks;

import dev.serval.benchmarks.websocket.Endpoints;
import jakarta.servlet.http.HttpServlet;
import java.util.Map;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.ee11.websocket.jakarta.server.config.JakartaWebSocketServletContainerInitializer;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Embedded Jetty: its own handler for files, its servlet layer for servlets. Stateless. */
final class JettyServer implements EmbeddedServer {

    @Override
    public int start(Contender contender, Site site) throws Exception {
        Server server = new Server(new QueuedThreadPool(site.threads()));
        ServerConnector connector = connector(server, site);
        server.addConnector(connector);
        ContextHandlerCollection contexts = new ContextHandlerCollection();
        if (site.applications() == 0) {
            ResourceHandler files = new ResourceHandler();
            files.setBaseResource(ResourceFactory.of(server).newResource(site.documents()));
            contexts.addHandler(new ContextHandler(files, "/"));
            ServletContextHandler servlets = context(Servlets.CONTEXT, Servlets.all());
            if (site.webSocket()) {
                JakartaWebSocketServletContainerInitializer.configure(servlets, null);
                servlets.addEventListener(new Endpoints());
            }
            contexts.addHandler(servlets);
        }
        for (int i = 1; i <= site.applications(); i++) {
            contexts.addHandler(context("/app" + i, Map.of(Servlets.HELLO, new Hello())));
        }
        server.setHandler(contexts);
        if (site.log()) {
            server.setRequestLog(
                    new CustomRequestLog(
                            site.work().resolve("jetty.log").toString(),
                            CustomRequestLog.NCSA_FORMAT));
        }
        server.start();
        return connector.getLocalPort();
    }

    private static ServletContextHandler context(String path, Map<String, HttpServlet> servlets) {
        ServletContextHandler context =
                new ServletContextHandler(path, ServletContextHandler.SESSIONS);
        servlets.forEach(
                (pattern, servlet) -> {
                    ServletHolder holder = new ServletHolder(servlet);
                    holder.setAsyncSupported(true);
                    context.addServlet(holder, pattern);
                });
        return context;
    }

    private static ServerConnector connector(Server server, Site site) {
        HttpConfiguration configuration = new HttpConfiguration();
        if (site.tls() != null) {
            // The client asks for 127.0.0.1, which no certificate is for.
            configuration.addCustomizer(new SecureRequestCustomizer(false));
        }
        HttpConnectionFactory http = new HttpConnectionFactory(configuration);
        ServerConnector connector =
                site.tls() == null
                        ? new ServerConnector(server, http)
                        : new ServerConnector(
                                server, new SslConnectionFactory(tls(site), "http/1.1"), http);
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(Site.KEEP_ALIVE);
        connector.setAcceptQueueSize(Site.BACKLOG);
        return connector;
    }

    private static SslContextFactory.Server tls(Site site) {
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(site.tls().keystore().toString());
        tls.setKeyStorePassword(Encryption.PASSWORD);
        if (site.tls().protocol() != null) {
            tls.setIncludeProtocols(site.tls().protocol());
            tls.setIncludeCipherSuites(site.tls().suite());
        }
        return tls;
    }
}
