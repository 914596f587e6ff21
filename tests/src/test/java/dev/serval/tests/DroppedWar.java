package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.serval.container.Server;
import dev.serval.servlet.AppContext;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * A running server with a base directory, into whose {@code webapps/} a WAR was dropped, and what
 * the server has logged since. Owned by one thread.
 */
final class DroppedWar implements AutoCloseable {
    /** Milliseconds for what is a matter of seconds on a machine that has nothing else to do. */
    private static final int PATIENCE = 60_000;

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.serval");
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender =
            new AppenderBase<>() {
                @Override
                protected void append(ILoggingEvent event) {
                    log.add(event.getLevel() + " " + event.getFormattedMessage());
                }
            };
    private final Server server;
    private final Path packed;
    private final Path dropped;
    private final int port;

    /**
     * Returns when the application is there.
     *
     * @param war below {@code tests/apps}
     */
    DroppedWar(Wire wire, Path base, String war) throws Exception {
        appender.start();
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(appender);
        packed = Path.of(System.getProperty("serval.tests.apps"), war);
        dropped = base.resolve("webapps").resolve(packed.getFileName());
        server = start(wire, base);
        port = server.connectors().get(0).port();
        drop();
    }

    /** Once more, after it was removed. Returns when the application is there. */
    void drop() throws Exception {
        log.removeIf(line -> line.startsWith("INFO"));
        Files.copy(packed, dropped);
        String line = "INFO Deployed web application [" + path() + "] from";
        Waiting.until("deployed", PATIENCE, () -> log.stream().anyMatch(l -> l.contains(line)));
    }

    private static Server start(Wire wire, Path base) throws Exception {
        Files.createDirectories(base.resolve("webapps"));
        Files.createDirectories(base.resolve("conf"));
        // The defaults that the distribution ships.
        Files.copy(
                Path.of(System.getProperty("serval.tests.apps"), "../../conf/web.xml"),
                base.resolve("conf/web.xml"));
        return Configured.server(base, wire);
    }

    /** That of the application. */
    String path() {
        return "/" + dropped.getFileName().toString().replace(".war", "");
    }

    RawClient connect() throws IOException {
        return new RawClient(port);
    }

    /** One request on a connection of its own. */
    RawResponse exchange(String request) throws IOException {
        try (RawClient client = connect()) {
            return client.exchange(request);
        }
    }

    /** A target inside the application. */
    RawResponse get(String target, String... fields) throws IOException {
        return exchange(ServerUnderTest.request("GET", path() + target, fields));
    }

    RawResponse post(String target, String type, String body, String... fields) throws IOException {
        return exchange(ServerUnderTest.post(path() + target, type, body, fields));
    }

    /** What was logged by the server at warning or error; not that the machine is slow. */
    List<String> complaints() {
        return log.stream()
                .filter(line -> !line.startsWith("INFO") && !line.contains("SRV-0538"))
                // What other servers of this JVM have refused is summed up in the same log.
                .filter(line -> !line.contains(" more in the last 60 s"))
                .toList();
    }

    /** Removes the WAR, waits until it is undeployed, and then until nothing holds it any more. */
    void mustBeGoneAfterRemoval() throws Exception {
        WeakReference<ClassLoader> loader =
                new WeakReference<>(
                        server.contexts().stream()
                                .map(AppContext::servletContext)
                                .filter(context -> context.getContextPath().equals(path()))
                                .findFirst()
                                .orElseThrow()
                                .getClassLoader());
        Path work = dropped.getParent().resolveSibling("work/E/localhost");
        assertThat(work.resolve(path().substring(1))).isDirectory();
        Files.delete(dropped);
        String line = "INFO Undeployed web application [" + path() + "]";
        Waiting.until("it is undeployed", PATIENCE, () -> log.contains(line));
        assertThat(server.webApplications()).isEmpty();
        assertThat(work.resolve(path().substring(1))).doesNotExist();
        Collected.await("the class loader", List.of(loader));
    }

    @Override
    public void close() {
        server.stop(Duration.ofSeconds(5));
        logger.detachAppender(appender);
        logger.setAdditive(true);
        logger.setLevel(null);
    }
}
