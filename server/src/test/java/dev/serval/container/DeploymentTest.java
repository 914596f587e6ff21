package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.serval.config.ServerXml;
import dev.serval.servlet.AppContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.spi.ToolProvider;
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

/** What is dropped into an appBase, replaced and removed, seen through a socket and the log. */
class DeploymentTest {
    private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.serval");
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender =
            new AppenderBase<>() {
                @Override
                protected void append(ILoggingEvent event) {
                    if (event.getLevel().isGreaterOrEqual(Level.INFO)
                            && event.getLoggerName().matches("dev.serval.(container|webapp).*")) {
                        log.add(event.getFormattedMessage());
                    }
                }
            };

    @TempDir private Path base;
    private Server server;

    @BeforeEach
    void listen() {
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(5));
        }
        logger.detachAppender(appender);
    }

    @Test
    void whatIsDroppedInIsServed() throws Exception {
        start("");
        write("webapps/docs/index.html", "dropped");
        until(() -> get("/docs/").endsWith("dropped"));
        until(() -> log.size() >= 1);
        assertThat(log).filteredOn(line -> line.startsWith("Deployed")).hasSize(1);
        assertThat(log.get(0))
                .matches(
                        "Deployed web application \\[/docs] from \\[docs] in \\d+ ms, of which \\d+ ms in its own"
                                + " code");
    }

    @Test
    void aWarIsServedLikeADirectory() throws Exception {
        war("shop.war", "index.html", "from a war");
        start("");
        assertThat(get("/shop/")).startsWith("HTTP/1.1 200").endsWith("from a war");
        assertThat(log.get(0))
                .matches(
                        "Deployed web application \\[/shop] from \\[shop.war] in \\d+ ms, of which \\d+ ms in its own"
                                + " code");
    }

    @Test
    void aWarThatIsDroppedInIsServed() throws Exception {
        start("");
        war("shop.war", "index.html", "later");
        until(() -> get("/shop/").endsWith("later"));
        until(() -> log.size() >= 1);
        assertThat(log).singleElement().asString().contains("[/shop] from [shop.war]");
    }

    @ParameterizedTest
    @CsvSource({
        "ROOT.war, /, /",
        "foo#bar.war, /foo/bar, /foo/bar/",
        "Shop.war, /Shop, /Shop/",
        "a.b.war, /a.b, /a.b/",
        "up.WAR, /up, /up/"
    })
    void theNameOfAWarIsItsPath(String name, String shown, String request) throws Exception {
        war(name, "index.html", "here");
        start("");
        assertThat(server.webApplications()).containsExactly(shown);
        assertThat(get(request)).endsWith("here");
    }

    @ParameterizedTest
    @ValueSource(strings = {".hidden.war", "a;b.war", "#a.war", "META-INF.war.txt", "shop.zip"})
    void someFilesAreNone(String name) throws Exception {
        war(name, "index.html", "here");
        assertThat(start("").webApplications()).isEmpty();
    }

    @Test
    void theDescriptorsOfAWarAreNotServed() throws Exception {
        war("shop.war", "WEB-INF/secret.txt", "secret", "index.html", "x");
        start("");
        assertThat(get("/shop/WEB-INF/secret.txt")).startsWith("HTTP/1.1 404");
    }

    @Test
    void aWarComesBeforeADirectoryOfItsName() throws Exception {
        write("webapps/shop/index.html", "directory");
        war("shop.war", "index.html", "war");
        start("");
        assertThat(get("/shop/")).endsWith("war");
        assertThat(server.webApplications()).containsExactly("/shop");
    }

    @Test
    void theDirectoryServesWhenItsWarIsRemoved() throws Exception {
        write("webapps/shop/index.html", "directory");
        Path war = war("shop.war", "index.html", "war");
        start("");
        Files.delete(war);
        until(() -> get("/shop/").endsWith("directory"));
    }

    @Test
    void aWarIsReplaced() throws Exception {
        war("shop.war", "index.html", "one");
        start("");
        war("shop.war", "index.html", "two, and longer");
        until(() -> get("/shop/").endsWith("two, and longer"));
        until(() -> log.size() >= 2);
        assertThat(log)
                .hasSize(2)
                .allMatch(
                        line ->
                                line.startsWith(
                                        "Deployed web application [/shop] from [shop.war]"));
    }

    @Test
    void whatWasUnpackedIsRemovedWithItsApplication() throws Exception {
        war("shop.war", "index.html", "one");
        start("");
        war("shop.war", "index.html", "second");
        until(() -> get("/shop/").endsWith("second"));
        until(() -> unpacked() == 1);
        Files.delete(base.resolve("webapps/shop.war"));
        until(() -> unpacked() == 0);
    }

    @Test
    void theWorkDirectoryOutlivesAReplacementAndGoesWithTheApplication() throws Exception {
        Path work = base.resolve("work/E/localhost/shop");
        war("shop.war", "index.html", "one");
        start("");
        Path kept = Files.writeString(work.resolve("kept.txt"), "kept");
        war("shop.war", "index.html", "second");
        until(() -> get("/shop/").endsWith("second"));
        until(() -> unpacked() == 1);
        assertThat(kept).exists();
        Files.delete(base.resolve("webapps/shop.war"));
        until(() -> log.contains("Undeployed web application [/shop]"));
        assertThat(work).doesNotExist();
    }

    /** Its sessions are there: the next application of that name must not get them. */
    @Test
    void theWorkDirectoryOfAStoppedApplicationStaysUntilItIsRemoved() throws Exception {
        Path work = base.resolve("work/E/localhost/shop");
        war("shop.war", "index.html", "one");
        start("");
        Host host = server.services().get(0).engine().defaultHost();
        Path kept = Files.writeString(work.resolve("kept.txt"), "kept");
        assertThat(host.served().takeOut("/shop", "", false)).isNotNull();
        assertThat(kept).exists();
        assertThat(host.undeploy("/shop")).isTrue();
        assertThat(work).doesNotExist();
    }

    @Test
    void theWorkDirectoryOfAStoppedServerStays() throws Exception {
        war("shop.war", "index.html", "one");
        start("");
        server.stop(Duration.ofSeconds(5));
        assertThat(base.resolve("work/E/localhost/shop")).isDirectory();
    }

    @Test
    void aWorkDirectoryThatWasNamedStays() throws Exception {
        war("shop.war", "index.html", "one");
        Path named = base.resolve("named");
        start("", "<Context path='/shop' docBase='shop.war' workDir='" + named + "'/>");
        assertThat(named).isDirectory();
        assertThat(server.services().get(0).engine().defaultHost().undeploy("/shop")).isTrue();
        assertThat(log).contains("Undeployed web application [/shop]");
        assertThat(named).isDirectory();
    }

    @Test
    void whatAnEarlierProcessLeftIsRemoved() throws Exception {
        Path left = write("work/E/localhost/.wars/shop-7/index.html", "old");
        start("");
        assertThat(left).doesNotExist();
    }

    /** By kill -9, while an operator's files were copied. */
    @Test
    void whatAKilledProcessHasLeftIsRemovedAndWhatItReplacedIsPutBack() throws Exception {
        write("webapps/.deploying-42.part", "half a WAR");
        write("webapps/.deploying-43/index.html", "half an application");
        write("webapps/.replaced-44/shop/index.html", "the former one");
        write("webapps/.replaced-45/kept/index.html", "replaced before that");
        write("webapps/kept/index.html", "the new one");
        write("webapps/.hidden.part", "not ours");
        write("conf/E/localhost/.deploying-46.part", "half a descriptor");
        start("");
        assertThat(get("/shop/")).endsWith("the former one");
        assertThat(get("/kept/")).endsWith("the new one");
        try (Stream<Path> left = Files.list(base.resolve("webapps"))) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("shop", "kept", ".hidden.part");
        }
        assertThat(base.resolve("conf/E/localhost")).isEmptyDirectory();
    }

    @Test
    void aStopRemovesWhatWasUnpacked() throws Exception {
        war("shop.war", "index.html", "one");
        start("");
        assertThat(unpacked()).isEqualTo(1);
        server.stop(Duration.ofSeconds(5));
        assertThat(unpacked()).isZero();
        assertThat(base.resolve("webapps/shop.war")).exists();
    }

    @Test
    void theNextStartTakesTheDirectoryUpUntilTheApplicationOrTheWarChanges() throws Exception {
        Path war = war("shop.war", "index.html", "one");
        age("shop.war");
        Path list = base.resolve("work/E/localhost/.unpacked/shop.files");
        do { // one that was written a moment ago may change and look the same
            start("");
            server.stop(Duration.ofSeconds(5));
        } while (!Files.exists(list));
        Path put = base.resolve("work/E/localhost/.unpacked/shop/index.html");
        Object key = Files.readAttributes(put, BasicFileAttributes.class).fileKey();

        start("");
        Path served = servedDirectory().resolve("index.html");
        assertThat(Files.readAttributes(served, BasicFileAttributes.class).fileKey())
                .isEqualTo(key);
        assertThat(put).doesNotExist();
        Files.writeString(served, "own");
        server.stop(Duration.ofSeconds(5));
        assertThat(list).doesNotExist();
        assertThat(put).doesNotExist();

        start("");
        assertThat(servedDirectory().resolve("index.html")).hasContent("one");
        server.stop(Duration.ofSeconds(5));
        assertThat(list).exists();
        Files.delete(war);
        start("");
        assertThat(list).doesNotExist();
        assertThat(put).doesNotExist();
    }

    private Path servedDirectory() throws IOException {
        try (Stream<Path> members = Files.list(base.resolve("work/E/localhost/.wars"))) {
            return members.findFirst().orElseThrow();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop", "shop.war"})
    void whatIsRemovedIsNotServedAnyMore(String name) throws Exception {
        if (name.equals("shop")) {
            write("webapps/shop/index.html", "x");
        } else {
            war(name, "index.html", "x");
        }
        start("");
        delete(base.resolve("webapps").resolve(name));
        until(() -> get("/shop/").startsWith("HTTP/1.1 404"));
        until(() -> log.contains("Undeployed web application [/shop]"));
        assertThat(log).hasSize(2);
    }

    @Test
    void theRootIsCalledBySlash() throws Exception {
        write("webapps/ROOT/index.html", "x");
        start("");
        delete(base.resolve("webapps/ROOT"));
        until(() -> log.contains("Undeployed web application [/]"));
    }

    @Test
    void aWarThatIsStillCopiedIsWaitedFor() throws Exception {
        byte[] whole = zip("index.html", "x".repeat(10_000), "other.bin", "y");
        start("");
        Path war = base.resolve("webapps/shop.war");
        try (OutputStream out = Files.newOutputStream(war)) {
            for (int i = 0; i < whole.length; i += 16) {
                out.write(whole, i, Math.min(16, whole.length - i));
                LockSupport.parkNanos(2_000_000);
            }
        }
        until(() -> get("/shop/").startsWith("HTTP/1.1 200"));
        until(() -> log.size() >= 1);
        assertThat(log).singleElement().asString().startsWith("Deployed web application [/shop]");
    }

    @Test
    void aWarThatStaysIncompleteIsAFailureWithItsCause() throws Exception {
        start("");
        byte[] whole = zip("index.html", "x");
        Files.write(base.resolve("webapps/shop.war"), List.of());
        try (OutputStream out = Files.newOutputStream(base.resolve("webapps/shop.war"))) {
            out.write(whole, 0, whole.length / 2);
        }
        until(() -> get("/shop/").startsWith("HTTP/1.1 503"));
        until(() -> log.size() >= 1);
        assertThat(log)
                .singleElement()
                .asString()
                .startsWith("Failed to deploy web application [/shop] from [shop.war]: ");
    }

    @Test
    void aBrokenWarAtTheStartKeepsNobodyElseFromStarting() throws Exception {
        Path war = write("webapps/bad.war", "no zip at all");
        Files.setLastModifiedTime(war, FileTime.fromMillis(1_000_000_000_000L));
        write("webapps/good/index.html", "good");
        start("");
        assertThat(get("/bad/")).startsWith("HTTP/1.1 503");
        assertThat(get("/good/")).endsWith("good");
        assertThat(log.get(0))
                .startsWith("Failed to deploy web application [/bad] from [bad.war]: ")
                .doesNotContain("\n");
    }

    @Test
    void aBrokenWarIsDeployedWhenItIsRepaired() throws Exception {
        Path war = write("webapps/shop.war", "no zip at all");
        Files.setLastModifiedTime(war, FileTime.fromMillis(1_000_000_000_000L));
        start("");
        assertThat(get("/shop/")).startsWith("HTTP/1.1 503");
        war("shop.war", "index.html", "repaired");
        until(() -> get("/shop/").endsWith("repaired"));
    }

    @Test
    void anApplicationGoesOnWhenItsReplacementIsBroken() throws Exception {
        war("shop.war", "index.html", "one");
        start("");
        write("webapps/shop.war", "this is no zip");
        until(() -> log.contains("SRV-0531 Web application [/shop] goes on as it was before"));
        assertThat(log.get(1))
                .startsWith("Failed to deploy web application [/shop] from [shop.war]");
        assertThat(get("/shop/")).endsWith("one");
    }

    @Test
    void aReplacementThatAsksForProtectionWeLackLeavesTheOldOneInPlace() throws Exception {
        war("shop.war", "index.html", "one");
        start("");
        war(
                "shop.war",
                "index.html",
                "secret",
                "META-INF/context.xml",
                "<Context><Valve className='com.acme.Guard'/></Context>");
        until(() -> log.contains("SRV-0531 Web application [/shop] goes on as it was before"));
        assertThat(get("/shop/")).endsWith("one");
    }

    @Test
    void aDirectoryWhoseDescriptorAsksForProtectionWeLackIsNotServedAnyMore() throws Exception {
        write("webapps/shop/index.html", "x");
        start("");
        assertThat(get("/shop/")).startsWith("HTTP/1.1 200");
        write(
                "webapps/shop/META-INF/context.xml",
                "<Context><Valve className='com.acme.Guard'/></Context>");
        until(() -> get("/shop/").startsWith("HTTP/1.1 503"));
        until(() -> log.size() >= 2);
        assertThat(log.get(1))
                .isEqualTo(
                        "Failed to deploy web application [/shop] from [shop]:"
                                + " META-INF/context.xml:1:10: Valve com.acme.Guard is not"
                                + " supported yet, and nothing is served without the protection"
                                + " that it may ask for; remove it if you can do without it");
    }

    @Test
    void aWarWithAnEntryThatLeadsOutIsNotUnpacked() throws Exception {
        war("shop.war", "../../escaped.txt", "x", "index.html", "x");
        age("shop.war");
        start("");
        assertThat(get("/shop/")).startsWith("HTTP/1.1 503");
        assertThat(base.resolve("work/E/escaped.txt")).doesNotExist();
        assertThat(base.resolve("work/E/localhost/escaped.txt")).doesNotExist();
        assertThat(log.get(0)).contains("[shop.war]: ").contains("escaped.txt");
        assertThat(unpacked()).isZero();
    }

    @Test
    void autoDeployOffLeavesTheStartAlone() throws Exception {
        write("webapps/one/index.html", "one");
        start("autoDeploy='false'");
        assertThat(get("/one/")).endsWith("one");
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("serval-deployer-localhost");
    }

    @Test
    void theDeployerEndsWithTheServer() throws Exception {
        start("");
        assertThat(threads()).contains("serval-deployer-localhost");
        server.stop(Duration.ofSeconds(5));
        assertThat(threads()).doesNotContain("serval-deployer-localhost");
    }

    @Test
    void deployOnStartupOffDeploysWhatComesLater() throws Exception {
        write("webapps/old/index.html", "old");
        start("deployOnStartup='false'");
        assertThat(get("/old/")).startsWith("HTTP/1.1 404");
        write("webapps/fresh/index.html", "fresh");
        until(() -> get("/fresh/").endsWith("fresh"));
        assertThat(get("/old/")).startsWith("HTTP/1.1 404");
    }

    @Test
    void deployIgnoreHoldsWhileTheServerRuns() throws Exception {
        start("deployIgnore='private.*'");
        write("webapps/private/index.html", "x");
        war("private2.war", "index.html", "x");
        write("webapps/public/index.html", "public");
        until(() -> get("/public/").endsWith("public"));
        assertThat(server.webApplications()).containsExactly("/public");
    }

    @Test
    void aDeclaredContextIsNotReplacedByWhatIsDroppedIn() throws Exception {
        write("declared/index.html", "declared");
        start("", "<Context path='/a' docBase='" + base.resolve("declared") + "'/>");
        write("webapps/a/index.html", "dropped");
        write("webapps/b/index.html", "b");
        until(() -> get("/b/").endsWith("b"));
        assertThat(get("/a/")).endsWith("declared");
    }

    @Test
    void aDeclaredContextMayBeAWar() throws Exception {
        Path war = Files.write(base.resolve("else.war"), zip("index.html", "declared war"));
        start("", "<Context path='/a' docBase='" + war + "'/>");
        assertThat(get("/a/")).endsWith("declared war");
    }

    // ---- versions

    @Test
    void theNewestVersionIsServed() throws Exception {
        war("shop##001.war", "index.html", "one");
        war("shop##002.war", "index.html", "two");
        start("");
        assertThat(get("/shop/")).endsWith("two");
        assertThat(server.webApplications()).containsExactly("/shop##001", "/shop##002");
        assertThat(log.get(1)).contains("[/shop##002] from [shop##002.war]");
    }

    @Test
    void aNewVersionTakesOverWhileTheServerRuns() throws Exception {
        war("shop.war", "index.html", "none");
        start("");
        war("shop##2.war", "index.html", "two");
        until(() -> get("/shop/").endsWith("two"));
        assertThat(server.webApplications()).containsExactly("/shop", "/shop##2");
    }

    @Test
    void theVersionBeforeServesAgainWhenTheNewestIsRemoved() throws Exception {
        war("shop##1.war", "index.html", "one");
        Path second = war("shop##2.war", "index.html", "two");
        start("");
        assertThat(get("/shop/")).endsWith("two");
        Files.delete(second);
        until(() -> get("/shop/").endsWith("one"));
        until(() -> log.contains("Undeployed web application [/shop##2]"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSessionStaysWithItsVersionAndTheOldOneGoesWithTheLastIfTheHostWantsIt(boolean wanted)
            throws Exception {
        Path first = sessions("shop##1.war", "one");
        start("undeployOldVersions='" + wanted + "'");
        String begun = get("/shop/s");
        String cookie = begun.replaceFirst("(?s).*Set-Cookie: ([^;]*);.*", "Cookie: $1\r\n");
        assertThat(begun).endsWith("one");
        sessions("shop##2.war", "two");
        // Not by requests: they would begin sessions with the old one.
        until(
                () ->
                        log.stream()
                                .anyMatch(
                                        line ->
                                                line.startsWith("Deployed")
                                                        && line.contains("##2")));

        // Seen by the deployer, and left alone: what comes after it is deployed.
        war("later.war", "index.html", "later");
        until(() -> get("/later/").endsWith("later"));
        assertThat(get("/shop/s", cookie)).endsWith("one");
        assertThat(get("/shop/s")).endsWith("two");

        assertThat(get("/shop/s?end", cookie)).endsWith("one");
        if (wanted) {
            until(() -> log.contains("Undeployed web application [/shop##1]"));
            until(() -> !Files.exists(first));
        } else {
            war("last.war", "index.html", "last");
            until(() -> get("/last/").endsWith("last"));
            assertThat(server.webApplications()).contains("/shop##1");
        }
        assertThat(get("/shop/s", cookie)).endsWith("two");
    }

    // ---- descriptors

    @Test
    void theXmlBaseMayBeElsewhere() throws Exception {
        write("elsewhere/index.html", "else");
        write("contexts/shop.xml", "<Context docBase='" + base.resolve("elsewhere") + "'/>");
        start("xmlBase='contexts'");
        assertThat(get("/shop/")).endsWith("else");
    }

    @Test
    void anApplicationWhoseDescriptorMustNotCountIsRefused() throws Exception {
        write("webapps/a/META-INF/context.xml", "<Context/>");
        write("webapps/b/index.html", "b");
        start("deployXML='false'");
        assertThat(get("/a/")).startsWith("HTTP/1.1 503");
        assertThat(get("/b/")).endsWith("b");
        assertThat(log.get(0))
                .isEqualTo(
                        "Failed to deploy web application [/a] from [a]: its META-INF/context.xml"
                                + " must not be read (deployXML=\"false\" of the Host): copy its"
                                + " valid settings to "
                                + base.resolve("conf/E/localhost/a.xml"));
    }

    @Test
    void aDescriptorOfTheHostMakesUpForOneThatMustNotCount() throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Parameter name='n' value='v'/><Parameter name='o' value='v'/>"
                        + "</Context>");
        write("conf/E/localhost/a.xml", "<Context><Parameter name='n' value='w'/></Context>");
        start("deployXML='false'");
        assertThat(server.contexts().get(0).servletContext().getInitParameter("n")).isEqualTo("w");
        assertThat(server.contexts().get(0).servletContext().getInitParameter("o")).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOwnDescriptorIsCopiedOnceIfTheHostWantsIt(boolean wanted) throws Exception {
        String own = "<Context><Parameter name='n' value='v'/></Context>";
        war("a.war", "META-INF/context.xml", own);
        write("webapps/b/META-INF/context.xml", own);
        start("copyXML='" + wanted + "'");
        for (String copy : List.of("conf/E/localhost/a.xml", "conf/E/localhost/b.xml")) {
            if (wanted) {
                assertThat(base.resolve(copy)).hasContent(own);
            } else {
                assertThat(base.resolve(copy)).doesNotExist();
            }
        }
        war("c.war", "index.html", "c");
        until(() -> get("/c/").endsWith("c"));
        until(() -> log.size() >= 3);
        assertThat(log).as("a copy is no change").hasSize(3);

        if (wanted) {
            war("a.war", "META-INF/context.xml", own.replace("'v'", "'changed'"), "x", "x");
            until(() -> log.size() >= 4);
            assertThat(server.contexts().get(0).servletContext().getInitParameter("n"))
                    .isEqualTo("v");
        }
    }

    @Test
    void whatHoldsForAllComesBeforeWhatTheHostAndTheApplicationSay() throws Exception {
        write("conf/context.xml", context("1", "all", "2", "all", "3", "all"));
        write("conf/E/localhost/context.xml.default", context("2", "host", "3", "host"));
        write("webapps/a/META-INF/context.xml", context("3", "own"));
        write("webapps/b/index.html", "b");
        start("", "<Context path='/c' docBase='b'>" + parameter("1", "declared") + "</Context>");
        assertThat(parameters("/a")).isEqualTo("all host own");
        assertThat(parameters("/b")).isEqualTo("all host host");
        assertThat(parameters("/c")).isEqualTo("declared host host");
    }

    @Test
    void aResourceIsNamedInOneWarningHoweverManyApplicationsThereAre() throws Exception {
        write("conf/context.xml", "<Context>\n<Resource name='jdbc/db'/>\n" + "</Context>");
        write("webapps/a/index.html", "a");
        write("webapps/b/index.html", "b");
        start("");
        assertThat(log)
                .filteredOn(line -> line.contains("Resource"))
                .singleElement()
                .isEqualTo(
                        "SRV-0522 "
                                + base.resolve("conf/context.xml")
                                + ":2:1: the Resource is not bound: it has neither a type nor a"
                                + " factory");
    }

    @Test
    void aValveThatHoldsForAllOfAHostKeepsThemOut() throws Exception {
        write(
                "conf/E/localhost/context.xml.default",
                "<Context><Valve className='com.acme.Guard'/></Context>");
        write("webapps/a/index.html", "a");
        start("");
        assertThat(get("/a/")).startsWith("HTTP/1.1 503");
    }

    // ---- several at a time

    @Test
    void atTheStartTheLogIsInTheOrderOfNames() throws Exception {
        for (int i = 10; i < 30; i++) {
            // The first ones take longest.
            Map<String, String> files = new LinkedHashMap<>();
            for (int n = i; n < 30; n++) {
                files.put("file" + n, "x".repeat(10_000));
            }
            write(i + "", files);
        }
        start("startStopThreads='4'");
        assertThat(log).hasSize(20);
        assertThat(log).isSorted();
    }

    @Test
    void anApplicationThatDoesNotEndDoesNotKeepTheServerFromIt() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        System.getProperties().put(base.toString(), gate); // seen by the application
        Path classes = base.resolve("webapps/slow/WEB-INF/classes");
        Files.createDirectories(classes);
        try {
            compile(
                    classes,
                    "@jakarta.servlet.annotation.WebListener public class Slow implements"
                            + " jakarta.servlet.ServletContextListener { public void"
                            + " contextDestroyed(jakarta.servlet.ServletContextEvent e) {"
                            + waiting()
                            + " } }");
            start("");
            server.stop(Duration.ZERO);
            assertThat(log)
                    .anyMatch(
                            line ->
                                    line.startsWith("SRV-0537 [/slow] does not end")
                                            && line.contains("\tat Slow.contextDestroyed("));
        } finally {
            gate.countDown();
            System.getProperties().remove(base.toString());
        }
    }

    /** For a test's gate, whatever interrupts. */
    private String waiting() {
        return "while (true) { try { ((java.util.concurrent.CountDownLatch)"
                + " System.getProperties().get(\""
                + base
                + "\")).await(); return; } catch (InterruptedException x) {} }";
    }

    @Test
    void aSlowApplicationDelaysNoOtherOne() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        System.getProperties().put(base.toString(), gate); // seen by the application
        start("startStopThreads='2'");
        Path classes = base.resolve("classes");
        try {
            compile(
                    classes,
                    "@jakarta.servlet.annotation.WebListener public class Slow implements"
                            + " jakarta.servlet.ServletContextListener { public void"
                            + " contextInitialized(jakarta.servlet.ServletContextEvent e) {"
                            + " "
                            + waiting()
                            + " } }");
            Files.createDirectories(base.resolve("webapps/slow/WEB-INF"));
            Files.move(classes, base.resolve("webapps/slow/WEB-INF/classes"));
            until(() -> threads().stream().anyMatch("serval-start-/slow"::equals));
            war("quick.war", "index.html", "quick");
            until(() -> get("/quick/").endsWith("quick"));
            assertThat(get("/slow/")).startsWith("HTTP/1.1 404");
        } finally {
            gate.countDown();
            System.getProperties().remove(base.toString());
        }
        until(
                () ->
                        log.stream()
                                .anyMatch(
                                        line -> line.contains("Deployed web application [/slow]")));
    }

    @Test
    void aDescriptorDeploysItsDocBase() throws Exception {
        write("elsewhere/index.html", "else");
        write(
                "conf/E/localhost/foo#bar.xml",
                "<Context docBase='" + base.resolve("elsewhere") + "'/>");
        start("");
        assertThat(get("/foo/bar/")).endsWith("else");
    }

    @Test
    void aDescriptorThatIsDroppedInDeploysAWar() throws Exception {
        Path war = Files.write(base.resolve("else.war"), zip("index.html", "else"));
        Files.createDirectories(base.resolve("conf/E/localhost"));
        start("");
        write("conf/E/localhost/shop.xml", "<Context docBase='" + war + "'/>");
        until(() -> get("/shop/").endsWith("else"));
        Files.delete(base.resolve("conf/E/localhost/shop.xml"));
        until(() -> get("/shop/").startsWith("HTTP/1.1 404"));
    }

    @Test
    void theWarThatADescriptorNamesIsReplaced() throws Exception {
        Path war = Files.write(base.resolve("else.war"), zip("index.html", "one"));
        write("conf/E/localhost/shop.xml", "<Context docBase='" + war + "'/>");
        start("");
        move(zip("index.html", "another"), war);
        until(() -> get("/shop/").endsWith("another"));
    }

    @Test
    void parametersOfTheOwnDescriptorReachTheApplication() throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Parameter name='n' value='v'/></Context>");
        start("");
        assertThat(server.contexts().get(0).servletContext().getInitParameter("n")).isEqualTo("v");
    }

    @Test
    void theDescriptorOfTheHostComesBeforeTheOwnOne() throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Parameter name='n' value='v'/></Context>");
        write("conf/E/localhost/a.xml", "<Context><Parameter name='n' value='w'/></Context>");
        start("");
        assertThat(server.contexts().get(0).servletContext().getInitParameter("n")).isEqualTo("w");
    }

    @Test
    void aChangedDescriptorDeploysAnew() throws Exception {
        write("webapps/a/index.html", "x");
        start("");
        write("conf/E/localhost/a.xml", "<Context><Parameter name='n' value='w'/></Context>");
        until(() -> "w".equals(server.contexts().get(0).servletContext().getInitParameter("n")));
    }

    @Test
    void aDescriptorWithAnErrorIsAFailureWithItsPlace() throws Exception {
        write("webapps/a/META-INF/context.xml", "<Context>\n<Parameter value='v'/></Context>");
        start("");
        assertThat(get("/a/")).startsWith("HTTP/1.1 503");
        assertThat(log.get(0))
                .startsWith(
                        "Failed to deploy web application [/a] from [a]: META-INF/context.xml:2:");
    }

    @Test
    void anUnknownElementOfADescriptorIsNamed() throws Exception {
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Paramter name='n' value='v'/></Context>");
        start("");
        assertThat(log.get(0))
                .startsWith("SRV-0522 [/a] META-INF/context.xml:1:10")
                .contains("Parameter");
        assertThat(server.contexts().get(0).available()).isTrue();
    }

    @Test
    void aReloadableApplicationFollowsItsClasses() throws Exception {
        write("webapps/a/META-INF/context.xml", "<Context reloadable='true'/>");
        write("webapps/a/WEB-INF/classes/a/A.class", "1");
        start("");
        write("webapps/a/WEB-INF/classes/a/A.class", "another");
        until(() -> log.size() >= 2);
        assertThat(log.get(1)).startsWith("Deployed web application [/a] from [a]");
    }

    @Test
    void anotherOneFollowsItsDescriptorOnly() throws Exception {
        write("webapps/a/WEB-INF/classes/a/A.class", "1");
        write("webapps/b/index.html", "b");
        start("");
        write("webapps/a/WEB-INF/classes/a/A.class", "another");
        write("webapps/b/WEB-INF/web.xml", "<web-app/>");
        until(() -> log.size() >= 3);
        assertThat(log.get(2)).startsWith("Deployed web application [/b]");
    }

    // ---- links

    @Test
    void aLinkThatIsLedElsewhereIsAReplacement() throws Exception {
        write("releases/1/index.html", "one");
        write("releases/2/index.html", "two");
        Path link = base.resolve("webapps/shop");
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, base.resolve("releases/1"));
        start("");
        assertThat(get("/shop/")).endsWith("one");
        Path next = base.resolve("next");
        Files.createSymbolicLink(next, base.resolve("releases/2"));
        Files.move(next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        until(() -> get("/shop/").endsWith("two"));
        until(() -> log.size() >= 2);
        assertThat(log.get(1)).contains("from [shop]");
    }

    // ---- fixtures

    private Server start(String host, String... children) throws Exception {
        String xml =
                "<Server><Service><Connector port='0' address='127.0.0.1'/><Engine name='E'"
                        + " defaultHost='localhost'><Host name='localhost' "
                        + host
                        + ">"
                        + String.join("", children)
                        + "</Host></Engine></Service></Server>";
        Path file = write("conf/server.xml", xml);
        server = Server.of(ServerXml.read(file).config(), base, base);
        server.start();
        return server;
    }

    /** A servlet at /s with a session, which the query {@code end} ends. */
    private Path sessions(String name, String says) throws Exception {
        Path classes = base.resolve("classes-" + says);
        compile(
                classes,
                "@jakarta.servlet.annotation.WebServlet(\"/s\") public class S extends"
                        + " jakarta.servlet.http.HttpServlet { protected void"
                        + " doGet(jakarta.servlet.http.HttpServletRequest request,"
                        + " jakarta.servlet.http.HttpServletResponse response) throws"
                        + " java.io.IOException { request.getSession(); if"
                        + " (\"end\".equals(request.getQueryString())) {"
                        + " request.getSession().invalidate(); } response.getWriter().print(\""
                        + says
                        + "\"); } }");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("WEB-INF/classes/S.class"));
            zip.write(Files.readAllBytes(classes.resolve("S.class")));
        }
        Path war = base.resolve("webapps").resolve(name);
        Files.createDirectories(war.getParent());
        move(bytes.toByteArray(), war);
        return war;
    }

    private void compile(Path into, String source) throws IOException {
        String name = source.replaceFirst("(?s).*?class (\\w+).*", "$1");
        Path file = write("source/" + name + ".java", source);
        String path = System.getProperty("java.class.path");
        int code =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "-proc:none",
                                "-d",
                                into.toString(),
                                "-cp",
                                path,
                                file.toString());
        assertThat(code).isZero();
    }

    private void write(String application, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            write("webapps/" + application + "/" + file.getKey(), file.getValue());
        }
    }

    private static String context(String... namesAndValues) {
        StringBuilder parameters = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.append(parameter(namesAndValues[i], namesAndValues[i + 1]));
        }
        return "<Context>" + parameters + "</Context>";
    }

    private static String parameter(String name, String value) {
        return "<Parameter name='" + name + "' value='" + value + "'/>";
    }

    private String parameters(String path) {
        AppContext context =
                server.contexts().stream()
                        .filter(c -> c.servletContext().getContextPath().equals(path))
                        .findFirst()
                        .orElseThrow();
        return context.servletContext().getInitParameter("1")
                + " "
                + context.servletContext().getInitParameter("2")
                + " "
                + context.servletContext().getInitParameter("3");
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    private long unpacked() throws IOException {
        Path directory = base.resolve("work/E/localhost/.wars");
        if (!Files.exists(directory)) {
            return 0;
        }
        try (Stream<Path> members = Files.list(directory)) {
            return members.count();
        }
    }

    private Path war(String name, String... content) throws IOException {
        Path war = base.resolve("webapps").resolve(name);
        Files.createDirectories(war.getParent());
        move(zip(content), war);
        return war;
    }

    private void age(String war) throws IOException {
        Files.setLastModifiedTime(
                base.resolve("webapps").resolve(war), FileTime.fromMillis(1_000_000_000_000L));
    }

    /** As deployment tools do: whole at once. */
    private void move(byte[] content, Path target) throws IOException {
        Path beside = Files.write(base.resolve("copied"), content);
        Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private static byte[] zip(String... content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < content.length; i += 2) {
                zip.putNextEntry(new ZipEntry(content[i]));
                zip.write(content[i + 1].getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(each);
            }
        }
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.call()) {
            assertThat(System.nanoTime() - end).as("waited in vain").isNegative();
            LockSupport.parkNanos(5_000_000);
        }
    }

    private String get(String path) throws IOException {
        return get(path, "");
    }

    private String get(String path, String fields) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            socket.setSoTimeout(10_000);
            String request =
                    "GET "
                            + path
                            + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                            + fields
                            + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
