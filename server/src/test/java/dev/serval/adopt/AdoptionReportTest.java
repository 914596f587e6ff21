package dev.serval.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the report of a directory of Tomcat says. */
class AdoptionReportTest {
    private static final String REWRITES =
            "<Valve className=\"org.apache.catalina.valves.rewrite.RewriteValve\"/>";
    private static final String SERVER =
            """
            <Server port="8005" shutdown="SHUTDOWN">
              <Listener className="org.apache.catalina.startup.UserConfig" homeBase="/home"/>
              <GlobalNamingResources>
                <Resource name="UserDatabase" type="org.apache.catalina.UserDatabase"
                          pathname="conf/tomcat-users.xml"/>
              </GlobalNamingResources>
              <Service name="Catalina">
                <Connector port="${shop.port}" protocol="org.apache.coyote.http11.Http11AprProtocol"
                           pollerThreadPriority="7" discardFacades="true" maxThread="9"/>
                <Connector port="8009" protocol="AJP/1.3" secret="s3cret"/>
                <Engine name="Catalina" defaultHost="localhost">
                  <Cluster className="org.apache.catalina.ha.tcp.SimpleTcpCluster">
                    <Manager className="org.apache.catalina.ha.session.DeltaManager"
                             expireSessionsOnShutdown="false"/>
                  </Cluster>
                  <Host name="localhost" appBase="webapps" workDir="/var/work" copyXML="true">
                    <Alias>shop.example</Alias><Realm className="%s" resourceName="UserDatabase"/>
                    <Valve className="org.apache.catalina.valves.AccessLogValve"
                           directory="logs" pattern="common"/>%s
                    <Context path="/shop" docBase="shop" workDir="/var/shop"/>
                  </Host>
                </Engine>
              </Service>
            </Server>
            """
                    .formatted("org.apache.catalina.realm.UserDatabaseRealm", REWRITES);

    @TempDir private Path base;
    private final Properties before = new Properties();

    @BeforeEach
    void write() throws IOException {
        before.putAll(System.getProperties());
        System.setProperty("catalina.base", base.toString());
        System.setProperty("catalina.home", base.toString());
        file("conf/server.xml", SERVER);
        file("conf/catalina.properties", "shop.port=0\npackage.access=sun.\n");
        file(
                "conf/tomcat-users.xml",
                "<tomcat-users><user username='a' password='secret'/>"
                        + "<usr name='x'/></tomcat-users>");
        file("webapps/shop/index.html", "shop");
    }

    @AfterEach
    void restore() {
        Properties all = new Properties();
        all.putAll(before);
        System.setProperties(all);
    }

    private void file(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private AdoptionReport report() throws Exception {
        return AdoptionReport.of(Adoption.of(base, base), base);
    }

    private List<String> lines() throws Exception {
        return report().lines();
    }

    @Test
    void everyElementAndAttributeIsNamedOnceWithItsPlace() throws Exception {
        List<String> lines = lines();
        Pattern tag = Pattern.compile("<([A-Z]\\w+)((?:\\s+\\w+=\"[^\"]*\")*)\\s*/?>");
        int expected = 0;
        for (Matcher tags = tag.matcher(SERVER); tags.find(); ) {
            expected++;
            expected += (int) Pattern.compile("\\w+=\"").matcher(tags.group(2)).results().count();
        }
        assertThat(lines.stream().filter(line -> line.startsWith("conf/server.xml:")))
                .hasSize(expected)
                .extracting(line -> line.replaceFirst(":? .*", ""))
                .doesNotHaveDuplicates();
        assertThat(lines).noneMatch(line -> line.contains("s3cret") || line.contains("'secret'"));
    }

    @Test
    void attributesAreHonouredMappedWithoutEffectOrUnsupported() throws Exception {
        assertThat(lines())
                .contains(
                        "conf/server.xml:1:1: honoured: Server",
                        "conf/server.xml:1:9: honoured: port of Server",
                        "conf/server.xml:8:16: honoured: port of Connector",
                        "conf/server.xml:8:36: mapped: protocol of Connector: there is no native"
                                + " code; NIO is used",
                        "conf/server.xml:9:41: honoured: discardFacades of Connector: Serval does"
                                + " so anyway",
                        "conf/server.xml:9:63: unsupported: maxThread of Connector: Connector has"
                                + " no attribute maxThread (did you mean maxThreads?); it is ignored",
                        "conf/server.xml:10:5: honoured: Connector",
                        "conf/server.xml:10:28: honoured: protocol of Connector",
                        "conf/server.xml:10:47: honoured: secret of Connector",
                        "conf/server.xml:16:48: mapped: workDir of Host: to"
                                + " work/serval/Catalina/localhost, as Tomcat may run there too",
                        "conf/server.xml:16:68: without effect: copyXML of Host: nothing of"
                                + " Tomcat's directory is made, changed or removed",
                        "conf/server.xml:17:9: honoured: Alias",
                        "conf/server.xml:20:46: mapped: workDir of Context: to work/serval, as"
                                + " Tomcat may run there too")
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "conf/server.xml:9:16: without effect:"
                                                + " pollerThreadPriority of Connector has no"
                                                + " effect: there are as many event loops"))
                .anyMatch(line -> line.startsWith("conf/server.xml:12:7: unsupported: Cluster"))
                .anyMatch(
                        line ->
                                line.matches(
                                        "conf/server.xml:14:\\d+: unsupported:"
                                                + " expireSessionsOnShutdown of Manager has"
                                                + " no effect; in its place: .*"));
    }

    @Test
    void whatServalDoesAnywayIsHonoured() throws Exception {
        String listener =
                "<Listener className='org.apache.catalina.core.JreMemoryLeakPreventionListener'"
                        + " classesToInitialize='a.B'/>";
        file("conf/server.xml", SERVER.replaceFirst("<Listener [^>]*>", listener));
        assertThat(lines())
                .contains(
                        "conf/server.xml:2:3: honoured: Listener"
                                + " org.apache.catalina.core.JreMemoryLeakPreventionListener: Serval"
                                + " does so anyway",
                        "conf/server.xml:2:13: honoured: className of Listener: Serval does so"
                                + " anyway",
                        "conf/server.xml:2:82: honoured: classesToInitialize of Listener: Serval"
                                + " does so anyway");
    }

    @Test
    void aClassWithoutEffectSaysWhyOnce() throws Exception {
        String known = " org.apache.catalina.startup.UserConfig";
        assertThat(lines())
                .contains(
                        "conf/server.xml:2:3: unsupported: Listener"
                                + known
                                + " is known, but has no effect here yet",
                        "conf/server.xml:2:13: unsupported: className of Listener: as Listener"
                                + known);
    }

    /** Its attributes and what stands in it are listed, and lost with it. */
    @Test
    void anElementThatIsLostCountsOnce() throws Exception {
        String xml =
                """
                <Server><Service name="Catalina"><Connector port="0"/>
                %s<Engine name="Catalina" defaultHost="localhost">
                <Host name="localhost" appBase="webapps"/></Engine></Service></Server>
                """;
        file("conf/server.xml", xml.formatted(""));
        String before = lines().get(lines().size() - 1);
        int lost = unsupported(before);
        file(
                "conf/server.xml",
                xml.formatted(
                        "<Listener className='org.apache.catalina.startup.UserConfig'"
                                + " homeBase='/home' directoryName='public_html' allow='a'/>"));
        assertThat(unsupported(lines().get(lines().size() - 1))).isEqualTo(lost + 1);
    }

    private static int unsupported(String sum) {
        return Integer.parseInt(sum.replaceFirst(".*, (\\d+) unsupported.*", "$1"));
    }

    @Test
    void whatIsDoneByJavaIsWithoutEffectAndNotUnsupported() throws Exception {
        String listener =
                "<Listener className='org.apache.catalina.core.AprLifecycleListener'"
                        + " SSLEngine='on'/>";
        file("conf/server.xml", SERVER.replaceFirst("<Listener [^>]*>", listener));
        assertThat(lines())
                .contains(
                        "conf/server.xml:2:3: without effect: Listener"
                                + " org.apache.catalina.core.AprLifecycleListener has no effect: TLS is"
                                + " that of Java");
    }

    @Test
    void aDriverThatIsNotThereIsNotHonoured() throws Exception {
        file(
                "conf/server.xml",
                SERVER.replace(
                        "</GlobalNamingResources>",
                        "\n<Resource name='jdbc/x' type='javax.sql.DataSource'"
                                + " factory='com.zaxxer.hikari.HikariJNDIFactory'"
                                + " driverClassName='org.none.Driver' jdbcUrl='jdbc:x:y'/>"
                                + "</GlobalNamingResources>"));
        assertThat(lines())
                .anyMatch(
                        line ->
                                line.contains(": without effect: ")
                                        && line.contains(
                                                "its driver org.none.Driver is not there"));
    }

    @Test
    void theExitCodeIsThatOfTheWorst() throws Exception {
        String fine =
                """
                <Server><Service name="Catalina"><Connector port="0"/>
                <Engine name="Catalina" defaultHost="localhost">
                <Host name="localhost" appBase="webapps"%s/></Engine></Service></Server>
                """;
        file("conf/catalina.properties", "shop.port=0\n");
        file("conf/server.xml", fine.formatted(""));
        assertThat(report().exitCode()).as(lines().toString()).isZero();
        file("conf/server.xml", fine.formatted(" workDir=\"/var/work\""));
        assertThat(report().exitCode()).isZero();
        file("conf/server.xml", fine.formatted(" copyXML=\"true\""));
        assertThat(report().exitCode()).isEqualTo(2);
        file("conf/server.xml", fine.formatted(" apBase=\"webapps\""));
        assertThat(report().exitCode()).isEqualTo(3);
        file("conf/server.xml", fine.formatted(" autoDeploy=\"perhaps\""));
        assertThat(report().exitCode()).isEqualTo(1);
        assertThat(lines().get(lines().size() - 1)).endsWith("does not start with these files.");
        file("conf/server.xml", "<Server>");
        assertThat(report().exitCode()).isEqualTo(1);
    }

    @Test
    void noExternalEntityIsFollowed() throws Exception {
        file("secret.txt", "secret");
        String entity = "<!DOCTYPE x [<!ENTITY e SYSTEM \"" + base.toUri() + "secret.txt\">]>";
        for (String name : List.of("server.xml", "context.xml", "tomcat-users.xml", "web.xml")) {
            file("conf/" + name, entity + "<x>&e;</x>");
            assertThat(lines()).noneMatch(line -> line.contains("secret text"));
            assertThat(report().exitCode()).as(name).isEqualTo(name.startsWith("server") ? 1 : 3);
            assertThat(lines()).anyMatch(line -> line.startsWith("conf/" + name));
            file("conf/server.xml", SERVER);
        }
    }

    @Test
    void propertyFilesAndScriptsAreInIt() throws Exception {
        file(
                "conf/catalina.properties",
                """
                common.loader="${catalina.base}/lib","${catalina.base}/lib/*.jar"
                shared.loader=${catalina.base}/shared
                server.loader=${catalina.base}/server
                tomcat.util.scan.StandardJarScanFilter.jarsToSkip=none-*.jar
                shop.port=0
                """);
        file("lib/catalina.jar", "");
        file("shared/shop.properties", "a=b");
        file(
                "conf/logging.properties",
                """
                handlers = 1catalina.org.apache.juli.AsyncFileHandler
                1catalina.org.apache.juli.AsyncFileHandler.directory = ${catalina.base}/logs/own
                1catalina.org.apache.juli.AsyncFileHandler.maxDays = 7
                org.example.level = FINE
                org.apache.catalina.core.ContainerBase.[Catalina].[localhost].[/shop].level = SEVERE
                org.example.useParentHandlers = false
                """);
        file("bin/setenv.sh", "export CATALINA_OPTS=-Xmx64m\nCATALINA_PID=/run/tomcat.pid\n");
        file("conf/Catalina/localhost/rewrite.config", "RewriteRule /a /b\n# no\nRewriteRul x y\n");
        file(
                "conf/Catalina/localhost/stock.xml",
                "<Context docBase='shop' antiResourceLocking='false' privileges='true'/>");
        List<String> lines = lines();
        assertThat(lines)
                .contains(
                        "conf/catalina.properties:1:1: honoured: common.loader: but for the jars"
                                + " of Tomcat itself: 1",
                        "conf/catalina.properties:2:1: honoured: shared.loader",
                        "conf/catalina.properties:5:1: honoured: shop.port",
                        "conf/logging.properties:2:1: mapped:"
                                + " 1catalina.org.apache.juli.AsyncFileHandler.directory: to the"
                                + " directory of serval.log",
                        "conf/logging.properties:4:1: mapped: org.example.level: to DEBUG of the"
                                + " logger org.example",
                        "conf/logging.properties:5:1: mapped:"
                                + " org.apache.catalina.core.ContainerBase.[Catalina].[localhost]"
                                + ".[/shop].level: to ERROR of the logger"
                                + " dev.serval.application.shop",
                        "conf/logging.properties:6:1: unsupported: org.example.useParentHandlers:"
                                + " conf/logback.xml can say what is logged where",
                        "bin/setenv.sh:1:8: honoured: CATALINA_OPTS",
                        "bin/setenv.sh:2:1: mapped: CATALINA_PID: to temp/serval.pid, since Tomcat"
                                + " may run, too",
                        "conf/Catalina/localhost/rewrite.config:1:1: honoured: RewriteRule",
                        "conf/Catalina/localhost/stock.xml:1:1: honoured: Context",
                        "conf/Catalina/localhost/stock.xml:1:25: honoured: antiResourceLocking of"
                                + " Context: Serval does so anyway",
                        "webapps/shop: honoured: application")
                .anyMatch(line -> line.startsWith("conf/catalina.properties:3:1: unsupported:"))
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "conf/Catalina/localhost/rewrite.config:3:1: unsupported:"
                                                + " RewriteRul"))
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "conf/Catalina/localhost/stock.xml:1:53: unsupported:"
                                                + " privileges of Context"))
                .anyMatch(line -> line.startsWith("conf/tomcat-users.xml:1:53: without effect: "));
        assertThat(System.getProperty("serval.logs"))
                .isEqualTo(base.resolve("logs/own").toString());
        assertThat(System.getProperty("serval.logs.days")).isEqualTo("7");
        assertThat(System.getProperty("serval.console")).isEqualTo("OFF");
        assertThat(System.getProperty("shop.port")).isEqualTo("0");
        file("conf/server.xml", SERVER.replace(REWRITES, ""));
        assertThat(lines())
                .contains(
                        "conf/Catalina/localhost/rewrite.config: without effect: rewrite.config: no"
                                + " RewriteValve asks for it");
    }

    @Test
    void whatApplicationsSeeOfItIsNotTomcatItself() throws Exception {
        file("lib/catalina.jar", "");
        file("lib/tomcat-i18n-fr.jar", "");
        file("lib/catalogue.jar", "");
        file("lib/shop.properties", "");
        file("other/lib/driver.jar", "");
        System.setProperty("catalina.home", base.resolve("other").toString());
        file(
                "conf/catalina.properties",
                "shared.loader=\"${catalina.base}/a, b.jar\",/none/x.jar\n");
        file("a, b.jar", "");
        assertThat(Adoption.of(base, base.resolve("other")).compatibility().classPath())
                .containsExactly(
                        base.resolve("lib"),
                        base.resolve("lib/catalogue.jar"),
                        base.resolve("other/lib"),
                        base.resolve("other/lib/driver.jar"),
                        base.resolve("a, b.jar"));
    }

    @Test
    void anApplicationThatIsNotServedIsNamedAsOne() throws Exception {
        file("webapps/broken/WEB-INF/web.xml", "<web-app>\n<servlet/></web-app>");
        try (ZipOutputStream war =
                new ZipOutputStream(Files.newOutputStream(base.resolve("webapps/packed.war")))) {
            war.putNextEntry(new ZipEntry("META-INF/context.xml"));
            war.write("<Context crossContext='true'/>".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(lines())
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "webapps/broken: unsupported: application: answers 503: "))
                .contains(
                        "webapps/packed.war!/META-INF/context.xml:1:10: honoured: crossContext of"
                                + " Context",
                        "webapps/packed.war: honoured: application");
    }

    @Test
    void nothingIsWritten() throws Exception {
        file("conf/Catalina/localhost/stock.xml", "<Context docBase='shop'/>");
        List<Path> before = tree();
        assertThat(report().exitCode()).isEqualTo(Verdict.UNSUPPORTED.ordinal());
        assertThat(tree()).isEqualTo(before);
    }

    private List<Path> tree() throws IOException {
        try (Stream<Path> all = Files.walk(base)) {
            return all.sorted().toList();
        }
    }
}
