package dev.serval.benchmarks;

import dev.serval.benchmarks.websocket.Endpoints;
import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.handlers.PathHandler;
import io.undertow.server.handlers.accesslog.AccessLogHandler;
import io.undertow.server.handlers.accesslog.DefaultAccessLogReceiver;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.server.handlers.resource.ResourceHandler;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.util.ImmediateInstanceFactory;
import io.undertow.websockets.jsr.WebSocketDeploymentInfo;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Executors;
import org.xnio.Options;
import org.xnio.Sequence;

/** Embedded Undertow: its own handler for files, its servlet layer for servlets. Stateless. */
final class UndertowServer implements EmbeddedServer {

    @Override
    public int start(Contender contender, Site site) throws Exception {
        PathHandler paths = Handlers.path();
        if (site.applications() == 0) {
            paths.addPrefixPath(
                    "/", new ResourceHandler(new PathResourceManager(site.documents())));
            paths.addPrefixPath(
                    dev.serval.benchmarks.Servlets.CONTEXT,
                    deploy(
                            dev.serval.benchmarks.Servlets.CONTEXT,
                            dev.serval.benchmarks.Servlets.all(),
                            site.webSocket()));
        }
        for (int i = 1; i <= site.applications(); i++) {
            paths.addPrefixPath(
                    "/app" + i,
                    deploy(
                            "/app" + i,
                            Map.of(dev.serval.benchmarks.Servlets.HELLO, new Hello()),
                            false));
        }
        Undertow.Builder builder =
                Undertow.builder()
                        .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, Site.KEEP_ALIVE)
                        .setSocketOption(Options.BACKLOG, Site.BACKLOG)
                        .setWorkerThreads(site.threads())
                        .setHandler(site.log() ? logged(paths, site) : paths);
        if (site.tls() == null) {
            builder.addHttpListener(0, "127.0.0.1");
        } else {
            builder.addHttpsListener(0, "127.0.0.1", site.tls().context());
            if (site.tls().protocol() != null) {
                builder.setSocketOption(
                        Options.SSL_ENABLED_PROTOCOLS, Sequence.of(site.tls().protocol()));
                builder.setSocketOption(
                        Options.SSL_ENABLED_CIPHER_SUITES, Sequence.of(site.tls().suite()));
            }
        }
        Undertow server = builder.build();
        server.start();
        return ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
    }

    private static HttpHandler deploy(
            String path, Map<String, HttpServlet> servlets, boolean webSocket)
            throws ServletException {
        DeploymentInfo deployment =
                Servlets.deployment()
                        .setClassLoader(UndertowServer.class.getClassLoader())
                        .setContextPath(path)
                        .setDeploymentName(path);
        servlets.forEach(
                (pattern, servlet) ->
                        deployment.addServlet(
                                Servlets.servlet(
                                                pattern,
                                                servlet.getClass(),
                                                new ImmediateInstanceFactory<>(servlet))
                                        .setAsyncSupported(true)
                                        .addMapping(pattern)));
        if (webSocket) {
            WebSocketDeploymentInfo endpoints = new WebSocketDeploymentInfo();
            Endpoints.ALL.forEach(endpoints::addEndpoint);
            deployment.addServletContextAttribute(
                    WebSocketDeploymentInfo.ATTRIBUTE_NAME, endpoints);
        }
        DeploymentManager manager = Servlets.newContainer().addDeployment(deployment);
        manager.deploy();
        return manager.start();
    }

    private static HttpHandler logged(HttpHandler handler, Site site) {
        return new AccessLogHandler(
                handler,
                DefaultAccessLogReceiver.builder()
                        .setLogWriteExecutor(Executors.newSingleThreadExecutor())
                        .setOutputDirectory(site.work())
                        .setLogBaseName("undertow")
                        .build(),
                "common",
                UndertowServer.class.getClassLoader());
    }
}
