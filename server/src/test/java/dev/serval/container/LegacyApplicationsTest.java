package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.serval.config.ServerXml;
import dev.serval.extension.Extensions;
import dev.serval.lifecycle.LifecycleException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Applications that are converted before they are served, by a converter that marks them. */
class LegacyApplicationsTest {
    private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.serval");
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender =
            new AppenderBase<>() {
                @Override
                protected void append(ILoggingEvent event) {
                    log.add(event.getLevel() + " " + event.getFormattedMessage());
                }
            };

    @TempDir private Path base;
    private Extensions extensions;
    private Server server;

    private static final String INITIALIZERS = "javax.servlet.ServletContainerInitializer";

    @BeforeEach
    void listen() throws IOException {
        extensions = StubExtension.onClassPath(base.resolve("classes"));
        Files.createDirectories(base.resolve("webapps"));
        Files.createDirectories(base.resolve("webapps-javaee"));
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void close() {
        stop();
        extensions.close();
        logger.detachAppender(appender);
    }

    private void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(5));
            server = null;
        }
    }

    @Test
    void aWarIsConvertedOnceAndServedAsItWasConverted() throws Exception {
        war("webapps-javaee/old.war", "index.html", "old");
        start("");
        assertThat(get("/old/index.html")).endsWith("old");
        assertThat(get("/old/converted.txt")).endsWith("TOMCAT");
        assertThat(told("INFO Converted [/old]")).hasSize(1);
        Path first = converted("old");
        stop();
        start("");
        assertThat(get("/old/converted.txt")).endsWith("TOMCAT");
        assertThat(told("INFO Converted [/old]")).hasSize(1);
        assertThat(converted("old")).isEqualTo(first);
        assertThat(Files.readAllLines(report(first)))
                .startsWith(base.resolve("webapps-javaee/old.war").toString(), "by stub 1 TOMCAT")
                .contains("has lost its signature: signed.jar");
    }

    /** By its size, times and file, as libraries are known again. */
    @ParameterizedTest
    @ValueSource(strings = {"old.war", "old"})
    void whatHasNotChangedIsNotReadToBeKnownAgain(String source) throws Exception {
        if (source.endsWith(".war")) {
            war("webapps-javaee/old.war", "index.html", "old");
        } else {
            write("webapps-javaee/old/index.html", "old");
        }
        // What has just changed may change again without being seen.
        until(
                () ->
                        Files.getLastModifiedTime(base.resolve("webapps-javaee").resolve(source))
                                .toInstant()
                                .isBefore(Instant.now().minusMillis(50)));
        start("");
        stop();
        try (DirectoryStream<Path> members = Files.newDirectoryStream(kept("old"))) {
            for (Path member : members) {
                String end = member.getFileName().toString().replaceFirst("^[^.]+", "");
                Files.move(member, member.resolveSibling("known" + end));
            }
        }
        start("");
        assertThat(get("/old/index.html")).endsWith("old");
        assertThat(told("INFO Converted [/old]")).hasSize(1);
        assertThat(converted("old")).hasFileName("known.war");
    }

    @Test
    void aLoaderInServerXmlHasItsApplicationConverted() throws Exception {
        war("elsewhere/old.war", "index.html", "old");
        start(
                "",
                "<Context path='/old' docBase='"
                        + base.resolve("elsewhere/old.war")
                        + "'><Loader jakartaConverter='EE'/></Context>");
        assertThat(get("/old/index.html")).endsWith("old");
        assertThat(get("/old/converted.txt")).endsWith("EE");
        assertThat(told("WARN")).isEmpty();
    }

    @Test
    void aChangedWarIsConvertedAgainAndTheOneBeforeIsRemoved() throws Exception {
        war("webapps-javaee/old.war", "index.html", "one");
        start("");
        Path first = converted("old");
        war("webapps-javaee/old.war", "index.html", "two!");
        until(() -> get("/old/index.html").endsWith("two!"));
        assertThat(converted("old")).isNotEqualTo(first);
        assertThat(first).doesNotExist();
        assertThat(report(first)).doesNotExist();
    }

    @Test
    void aDirectoryIsConvertedAndConvertedAgainWhenAnyFileOfItChanges() throws Exception {
        write("webapps-javaee/old/deep/below/page.html", "one");
        start("");
        assertThat(get("/old/deep/below/page.html")).endsWith("one");
        assertThat(get("/old/converted.txt")).endsWith("TOMCAT");
        write("webapps-javaee/old/deep/below/page.html", "two!");
        until(() -> get("/old/deep/below/page.html").endsWith("two!"));
    }

    @Test
    void whatIsRemovedIsGoneWithWhatItWasConvertedTo() throws Exception {
        war("webapps-javaee/old.war", "index.html", "old");
        war("webapps-javaee/other.war", "index.html", "other");
        start("");
        Files.delete(base.resolve("webapps-javaee/old.war"));
        until(() -> get("/old/index.html").startsWith("HTTP/1.1 404"));
        until(() -> !Files.exists(kept("old")));
        stop();
        Files.delete(base.resolve("webapps-javaee/other.war"));
        start("");
        assertThat(kept("other")).doesNotExist();
    }

    @Test
    void theAttributeNamesTheDirectory() throws Exception {
        war("elsewhere/old.war", "index.html", "old");
        war("webapps-javaee/not.war", "index.html", "not");
        start("legacyAppBase='elsewhere'");
        assertThat(get("/old/converted.txt")).endsWith("TOMCAT");
        assertThat(get("/not/index.html")).startsWith("HTTP/1.1 404");
    }

    @Test
    void whatNeedsToBeConvertedIsToldTheDirectoryOfItsHost() throws Exception {
        write("webapps/old/WEB-INF/classes/META-INF/services/" + INITIALIZERS, "a.Initializer");
        start("legacyAppBase='elsewhere'");
        String where =
                "put it into " + base.resolve("elsewhere") + " (the legacyAppBase of its Host)";
        assertThat(told("ERROR"))
                .singleElement()
                .asString()
                .contains("It needs javax.servlet")
                .contains(where);
        stop();
        Path serverXml = base.resolve("conf/server.xml");
        assertThat(ConfigurationCheck.of(ServerXml.read(serverXml).config(), base, base))
                .extracting(Object::toString)
                .anyMatch(line -> line.contains(where));
    }

    @ParameterizedTest
    @ValueSource(strings = {"own", "conf/E/localhost/a.xml", "conf/context.xml"})
    void anApplicationMayAskToBeConverted(String where) throws Exception {
        String descriptor = "<Context><Loader jakartaConverter='EE'/></Context>";
        write("webapps/b/index.html", "b");
        if (where.equals("own")) {
            war("webapps/a.war", "META-INF/context.xml", descriptor);
            write("webapps/b/META-INF/context.xml", descriptor);
        } else {
            war("webapps/a.war", "index.html", "a");
            write(where, descriptor);
        }
        start("");
        assertThat(get("/a/converted.txt")).endsWith("EE");
        if (where.equals("conf/E/localhost/a.xml")) {
            assertThat(get("/b/converted.txt")).startsWith("HTTP/1.1 404");
        } else {
            assertThat(get("/b/converted.txt")).endsWith("EE");
        }
        assertThat(get("/b/index.html")).endsWith("b");
        assertThat(told("WARN SRV-0522")).isEmpty();
    }

    @Test
    void aDescriptorThatMustNotCountDoesNotAsk() throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Loader jakartaConverter='EE'/></Context>");
        start("deployXML='false'");
        assertThat(get("/a/")).startsWith("HTTP/1.1 503");
        assertThat(kept("a")).doesNotExist();
    }

    @Test
    void whatIsInTheAppBaseComesFirstAndIsNotConverted() throws Exception {
        war("webapps/both.war", "index.html", "new");
        war("webapps-javaee/both.war", "index.html", "old");
        start("");
        assertThat(get("/both/index.html")).endsWith("new");
        assertThat(get("/both/converted.txt")).startsWith("HTTP/1.1 404");
        assertThat(told("WARN SRV-0523"))
                .singleElement()
                .asString()
                .contains("webapps-javaee/both.war is not deployed: ")
                .contains("webapps/both.war is");
    }

    @ParameterizedTest
    @CsvSource({
        "broken.txt, old.war cannot be converted for jakarta.servlet: no luck",
        "../out.txt, the entry '../out.txt' would not be unpacked where it belongs",
    })
    void whatCannotBeConvertedIsOneMessage(String entry, String why) throws Exception {
        war("webapps-javaee/old.war", entry, "x");
        start("");
        // One whose names are bad may be half copied: it is looked at for a while.
        until(() -> get("/old/").startsWith("HTTP/1.1 503"));
        assertThat(told("ERROR"))
                .singleElement()
                .asString()
                .contains("Failed to deploy web application [/old]")
                .endsWith(why);
        assertThat(base.resolve("work/E/localhost/.converted/out.txt")).doesNotExist();
    }

    @Test
    void whatIsConvertedInPartIsServedAndTold() throws Exception {
        war("webapps-javaee/old.war", "part.txt", "x");
        start("");
        assertThat(get("/old/part.txt")).endsWith("x");
        assertThat(told("WARN SRV-0524 Converted [/old]"))
                .singleElement()
                .asString()
                .contains("1 could not be, such as part.txt: half");
    }

    @Test
    void withoutAConverterItIsSaidWhatToInstall() throws Exception {
        war("webapps-javaee/old.war", "index.html", "old");
        extensions.close();
        extensions = Extensions.NONE;
        start("");
        assertThat(get("/old/")).startsWith("HTTP/1.1 503");
        assertThat(told("ERROR"))
                .singleElement()
                .asString()
                .contains("SRV-0525")
                .contains("the directory javax of the distribution's lib/extensions");
        Path serverXml = base.resolve("conf/server.xml");
        assertThat(ConfigurationCheck.of(ServerXml.read(serverXml).config(), base, base))
                .extracting(Object::toString)
                .singleElement()
                .asString()
                .contains("webapps-javaee/old.war")
                .contains("SRV-0525");
    }

    private List<String> told(String start) {
        return log.stream().filter(line -> line.startsWith(start)).toList();
    }

    private Path kept(String name) {
        return base.resolve("work/E/localhost/.converted").resolve(name);
    }

    private Path converted(String name) throws IOException {
        try (Stream<Path> all = Files.list(kept(name))) {
            List<Path> wars = all.filter(file -> file.toString().endsWith(".war")).toList();
            assertThat(wars).hasSize(1);
            return wars.get(0);
        }
    }

    private static Path report(Path war) {
        return war.resolveSibling(war.getFileName().toString().replace(".war", ".txt"));
    }

    private void start(String attributes) throws IOException, LifecycleException {
        start(attributes, "");
    }

    private void start(String attributes, String inside) throws IOException, LifecycleException {
        write(
                "conf/server.xml",
                "<Server port='-1'><Service><Connector port='0' address='127.0.0.1'/>"
                        + "<Engine name='E' defaultHost='localhost'><Host name='localhost' "
                        + attributes
                        + ">"
                        + inside
                        + "</Host></Engine></Service></Server>");
        Path file = base.resolve("conf/server.xml");
        server = Server.of(ServerXml.read(file, name -> null, extensions).config(), base, base);
        server.start();
    }

    private void war(String name, String entry, String content) throws IOException {
        Path beside = base.resolve("copied");
        try (OutputStream out = Files.newOutputStream(beside);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        Path war = base.resolve(name);
        Files.createDirectories(war.getParent());
        Files.move(beside, war, StandardCopyOption.ATOMIC_MOVE);
    }

    private void write(String name, String text) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.call()) {
            assertThat(System.nanoTime() - end).as("waited in vain").isNegative();
            LockSupport.parkNanos(5_000_000);
        }
    }

    private String get(String path) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            socket.setSoTimeout(10_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
