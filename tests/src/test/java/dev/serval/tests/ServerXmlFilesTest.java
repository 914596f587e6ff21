package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.serval.config.ServerXml;
import dev.serval.config.Surroundings;
import dev.serval.container.Server;
import dev.serval.extension.Extensions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * Whole files as people have them, each with the requests that prove the effect of its elements
 * ({@link FileRequests}): every element of a file is proven by one. Their ports are those that
 * people write; the test gives others from outside.
 */
@Timeout(120)
final class ServerXmlFilesTest {
    @TempDir static Path directory;
    private static Extensions extensions;
    private static ProbedFiles files;

    @BeforeAll
    static void compile() throws Exception {
        extensions = Extensions.onClassPath();
        files = new ProbedFiles(directory);
    }

    @AfterAll
    static void close() {
        extensions.close();
    }

    static List<String> names() throws Exception {
        try (Stream<Path> all = Files.list(ProbedFiles.resources())) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void everyElementHasItsEffect(String name) throws Exception {
        Path base = files.base(name);
        FileRequests requests = FileRequests.read(base.resolve("requests.txt"));
        Path file = base.resolve("conf/server.xml");
        NamedElements elements = NamedElements.of(file);
        Logger logger = (Logger) LoggerFactory.getLogger("dev.serval.builtin.VersionLogger");
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.list = new CopyOnWriteArrayList<>();
        log.start();
        logger.addAppender(log);
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        Map<String, String> given = new HashMap<>(requests.properties());
        elements.ports().forEach(port -> given.put("serval.Connector[" + port + "].port", "0"));
        given.put("serval.base", base.toString());
        given.put("catalina.base", base.toString());
        ServerXml.Result result =
                ServerXml.read(file, new Surroundings(given, Map.of()), extensions);
        assertThat(result.errors()).isEmpty();
        requests.assertWarnings(result.problems().stream().map(Object::toString).toList());
        Server server = Server.of(result.config(), base, base);
        server.start();
        try {
            requests.run(base, ports(elements, server), () -> List.copyOf(log.list));
        } finally {
            server.stop(Duration.ZERO);
            logger.detachAppender(log);
            logger.setAdditive(true);
            logger.setLevel(null);
        }
        TreeSet<String> unproven = new TreeSet<>(elements.names());
        unproven.removeAll(requests.proven());
        assertThat(unproven).as("without a request that proves it").isEmpty();
        TreeSet<String> unknown = new TreeSet<>(requests.proven());
        unknown.removeAll(elements.names());
        assertThat(unknown).as("proven, and not in the file").isEmpty();
    }

    /** The port that each written one stands for. */
    private static Map<Integer, Integer> ports(NamedElements elements, Server server)
            throws IOException {
        Map<Integer, Integer> ports = new HashMap<>();
        for (int i = 0; i < elements.ports().size(); i++) {
            ports.put(elements.ports().get(i), server.connectors().get(i).port());
        }
        return ports;
    }
}
