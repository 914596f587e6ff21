package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.serval.LoggedEvents;
import dev.serval.config.ServerXml;
import dev.serval.lifecycle.Lifecycle;
import dev.serval.lifecycle.LifecycleException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

/** Servers built from files in a temporary base. */
class ServerBuildingTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.serval");
    private final LoggedEvents events = new LoggedEvents();
    private final List<Server> servers = new ArrayList<>();

    @TempDir private Path base;

    @BeforeEach
    void listen() {
        logger.addAppender(events);
    }

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(Duration.ZERO));
        logger.detachAppender(events);
    }

    @ParameterizedTest
    @CsvSource({"ROOT, /", "docs, /docs", "foo#bar, /foo/bar", "Docs, /Docs", "a.b, /a.b"})
    void aDirectoryOfTheAppBaseIsAnApplication(String directory, String path) throws Exception {
        directory("webapps/" + directory);
        assertThat(start("").webApplications()).containsExactly(path);
    }

    @ParameterizedTest
    @CsvSource({"/dav/*, false", "/*, false", "/other/*, true", "/dav/a, true"})
    void webdavThatAConstraintProtectsIsNotSaidToBeOpen(String constrained, boolean said)
            throws Exception {
        Files.writeString(
                directory("webapps/a/WEB-INF").resolve("web.xml"),
                "<web-app version='6.1'><servlet><servlet-name>dav</servlet-name><servlet-class>"
                        + "org.apache.catalina.servlets.WebdavServlet</servlet-class><init-param>"
                        + "<param-name>readonly</param-name><param-value>false</param-value>"
                        + "</init-param><load-on-startup>1</load-on-startup></servlet>"
                        + "<servlet-mapping><servlet-name>dav</servlet-name>"
                        + "<url-pattern>/dav/*</url-pattern></servlet-mapping>"
                        + "<security-constraint><web-resource-collection><web-resource-name>x"
                        + "</web-resource-name><url-pattern>"
                        + constrained
                        + "</url-pattern></web-resource-collection>"
                        + "<auth-constraint><role-name>admin</role-name></auth-constraint>"
                        + "</security-constraint></web-app>");
        start("");
        assertThat(events.list.stream().map(ILoggingEvent::getFormattedMessage))
                .as(events.list.toString())
                .anyMatch(line -> line.contains("Deployed") && line.contains("/a"));
        assertThat(
                        events.list.stream()
                                .anyMatch(e -> e.getFormattedMessage().startsWith("SRV-0642")))
                .isEqualTo(said);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".git",
                ".hidden",
                "META-INF",
                "web-inf",
                "shop##",
                "a;b",
                "a%41",
                "#a",
                "a#"
            })
    void someDirectoriesAreNone(String directory) throws Exception {
        directory("webapps/" + directory);
        assertThat(start("").webApplications()).isEmpty();
    }

    @Test
    void aNameThatCannotBeAPathIsOneWarning() throws Exception {
        Path directory = directory("webapps/a;b");
        start("");
        assertThat(messages())
                .containsExactly(
                        "SRV-0515 " + directory + " is not deployed: its name cannot be a path");
    }

    @Test
    void applicationsComeInTheOrderOfTheirPaths() throws Exception {
        directory("webapps/b");
        directory("webapps/ROOT");
        directory("webapps/a");
        assertThat(start("").webApplications()).containsExactly("/", "/a", "/b");
    }

    @Test
    void aDeploymentIsOneLine() throws Exception {
        directory("webapps/docs");
        start("");
        assertThat(messages())
                .singleElement()
                .asString()
                .matches(
                        "Deployed web application \\[/docs] from \\[docs] in \\d+ ms, of which \\d+ ms in its own"
                                + " code");
    }

    @Test
    void aPlainFileInTheAppBaseIsNothing() throws Exception {
        directory("webapps");
        Files.writeString(base.resolve("webapps/readme.txt"), "x");
        start("");
        assertThat(messages()).isEmpty();
    }

    @Test
    void deployIgnoreKeepsNamesOut() throws Exception {
        directory("webapps/private");
        directory("webapps/privately");
        assertThat(start("deployIgnore='private'").webApplications()).containsExactly("/privately");
    }

    @Test
    void deployOnStartupOffDeploysOnlyWhatIsDeclared() throws Exception {
        directory("webapps/a");
        directory("webapps/b");
        Server server = start("deployOnStartup='false'", "<Context path='/x' docBase='b'/>");
        assertThat(server.webApplications()).containsExactly("/x");
    }

    @Test
    void aMissingAppBaseIsCreated() throws Exception {
        start("");
        assertThat(base.resolve("webapps")).isDirectory();
    }

    @Test
    void createDirsOffDoesNot() throws Exception {
        start("createDirs='false'");
        assertThat(base.resolve("webapps")).doesNotExist();
    }

    @Test
    void anAppBaseThatIsAFileIsAnErrorWithItsPlace() throws Exception {
        Path file = Files.writeString(base.resolve("webapps"), "x");
        assertThatThrownBy(() -> start(""))
                .isInstanceOf(LifecycleException.class)
                .hasMessage("conf/server.xml:3:1: appBase " + file + " is not a directory");
    }

    @Test
    void aDeclaredContextWinsOverADirectoryOfThatName() throws Exception {
        directory("webapps/a");
        Path other = directory("other");
        Server server = start("", "<Context path='/a' docBase='" + other + "'/>");
        assertThat(server.webApplications()).containsExactly("/a");
        assertThat(messages()).singleElement().asString().contains("from [" + other + "]");
    }

    @Test
    void aRelativeDocBaseBeginsAtTheAppBase() throws Exception {
        directory("webapps/a");
        start("deployOnStartup='false'", "<Context path='/x' docBase='a'/>");
        assertThat(messages()).singleElement().asString().contains("[/x] from [a]");
    }

    @Test
    void aDocBaseThatIsMissingAnswers503AndTheRestIsServed() throws Exception {
        directory("webapps/good");
        Server server = start("", "<Context path='/bad' docBase='gone'/>");
        assertThat(server.state()).isEqualTo(Lifecycle.State.STARTED);
        assertThat(refusal(server, "/bad"))
                .isEqualTo(base.resolve("webapps/gone") + " is not a directory");
        assertThat(refusal(server, "/good")).isNull();
        assertThat(messages().get(0))
                .startsWith("Failed to deploy web application [/bad] from [gone]: ");
    }

    @Test
    void parametersReachTheApplication() throws Exception {
        directory("webapps/a");
        String parameter = "<Parameter name='n' value='v'/>";
        Server server = start("", "<Context path='/a'>" + parameter + "</Context>");
        assertThat(server.contexts().get(0).servletContext().getInitParameter("n")).isEqualTo("v");
    }

    @Test
    void aContextHasTheServletForFiles() throws Exception {
        directory("webapps/a");
        Context context = context(start(""), "/a");
        assertThat(context.wrappers()).hasSize(1);
        assertThat(context.wrappers().get(0).patterns()).containsExactly("/");
    }

    @Test
    void aSecurityConstraintThatNamesNothingKeepsTheApplicationOut() throws Exception {
        webXml("<security-constraint/>");
        assertThat(refusal(start(""), "/a"))
                .isEqualTo(
                        "a/WEB-INF/web.xml:1:10: security-constraint needs the element"
                                + " web-resource-collection");
        assertThat(context(start(""), "/a").wrappers().get(0).patterns()).containsExactly("/*");
    }

    @Test
    void aSecurityConstraintUnderAPrefixIsOneToo() throws Exception {
        directory("webapps/a/WEB-INF");
        write(
                "webapps/a/WEB-INF/web.xml",
                "<j:web-app xmlns:j='https://jakarta.ee/xml/ns/jakartaee'>"
                        + "<j:security-constraint/></j:web-app>");
        assertThat(refusal(start(""), "/a")).contains("security-constraint");
    }

    @Test
    void aSecurityConstraintInACommentIsNone() throws Exception {
        webXml("<!-- <security-constraint/> -->");
        assertThat(refusal(start(""), "/a")).isNull();
    }

    @Test
    void defaultsThatCannotBeUsedKeepEveryApplicationOut() throws Exception {
        directory("webapps/a");
        directory("conf");
        write("conf/web.xml", "<web-app><security-constraint/></web-app>");
        assertThat(refusal(start(""), "/a")).startsWith("conf/web.xml:1:10: security-constraint");
    }

    @Test
    void aFragmentThatCannotBeUsedKeepsTheApplicationOut() throws Exception {
        directory("webapps/a/WEB-INF/lib");
        Path jar = base.resolve("webapps/a/WEB-INF/lib/x.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("META-INF/web-fragment.xml"));
            String xml = "<web-fragment><security-constraint/></web-fragment>";
            zip.write(xml.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(refusal(start(""), "/a"))
                .startsWith("a/WEB-INF/lib/x.jar!/META-INF/web-fragment.xml:1:15: ");
    }

    @Test
    void aLibraryThatIsBrokenKeepsTheApplicationOut() throws Exception {
        directory("webapps/a/WEB-INF/lib");
        write("webapps/a/WEB-INF/lib/x.jar", "no zip");
        assertThat(refusal(start(""), "/a")).contains("x.jar");
    }

    @Test
    void aWebXmlThatCannotBeReadKeepsTheApplicationOut() throws Exception {
        webXml("<security-constraint");
        assertThat(refusal(start(""), "/a"))
                .startsWith("a/WEB-INF/web.xml:1:")
                .contains("not well-formed XML");
    }

    @Test
    void aWebXmlWithADocumentTypeIsReadWithoutIt() throws Exception {
        directory("webapps/a/WEB-INF");
        write(
                "webapps/a/WEB-INF/web.xml",
                "<!DOCTYPE web-app PUBLIC '-//Sun Microsystems, Inc.//DTD Web Application 2.3//EN'"
                        + " 'http://java.sun.com/dtd/web-app_2_3.dtd'><web-app/>");
        assertThat(refusal(start(""), "/a")).isNull();
    }

    @Test
    void aFilterThatIsNotThereKeepsTheApplicationOut() throws Exception {
        webXml(
                "<filter-mapping><filter-name>f</filter-name><url-pattern>/*</url-pattern>"
                        + "</filter-mapping>");
        assertThat(refusal(start(""), "/a"))
                .isEqualTo(
                        "a/WEB-INF/web.xml:1:10: filter-mapping names the filter f, which is not"
                                + " defined");
    }

    @Test
    void whatHasNoEffectInWebXmlIsOneWarning() throws Exception {
        webXml(
                "<ejb-ref><ejb-ref-name>a</ejb-ref-name></ejb-ref>"
                        + "<ejb-ref><ejb-ref-name>b</ejb-ref-name></ejb-ref>");
        assertThat(refusal(start(""), "/a")).isNull();
        assertThat(messages().get(0)).startsWith("SRV-0514 [/a] a/WEB-INF/web.xml:1:10: ejb-ref");
        assertThat(messages()).hasSize(2);
    }

    @Test
    void anAddressValveInContextXmlGuardsTheFiles() throws Exception {
        directory("webapps/a/META-INF");
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Valve className='org.apache.catalina.valves.RemoteCIDRValve'"
                        + " allow='127.0.0.0/8,::1/128'/></Context>");
        Context context = context(start(""), "/a");
        assertThat(context.refusal()).isNull();
        assertThat(context.application().fastFile()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Valve className='org.apache.catalina.valves.RemoteAddrValve' allow='127.('/>",
                "<Valve className='org.apache.catalina.valves.RemoteHostValve' allow='a('/>",
                "<Valve className='org.apache.catalina.valves.RemoteCIDRValve' allow='::1'"
                        + " denny='10.0.0.0/8'/>",
                "<Valve className='org.apache.catalina.valves.RemoteCIDRValve'/>",
                "<Valve className='org.apache.catalina.valves.RemoteCIDRValve' allow='lan'/>",
                "<Valve className='org.apache.catalina.valves.RemoteCIDRValve' allow='::1'"
                        + " addConnectorPort='true'/>",
                "<Valve className='com.acme.Guard'/>",
                "<Valve/>",
                "<valve className='com.acme.Guard'/>",
                "<Vavle/>",
            })
    void anyOtherValveInContextXmlKeepsTheApplicationOut(String valve) throws Exception {
        directory("webapps/a/META-INF");
        write("webapps/a/META-INF/context.xml", "<Context>" + valve + "</Context>");
        assertThat(refusal(start(""), "/a")).isNotNull();
    }

    @Test
    void anErrorReportValveInContextXmlIsNoReasonNotToServe() throws Exception {
        directory("webapps/a/META-INF");
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><Valve className='org.apache.catalina.valves.ErrorReportValve'"
                        + " showReport='true' showServerInfo='false'/></Context>");
        assertThat(refusal(start(""), "/a")).isNull();
    }

    @Test
    void aValveInTheDescriptorOfTheHostCountsToo() throws Exception {
        directory("webapps/a");
        directory("conf/E/localhost");
        Path file =
                write("conf/E/localhost/a.xml", "<Context>\n  <Valve className='x.Y'/></Context>");
        assertThat(refusal(start(""), "/a"))
                .isEqualTo(
                        file
                                + ":2:3: Valve x.Y is not supported yet, and nothing is served"
                                + " without the protection that it may ask for; remove it if you"
                                + " can do without it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "className='%s' allow='::1' addConnectorPort='true' | Valve %s: ::1 has no port, as"
                        + " addConnectorPort asks for",
                "className='%s' allow='lan' | Valve %s: ",
                "className='%s' allow='::1' denny='10.0.0.1' | denny of Valve %s is not known (did"
                        + " you mean deny?)",
                "allow='::1' | Valve has no className, and"
            })
    void itIsSaidWhatOfAValveIsNotThere(String valve, String said) throws Exception {
        String type = "org.apache.catalina.valves.RemoteCIDRValve";
        directory("webapps/a/META-INF");
        write(
                "webapps/a/META-INF/context.xml",
                "<Context>\n<Valve " + valve.formatted(type) + "/></Context>");
        assertThat(refusal(start(""), "/a"))
                .startsWith("META-INF/context.xml:2:")
                .contains(said.formatted(type));
    }

    @Test
    void aSessionCookieThatBrowsersDropIsOneWarning() throws Exception {
        directory("webapps/a/META-INF");
        write(
                "webapps/a/META-INF/context.xml",
                "<Context><CookieProcessor sameSiteCookies='none'/></Context>");
        start("");
        assertThat(messages().stream().filter(line -> line.startsWith("SRV-")))
                .singleElement()
                .asString()
                .startsWith("SRV-0342 [/a] its session cookie has SameSite=None");
    }

    @ParameterizedTest
    @CsvSource({"None, false, true", "None, true, false", "Lax, false, false"})
    void itIsSaidOfWebXmlToo(String sameSite, String secure, boolean said) throws Exception {
        webXml(
                "<session-config><cookie-config><secure>"
                        + secure
                        + "</secure><attribute><attribute-name>SameSite</attribute-name>"
                        + "<attribute-value>"
                        + sameSite
                        + "</attribute-value></attribute></cookie-config></session-config>");
        start("");
        assertThat(messages().stream().anyMatch(line -> line.startsWith("SRV-0342")))
                .isEqualTo(said);
    }

    @Test
    void aDescriptorThatNamesNothingIsOneWarning() throws Exception {
        directory("conf/E/localhost");
        Path file = write("conf/E/localhost/shop.xml", "<Context/>");
        start("");
        assertThat(messages())
                .containsExactly(
                        "SRV-0512 "
                                + file
                                + " deploys nothing: it names no docBase, and "
                                + base.resolve("webapps")
                                + " has none of its name");
    }

    @Test
    void aDescriptorThatCannotBeReadIsNotSaidToNameNothing() throws Exception {
        directory("conf/E/localhost");
        Path open = write("conf/E/localhost/open.xml", "<Context docBase='/srv/open'>");
        Path typo = write("conf/E/localhost/typo.xml", "<Contxt docBase='/srv/typo'/>");
        start("");
        assertThat(messages())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("SRV-0512 " + open + " deploys nothing: " + open))
                .anyMatch(line -> line.contains("not well-formed"))
                .anyMatch(line -> line.startsWith("SRV-0512 " + typo + " deploys nothing: " + typo))
                .anyMatch(line -> line.contains("Contxt"))
                .noneMatch(line -> line.contains("names no docBase"));
    }

    @Test
    void otherHostsHaveTheirNameBeforeTheirApplications() throws Exception {
        directory("webapps/a");
        directory("sites/b");
        String xml =
                "<Server><Service><Connector port='0'/><Engine name='E' defaultHost='localhost'>"
                        + "<Host name='localhost'/><Host name='www.b.c' appBase='sites'/>"
                        + "</Engine></Service></Server>";
        assertThat(startXml(xml).webApplications()).containsExactly("/a", "www.b.c/b");
    }

    @Test
    void theWorkDirectoryIsNamedByEngineHostAndPath() throws Exception {
        directory("webapps/foo#bar");
        start("");
        assertThat(base.resolve("work/E/localhost/foo#bar")).isDirectory();
    }

    @Test
    void aFreePortIsProbedWithoutBeingTaken() throws Exception {
        Server server = build(xml("0", "", ""));
        server.probe();
        assertThat(server.state()).isEqualTo(Lifecycle.State.NEW);
    }

    @Test
    void aTakenPortIsFoundBeforeAnythingIsDeployed() throws Exception {
        directory("webapps/a");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String xml = xml(taken.getLocalPort() + "' address='127.0.0.1", "", "");
            Server server = build(xml);
            assertThatThrownBy(server::probe).isInstanceOf(BindException.class);
            assertThat(messages()).isEmpty();
        }
    }

    @Test
    void aPortThatCannotBeOpenedStopsTheApplications() throws Exception {
        directory("webapps/a");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String xml = xml(taken.getLocalPort() + "' address='127.0.0.1", "", "");
            Server server = build(xml);
            assertThatThrownBy(server::start)
                    .isInstanceOf(LifecycleException.class)
                    .hasMessageStartingWith("conf/server.xml:1:18: ");
            assertThat(server.state()).isEqualTo(Lifecycle.State.FAILED);
            assertThat(server.contexts().get(0).available()).isFalse();
        }
    }

    @Test
    void stoppingStopsTheApplications() throws Exception {
        directory("webapps/a");
        Server server = start("");
        assertThat(server.contexts().get(0).available()).isTrue();
        server.stop(Duration.ofSeconds(5));
        assertThat(server.state()).isEqualTo(Lifecycle.State.STOPPED);
        assertThat(server.contexts().get(0).available()).isFalse();
    }

    @Test
    void accessLogsOfEngineAndHostAreWritten() throws Exception {
        directory("webapps");
        String xml =
                "<Server><Service><Connector port='0'/><Engine name='E' defaultHost='a'>"
                        + "<Valve className='AccessLog' prefix='engine' pattern='%m %s'/>"
                        + "<Host name='a'><Valve className='AccessLog' prefix='host'"
                        + " pattern='%s %m'/></Host></Engine></Service></Server>";
        Server server = startXml(xml);
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.connectors().get(0).port())) {
            String request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        }
        server.stop(Duration.ofSeconds(5));
        assertThat(log("engine")).isEqualTo("GET 404\n");
        assertThat(log("host")).isEqualTo("404 GET\n");
    }

    private String log(String prefix) throws IOException {
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(base.resolve("logs"), prefix + "*")) {
            return Files.readString(files.iterator().next());
        }
    }

    @Test
    void theConnectorsComeInTheOrderOfTheFile() throws Exception {
        String xml =
                "<Server><Service><Connector port='0'/><Connector port='0' protocol='BIO'/>"
                        + "<Engine name='E' defaultHost='a'><Host name='a'/></Engine>"
                        + "</Service></Server>";
        Server server = startXml(xml);
        assertThat(server.connectors())
                .extracting(c -> c.config().io().name())
                .containsExactly("NIO", "BIO");
        assertThat(server.connectors()).allMatch(connector -> connector.port() > 0);
    }

    private Server start(String host) throws Exception {
        return start(host, "");
    }

    private Server start(String host, String children) throws Exception {
        return startXml(xml("0", host, children));
    }

    private Server startXml(String xml) throws Exception {
        Server server = build(xml);
        server.start();
        return server;
    }

    /** The host is line 3, its children begin on line 4. */
    private static String xml(String port, String host, String children) {
        return "<Server><Service><Connector port='"
                + port
                + "'/>\n<Engine name='E' defaultHost='localhost'>\n<Host name='localhost' "
                + host
                + ">\n"
                + children
                + "</Host></Engine></Service></Server>";
    }

    private Server build(String xml) throws Exception {
        directory("conf");
        Path file = write("conf/server.xml", xml);
        ServerXml.Result result = ServerXml.read(file);
        assertThat(result.problems()).isEmpty();
        Server server = Server.of(result.config(), base, base);
        servers.add(server);
        return server;
    }

    private Path webXml(String content) throws IOException {
        directory("webapps/a/WEB-INF");
        return write("webapps/a/WEB-INF/web.xml", "<web-app>" + content + "</web-app>");
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(base.resolve(name));
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(base.resolve(name), content);
    }

    private static Context context(Server server, String path) {
        return server.services().get(0).engine().hosts().get(0).contexts().stream()
                .filter(context -> context.displayPath().equals(path))
                .findFirst()
                .orElseThrow();
    }

    private static String refusal(Server server, String path) {
        return context(server, path).refusal();
    }

    private List<String> messages() {
        return events.list.stream()
                .filter(event -> !event.getLoggerName().startsWith("dev.serval.connector"))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
