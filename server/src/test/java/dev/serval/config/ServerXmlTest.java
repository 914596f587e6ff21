package dev.serval.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.builtin.AccessLogConfig;
import dev.serval.files.Overlay;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerXmlTest {
    /** The shape of the file that Tomcat's users have. */
    private static final String TOMCAT =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a comment with a <Tag port='1'> in it -->
            <Server port="8005" shutdown="SHUTDOWN">
              <Listener className="org.apache.catalina.startup.VersionLoggerListener" />
              <Listener className="org.apache.catalina.core.AprLifecycleListener" />
              <Listener className="org.apache.catalina.core.JreMemoryLeakPreventionListener" />
              <Listener className="org.apache.catalina.mbeans.GlobalResourcesLifecycleListener" />
              <Listener className="org.apache.catalina.core.ThreadLocalLeakPreventionListener" />
              <GlobalNamingResources>
                <Resource name="UserDatabase" auth="Container"
                          type="org.apache.catalina.UserDatabase"
                          pathname="conf/tomcat-users.xml" />
              </GlobalNamingResources>
              <Service name="Catalina">
                <Connector port="8080" protocol="HTTP/1.1"
                           connectionTimeout="20000"
                           redirectPort="8443" />
                <Engine name="Catalina" defaultHost="localhost">
                  <Realm className="org.apache.catalina.realm.LockOutRealm">
                    <Realm className="org.apache.catalina.realm.UserDatabaseRealm"
                           resourceName="UserDatabase"/>
                  </Realm>
                  <Host name="localhost"  appBase="webapps"
                        unpackWARs="true" autoDeploy="true">
                    <Valve className="org.apache.catalina.valves.AccessLogValve"
                           directory="logs" prefix="localhost_access_log" suffix=".txt"
                           pattern="%h %l %u %t &quot;%r&quot; %s %b" />
                  </Host>
                </Engine>
              </Service>
            </Server>
            """;

    @Test
    void theFileOfTomcatIsAcceptedWithWarnings() {
        ServerXml.Result result = Xml.read(TOMCAT);
        assertThat(result.errors()).isEmpty();
        assertThat(result.warnings()).hasSize(1);
        assertThat(result.config().listeners()).hasSize(5);
    }

    @Test
    void theFileAsShippedHasNoProblem() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("connectors"))) {
            directory = directory.getParent();
        }
        ServerXml.Result result =
                ServerXml.read(directory.resolve("conf/server.xml"), name -> null, name -> null);
        assertThat(result.problems()).isEmpty();
        ServiceConfig service = result.config().services().get(0);
        assertThat(service.connectors().get(0).config().port()).isEqualTo(8080);
    }

    @Test
    void itsAccessLogIsRead() {
        EngineConfig engine = Xml.read(TOMCAT).config().services().get(0).engine();
        AccessLogConfig log = (AccessLogConfig) Xml.made(engine.hosts().get(0).valves().get(0));
        assertThat(log.directory()).isEqualTo("logs");
        assertThat(log.prefix()).isEqualTo("localhost_access_log");
        assertThat(log.suffix()).isEqualTo(".txt");
        assertThat(log.pattern()).isEqualTo("%h %l %u %t \"%r\" %s %b");
        assertThat(log.at()).hasToString("conf/server.xml:25:9");
    }

    @Test
    void anAccessLogThatIsNotEnabledIsLeftOut() {
        String xml = Xml.host("<Valve className='AccessLog' enabled='false'/>");
        assertThat(Xml.onlyHost(xml).valves()).isEmpty();
    }

    @Test
    void anEnginesAccessLogIsTheEngines() {
        String xml = Xml.engine("<Host name='a'/><Valve className='AccessLog'/>");
        EngineConfig engine = Xml.read(xml).config().services().get(0).engine();
        assertThat(engine.valves()).hasSize(1);
        assertThat(engine.hosts().get(0).valves()).isEmpty();
    }

    @Test
    void aHostHasItsDefaults() {
        HostConfig host = Xml.onlyHost(Xml.host(""));
        assertThat(host.appBase()).isEqualTo("webapps");
        assertThat(host.deployOnStartup()).isTrue();
        assertThat(host.createDirs()).isTrue();
        assertThat(host.deployIgnore()).isNull();
        assertThat(host.workDir()).isNull();
        assertThat(host.contexts()).isEmpty();
    }

    @Test
    void aliasesAreNamesWithoutTheBlanksAroundThem() {
        HostConfig host = Xml.onlyHost(Xml.host("<Alias> www.a </Alias><Alias>*.b.c</Alias>"));
        assertThat(host.aliases()).containsExactly("www.a", "*.b.c");
    }

    @Test
    void anAliasMayBeAPlaceholderWithADefault() {
        HostConfig host = Xml.onlyHost(Xml.host("<Alias>${my.alias:-www.a}</Alias>"));
        assertThat(host.aliases()).containsExactly("www.a");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "'', -, '', ROOT",
                "/, x, '', x",
                "/a, -, /a, a",
                "/a/b, -, /a/b, a#b",
                "/a, /srv/www, /a, /srv/www",
                "-, shop, /shop, shop",
                "-, /srv/shop/, /shop, /srv/shop/",
                "-, shop.war, /shop, shop.war",
                "-, ROOT, '', ROOT",
            })
    void pathAndDocBaseFollowFromEachOther(
            String path, String docBase, String expectedPath, String expectedDocBase) {
        String attributes =
                (path == null ? "" : " path='" + path + "'")
                        + (docBase == null ? "" : " docBase='" + docBase + "'");
        ContextConfig context =
                Xml.onlyHost(Xml.host("<Context" + attributes + "/>")).contexts().get(0);
        assertThat(context.path()).isEqualTo(expectedPath);
        assertThat(context.docBase()).isEqualTo(expectedDocBase);
    }

    @Test
    void aContextHasItsParametersAndResources() {
        String xml =
                "<Context path='/a'><Parameter name='n' value='v' override='false'/>"
                        + "<Resources cachingAllowed='false' cacheMaxSize='2MB' cacheTtl='1s'"
                        + " cacheObjectMaxSize='7' allowLinking='true'/></Context>";
        ContextConfig context = Xml.onlyHost(Xml.host(xml)).contexts().get(0);
        assertThat(context.parameters())
                .containsEntry("n", new ContextEntry<>("v", false))
                .hasSize(1);
        assertThat(context.resources())
                .isEqualTo(new ResourcesConfig(false, 2048, 7, 1000, true, List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "className='x.DirResourceSet' base='/b' | is not known",
                "base='/b' | PreResources needs the attribute className",
                "className='DIR' | PreResources needs the attribute base",
                "className='DIR' base='b' | which is not an absolute path",
                "className='DIR' base='/b' webAppMount='m' | not a path that begins with a slash",
                "className='DIR' base='/b' internalPath='/a/../b' | not a path that begins",
            })
    void anOverlayThatCannotBeIsAnError(String attributes, String words) {
        String overlay =
                attributes.replace("DIR", "org.apache.catalina.webresources.DirResourceSet");
        ServerXml.Result result =
                Xml.read(
                        Xml.host(
                                "<Context path='/a'><Resources><PreResources "
                                        + overlay
                                        + "/></Resources></Context>"));
        assertThat(result.errors()).singleElement().asString().contains(words);
    }

    @Test
    void overlaysStandInTheOrderOfTheFile() {
        String set = " className='org.apache.catalina.webresources.JarResourceSet' base='/b' ";
        String xml =
                "<Context path='/a'><Resources><PostResources"
                        + set
                        + "/><PreResources"
                        + set
                        + "internalPath='/in/' webAppMount='/m/' readOnly='false'"
                        + " allowLinking='true'/></Resources></Context>";
        assertThat(Xml.onlyHost(Xml.host(xml)).contexts().get(0).resources().overlays())
                .containsExactly(
                        new Overlay(
                                Overlay.Order.POST,
                                Overlay.OverlaySource.ARCHIVE,
                                Path.of("/b"),
                                "/",
                                "/",
                                false),
                        new Overlay(
                                Overlay.Order.PRE,
                                Overlay.OverlaySource.ARCHIVE,
                                Path.of("/b"),
                                "/in",
                                "/m",
                                true));
    }

    @Test
    void classNamesOfTomcatAreAccepted() {
        String xml =
                """
                <Server className='org.apache.catalina.core.StandardServer'>
                 <Service className='org.apache.catalina.core.StandardService'>
                  <Executor name='x' className='org.apache.catalina.core.StandardThreadExecutor'/>
                  <Connector port='0'/>
                  <Engine defaultHost='a' className='org.apache.catalina.core.StandardEngine'>
                   <Host name='a' className='org.apache.catalina.core.StandardHost'>
                    <Context path='/c' className='org.apache.catalina.core.StandardContext'/>
                   </Host></Engine></Service></Server>
                """;
        assertThat(Xml.problems(xml)).isEmpty();
    }

    @Test
    void aForeignNamespaceIsNotOurs() {
        String xml =
                Xml.server(
                        "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
                                + " xsi:noNamespaceSchemaLocation='x.xsd'",
                        "<Service>" + Xml.PORT + Xml.ENGINE + "</Service>");
        assertThat(Xml.problems(xml)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'\n'", "'\r\n'", "'\r'"})
    void linesAreCountedWhateverEndsThem(String end) {
        String xml =
                "<Server>"
                        + end
                        + "<!-- <x> -->"
                        + end
                        + "<?pi <x>?>"
                        + end
                        + " <Servic a='>'/>"
                        + "<![CDATA[<x>]]><Service>"
                        + Xml.PORT
                        + Xml.ENGINE
                        + "</Service><X/></Server>";
        assertThat(Xml.problems(xml))
                .extracting(line -> line.substring(0, line.indexOf(": ")))
                .containsExactly("WARNING conf/server.xml:4:2", "WARNING conf/server.xml:4:146");
    }

    @Test
    void theRouteIsThatOfTheEngineElseOfTheSystemProperty() {
        String none = Xml.service(Xml.ENGINE + Xml.PORT);
        String own = none.replace("name='E'", "name='E' jvmRoute='n1'");
        Map<String, String> property = Map.of("jvmRoute", "n2");
        assertThat(route(Xml.read(none))).isNull();
        assertThat(route(Xml.read(none, property))).isEqualTo("n2");
        assertThat(route(Xml.read(own, property))).isEqualTo("n1");
        assertThat(Xml.problems(Xml.read(none, Map.of("jvmRoute", "a;b"))).toString())
                .contains("ERROR", "the system property jvmRoute", "a route has letters");
    }

    private static String route(ServerXml.Result result) {
        return result.config().services().get(0).engine().jvmRoute();
    }
}
