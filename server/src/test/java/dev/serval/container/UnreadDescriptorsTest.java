package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptors in the directory of another engine or host: told, and never passed over. */
class UnreadDescriptorsTest {
    private static final String HOST = "<Host name='localhost'/>";
    private static final String GUARD = "<Context><Valve className='com.acme.Guard'/></Context>";
    private static final String MOVE =
            "is not read: the Engine of server.xml is named Serval; move it to"
                    + " conf/Serval/localhost, or name the Engine Catalina";

    private final List<Server> servers = new ArrayList<>();

    @TempDir Path base;

    @BeforeEach
    void makeApplication() throws IOException {
        write("webapps/shop/index.html", "for few");
        write("webapps/ROOT/index.html", "for all");
    }

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(Duration.ZERO));
    }

    private void write(String name, String text) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private ServerXml.Result read(String engine, String inEngine) throws IOException {
        write(
                "conf/server.xml",
                "<Server><Service><Connector port='0' address='127.0.0.1'/><Engine name='"
                        + engine
                        + "' defaultHost='localhost'>"
                        + inEngine
                        + "</Engine></Service></Server>");
        return ServerXml.read(base.resolve("conf/server.xml"));
    }

    private List<String> check(String engine, String inEngine) throws IOException {
        List<String> lines = new ArrayList<>();
        ConfigurationCheck.of(read(engine, inEngine).config(), base, base)
                .forEach(problem -> lines.add(problem.severity() + " " + problem));
        return lines;
    }

    /** Why the application of that path is not served; null when it is. */
    private String refusal(String engine, String inEngine, String path) throws Exception {
        Server server = Server.of(read(engine, inEngine).config(), base, base);
        servers.add(server);
        server.start();
        Context context =
                server.services().get(0).engine().hosts().get(0).contexts().stream()
                        .filter(each -> each.displayPath().equals(path))
                        .findFirst()
                        .orElseThrow();
        return context.refusal();
    }

    @Test
    void theConfigurationTestNamesEachFileAndRefusesWhatItMayProtect() throws Exception {
        write("conf/Catalina/localhost/shop.xml", GUARD);
        write("conf/Catalina/localhost/elsewhere.xml", "<Context docBase='/srv/x'/>");
        write("conf/Catalina/localhost/rewrite.config", "");
        assertThat(check("Serval", HOST))
                .containsExactlyInAnyOrder(
                        "WARNING conf/Catalina/localhost/shop.xml: " + MOVE,
                        "WARNING conf/Catalina/localhost/elsewhere.xml: " + MOVE,
                        "ERROR webapps/shop: conf/Catalina/localhost/shop.xml may protect it,"
                                + " and "
                                + MOVE);
    }

    @Test
    void anApplicationIsNotServedWithoutItsDescriptor() throws Exception {
        write("conf/Catalina/localhost/shop.xml", GUARD);
        assertThat(refusal("Serval", HOST, "/shop"))
                .isEqualTo("conf/Catalina/localhost/shop.xml may protect it, and " + MOVE);
        assertThat(refusal("Serval", HOST, "/")).isNull();
    }

    @Test
    void theDescriptorOfAHostThatThereIsNotMayBeItsToo() throws Exception {
        write("conf/Catalina/app.example.org/shop.xml", GUARD);
        assertThat(refusal("Serval", HOST, "/shop"))
                .startsWith("conf/Catalina/app.example.org/shop.xml may protect it, and");
        assertThat(refusal("Serval", HOST, "/")).isNull();
        String both = HOST + "<Host name='app.example.org' appBase='none'/>";
        assertThat(refusal("Serval", both, "/shop")).isNull();
    }

    @Test
    void oneThatServerXmlDeclaresIsNotEither() throws Exception {
        write("conf/Catalina/localhost/shop.xml", GUARD);
        String declared =
                "<Host name='localhost' appBase='none'><Context path='/shop' docBase='"
                        + base.resolve("webapps/shop")
                        + "'/></Host>";
        assertThat(refusal("Serval", declared, "/shop")).contains(MOVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"context.xml.default", "web.xml.default"})
    void whatHoldsForAllKeepsAllOut(String name) throws Exception {
        write("conf/Catalina/localhost/" + name, "<Context/>");
        assertThat(refusal("Serval", HOST, "/")).contains(name).contains(MOVE);
        assertThat(check("Serval", HOST))
                .contains("WARNING conf/Catalina/localhost/" + name + ": " + MOVE);
    }

    @Test
    void aCopyOfTheApplicationsOwnDoesNotStandForIt() throws Exception {
        write("conf/Catalina/localhost/shop.xml", GUARD);
        write("webapps/shop/META-INF/context.xml", "<Context/>");
        String copies = "<Host name='localhost' copyXML='true'/>";
        assertThat(refusal("Serval", copies, "/shop")).contains(MOVE);
        assertThat(base.resolve("conf/Serval/localhost/shop.xml")).doesNotExist();
    }

    @Test
    void oneThatWasCopiedToItsPlaceCounts() throws Exception {
        write("conf/Catalina/localhost/shop.xml", GUARD);
        write("conf/Serval/localhost/shop.xml", "<Context/>");
        assertThat(refusal("Serval", HOST, "/shop")).isNull();
        assertThat(check("Serval", HOST))
                .containsExactly("WARNING conf/Catalina/localhost/shop.xml: " + MOVE);
    }

    @Test
    void anEngineOfTomcatsNameReadsIt() throws Exception {
        write("conf/Catalina/localhost/shop.xml", "<Context/>");
        assertThat(check("Catalina", HOST)).isEmpty();
        assertThat(refusal("Catalina", HOST, "/shop")).isNull();
    }

    @Test
    void aSecondEngineMayBeTheOneThatReadsIt() throws Exception {
        write("conf/Catalina/localhost/shop.xml", "<Context/>");
        String second =
                HOST
                        + "</Engine></Service><Service name='b'><Connector port='0'"
                        + " address='127.0.0.1'/><Engine defaultHost='localhost'>"
                        + HOST;
        assertThat(check("Serval", second)).isEmpty();
        assertThat(refusal("Serval", second, "/shop")).isNull();
    }

    @Test
    void directoriesOfOtherNamesAreToldOfAndKeepNobodyOut() throws Exception {
        write("conf/Serval.old/localhost/shop.xml", GUARD);
        write("conf/Serval/localhsot/shop.xml", GUARD);
        write("conf/Other/example.org/broken.xml", "<Context");
        assertThat(check("Serval", HOST))
                .containsExactly(
                        "WARNING conf/Other/example.org/broken.xml: is not read: server.xml has"
                                + " neither an Engine Other nor a Host example.org; move it to"
                                + " conf/<Engine>/<Host>, or remove it",
                        "WARNING conf/Serval/localhsot/shop.xml: is not read: the Engine Serval of"
                                + " server.xml has no Host localhsot (did you mean localhost?);"
                                + " move it to the directory of the Host that it is for, or remove"
                                + " it",
                        "WARNING conf/Serval.old/localhost/shop.xml: is not read: the Engine of"
                                + " server.xml is named Serval; move it to conf/Serval/localhost,"
                                + " or name the Engine Serval.old");
        assertThat(refusal("Serval", HOST, "/shop")).isNull();
    }

    @Test
    void xmlBaseSaysWhereTheyAre() throws Exception {
        write("conf/Catalina/localhost/shop.xml", GUARD);
        write("conf/Serval/localhost/shop.xml", GUARD);
        String host = "<Host name='localhost' xmlBase='conf/apps'/>";
        assertThat(check("Serval", host))
                .hasSize(2)
                .contains(
                        "WARNING conf/Serval/localhost/shop.xml: is not read: xmlBase of Host"
                                + " localhost names conf/apps; move it there");
        assertThat(refusal("Serval", host, "/shop")).isNull();
    }

    @Test
    void otherFilesBelowConfAreNobodysDescriptors() throws Exception {
        write("conf/shop/live/beans.xml", "<beans/>");
        write("conf/.git/localhost/shop.xml", GUARD);
        write("conf/Catalina/shop.xml/x", "");
        assertThat(check("Serval", HOST)).isEmpty();
    }
}
