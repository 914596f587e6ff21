package dev.serval.benchmarks;

import dev.serval.ajp.AjpConfig;
import dev.serval.benchmarks.websocket.Endpoints;
import dev.serval.connector.IoModel;
import dev.serval.embed.Serval;
import dev.serval.embed.ServalBuilder;
import jakarta.servlet.http.HttpServlet;
import java.util.Map;

/** Serval with its defaults, but for the limits that all contenders share. Stateless. */
final class ServalServer implements EmbeddedServer {
    // Where there are some; -Djvm=-DvirtualThreads=false measures without.
    private static final boolean VIRTUAL =
            Runtime.version().feature() >= 21
                    && Boolean.parseBoolean(System.getProperty("virtualThreads", "true"));

    @Override
    public int start(Contender contender, Site site) throws Exception {
        ServalBuilder serval =
                Serval.onPort(0)
                        .address("127.0.0.1")
                        .io(model(contender))
                        .connector(
                                config ->
                                        config.change()
                                                .maxKeepAliveRequests(-1)
                                                .keepAliveTimeout(Site.KEEP_ALIVE)
                                                .maxConnections(Site.CONNECTIONS)
                                                .acceptCount(Site.BACKLOG)
                                                .maxThreads(site.threads())
                                                .useVirtualThreads(VIRTUAL)
                                                .inlineCalls(contender != Contender.SERVAL_WORKERS)
                                                .done());
        if (site.applications() == 0) {
            serval.directory("", site.documents());
            for (Map.Entry<String, HttpServlet> servlet : Servlets.all().entrySet()) {
                serval.servlet(Servlets.CONTEXT, servlet.getKey(), servlet.getValue());
            }
            if (site.webSocket()) {
                serval.listener(Servlets.CONTEXT, new Endpoints());
            }
        }
        for (int i = 1; i <= site.applications(); i++) {
            serval.webapp("/app" + i, site.application(i));
        }
        if (site.tls() != null) {
            serval.tls(site.tls().serval());
        }
        if (Boolean.getBoolean(JavaServer.AJP)) {
            serval.ajp(AjpConfig.of(null));
        }
        if (site.log()) {
            serval.accessLog(site.work(), "common");
        }
        return serval.start().port();
    }

    private static IoModel model(Contender contender) {
        return switch (contender) {
            case SERVAL_NIO, SERVAL_WORKERS -> IoModel.NIO;
            case SERVAL_NIO2 -> IoModel.NIO2;
            case SERVAL_BIO -> IoModel.BIO;
            default -> throw new IllegalArgumentException(contender + " is not Serval");
        };
    }
}
