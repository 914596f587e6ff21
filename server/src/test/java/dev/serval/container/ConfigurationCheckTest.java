package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a configuration test finds behind server.xml. */
class ConfigurationCheckTest {
    private static final String TYPO = "<web-app version='6.1'>\n  <servlet-maping/>\n</web-app>";

    @TempDir Path base;

    @BeforeEach
    void makeBase() throws IOException {
        Files.createDirectories(base.resolve("conf"));
        Files.createDirectories(base.resolve("webapps"));
    }

    private void write(String name, String text) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static byte[] zip(Map<String, byte[]> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(base)) {
            return all.map(Path::toString).sorted().toList();
        }
    }

    /** The problems as lines with severity; nothing may have been written. */
    private List<String> check(String inServer, String inHost) throws IOException {
        write(
                "conf/server.xml",
                "<Server>"
                        + inServer
                        + "<Service><Connector port='0'/><Engine defaultHost='localhost'>"
                        + inHost
                        + "</Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(base.resolve("conf/server.xml"), name -> null);
        List<String> before = files();
        List<String> lines = new ArrayList<>();
        ConfigurationCheck.of(result.read(), base, base)
                .forEach(p -> lines.add(p.severity() + " " + p));
        assertThat(files()).isEqualTo(before);
        return lines;
    }

    private List<String> check() throws IOException {
        return check("", "<Host name='localhost'/>");
    }

    /** It is told by the start else. */
    @Test
    void aCertificateThatNobodyObtains() throws IOException {
        String certificate = "<Certificate obtainFor='www.example.org'/>";
        write(
                "conf/server.xml",
                "<Server><Service>\n<Connector port='0' SSLEnabled='true'><SSLHostConfig>"
                        + certificate
                        + "</SSLHostConfig></Connector><Engine defaultHost='localhost'><Host"
                        + " name='localhost'/></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(base.resolve("conf/server.xml"), name -> null);
        assertThat(ConfigurationCheck.of(result.read(), base, base))
                .extracting(p -> p.severity() + " " + p)
                .singleElement()
                .asString()
                .startsWith(
                        "ERROR conf/server.xml:2:1: Connector: a Certificate has obtainFor, but")
                .contains("AcmeListener");
    }

    /** The first session tells it else. */
    @Test
    void dataSourcesThatAreNotThere() throws IOException {
        String resource =
                "<Resource name='jdbc/sessions' type='javax.sql.DataSource'"
                        + " factory='com.zaxxer.hikari.HikariJNDIFactory'/>";
        String manager =
                "<Manager className='PersistentManager'>\n<Store className='DataSourceStore'"
                        + " dataSourceName='%s' localDataSource='%s'/></Manager>";
        String globals = "<GlobalNamingResources>" + resource + "</GlobalNamingResources>";
        write(
                "webapps/all/META-INF/context.xml",
                "<Context>" + manager.formatted("jdbc/sesions", false) + "</Context>");
        write(
                "webapps/own/META-INF/context.xml",
                "<Context>" + resource + manager.formatted("jdbc/session", true) + "</Context>");
        write(
                "webapps/right/META-INF/context.xml",
                "<Context>"
                        + resource
                        + manager.formatted("java:comp/env/jdbc/sessions", true)
                        + "</Context>");
        write(
                "webapps/too/META-INF/context.xml",
                "<Context>" + manager.formatted("jdbc/sessions", false) + "</Context>");
        assertThat(check(globals, "<Host name='localhost'/>"))
                .filteredOn(line -> line.contains("dataSourceName"))
                .containsExactlyInAnyOrder(
                        "ERROR webapps/all/META-INF/context.xml:2:36: dataSourceName of"
                                + " DataSourceStore is \"jdbc/sesions\", but GlobalNamingResources"
                                + " of server.xml has no Resource of that name (did you mean"
                                + " jdbc/sessions?)",
                        "WARNING webapps/own/META-INF/context.xml:2:36: dataSourceName of"
                                + " DataSourceStore is \"jdbc/session\", but the Context \"/own\" has"
                                + " no Resource of that name (did you mean jdbc/sessions?); it is"
                                + " there only if the application declares it itself");
    }

    /** It is told by the first request else. */
    @Test
    void driversThatAreNotThere() throws IOException {
        String resource =
                "<Resource name='jdbc/%s' type='javax.sql.DataSource' driverClassName='%s'"
                        + " factory='com.zaxxer.hikari.HikariJNDIFactory'/>";
        Files.createDirectories(base.resolve("webapps/shop/WEB-INF/lib"));
        Files.write(
                base.resolve("webapps/shop/WEB-INF/lib/a.jar"),
                zip(Map.of("org/there/Driver.class", utf8("x"))));
        Files.createDirectories(base.resolve("lib"));
        Files.write(base.resolve("lib/b.jar"), zip(Map.of("a/Shared.class", utf8("x"))));
        write(
                "webapps/shop/META-INF/context.xml",
                "<Context>\n"
                        + resource.formatted("own", "org.there.Driver")
                        + "\n"
                        + resource.formatted("shared", "a.Shared")
                        + "\n"
                        + resource.formatted("none", "org.none.Driver")
                        + "</Context>");
        assertThat(
                        check(
                                "\n<GlobalNamingResources>\n"
                                        + resource.formatted("all", "org.there.Driver")
                                        + "\n"
                                        + resource.formatted("ours", "a.Shared")
                                        + "</GlobalNamingResources>",
                                "<Host name='localhost'/>"))
                .filteredOn(line -> line.contains("driver"))
                .containsExactly(
                        "WARNING conf/server.xml:3:1: the Resource jdbc/all gives no connection:"
                                + " its driver org.there.Driver is not there; the jar belongs in lib",
                        "WARNING webapps/shop/META-INF/context.xml:4:1: the Resource jdbc/none"
                                + " gives no connection: its driver org.none.Driver is not there; the"
                                + " jar belongs in WEB-INF/lib, or in lib");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/login.jsp|/wrong.jsp?again|",
                "/in.html|/out.html|<servlet><servlet-name>a</servlet-name><jsp-file>/a.jsp</jsp-file>"
                        + "</servlet><servlet-mapping><servlet-name>a</servlet-name>"
                        + "<url-pattern>*.jsp</url-pattern></servlet-mapping>",
            })
    void pagesOfAFormThatAreMissing(String login, String wrong, String more) throws IOException {
        form(login, wrong, more);
        assertThat(check())
                .filteredOn(line -> line.contains("form-"))
                .hasSize(2)
                .allMatch(line -> line.startsWith("WARNING webapps/shop/WEB-INF/web.xml:2:"))
                .allMatch(line -> line.endsWith("is mapped to it: nobody could log in"))
                .anyMatch(line -> line.contains(" form-login-page " + login + " is no file"))
                .anyMatch(line -> line.contains(" form-error-page " + wrong + " is no file"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/WEB-INF/login.jsp", "/a/login.html?x", "/in/it", "/login.do", "/lib"})
    void pagesOfAFormThatAreThere(String page) throws IOException {
        write("webapps/shop/WEB-INF/login.jsp", "x");
        write("webapps/shop/a/login.html", "x");
        Files.createDirectories(base.resolve("webapps/shop/WEB-INF/lib"));
        Files.write(
                base.resolve("webapps/shop/WEB-INF/lib/a.jar"),
                zip(Map.of("META-INF/resources/lib", utf8("x"))));
        form(
                page,
                page,
                "<servlet><servlet-name>a</servlet-name>"
                        + "<jsp-file>/WEB-INF/login.jsp</jsp-file></servlet>"
                        + "<servlet-mapping><servlet-name>a</servlet-name>"
                        + "<url-pattern>/in/*</url-pattern><url-pattern>*.do</url-pattern>"
                        + "</servlet-mapping>");
        assertThat(check()).noneMatch(line -> line.contains("form-"));
    }

    private void form(String login, String wrong, String more) throws IOException {
        write(
                "webapps/shop/WEB-INF/web.xml",
                "<web-app version='6.1'>\n<login-config><auth-method>FORM</auth-method>"
                        + "<form-login-config><form-login-page>"
                        + login
                        + "</form-login-page><form-error-page>"
                        + wrong
                        + "</form-error-page></form-login-config></login-config>"
                        + (more == null ? "" : more)
                        + "</web-app>");
    }

    @Test
    void nothingIsSaidOfWhatIsInOrder() throws IOException {
        write("webapps/ROOT/index.html", "x");
        write("webapps/shop/WEB-INF/web.xml", "<web-app version='6.1'/>");
        assertThat(check()).isEmpty();
    }

    @Test
    void webXmlOfADirectory() throws IOException {
        write("webapps/shop/WEB-INF/web.xml", TYPO);
        assertThat(check())
                .containsExactly(
                        "WARNING webapps/shop/WEB-INF/web.xml:2:3: web-app has no element"
                                + " servlet-maping (did you mean servlet-mapping?); it is ignored"
                                + " with its content");
    }

    @Test
    void anAuthMethodThatNobodyAnswersTo() throws IOException {
        write(
                "webapps/shop/WEB-INF/web.xml",
                "<web-app>\n"
                        + "<login-config><auth-method>basci</auth-method></login-config></web-app>");
        assertThat(check())
                .containsExactly(
                        "ERROR webapps/shop/WEB-INF/web.xml:2:1: auth-method is BASIC, CLIENT-CERT,"
                                + " DIGEST, FORM or NONE, not 'BASCI' (did you mean BASIC?): nobody"
                                + " could log in");
    }

    @Test
    void webXmlContextXmlAndFragmentsOfAWar() throws IOException {
        byte[] fragment = zip(Map.of("META-INF/web-fragment.xml", utf8("<web-fragment>\n<x/>")));
        Files.write(
                base.resolve("webapps/shop.war"),
                zip(
                        Map.of(
                                "WEB-INF/web.xml", utf8(TYPO),
                                "META-INF/context.xml", utf8("<Context reloadabel='true'/>"),
                                "WEB-INF/lib/a.jar", fragment,
                                "WEB-INF/lib/b.jar", utf8("no jar"))));
        List<String> found = check();
        assertThat(found)
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith(
                                                "WARNING webapps/shop.war!/META-INF/context.xml:1:")
                                        .contains("did you mean reloadable?"))
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith(
                                                "WARNING webapps/shop.war!/WEB-INF/web.xml:2:3:"))
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith(
                                                "ERROR"
                                                        + " webapps/shop.war!/WEB-INF/lib/a.jar!/META-INF"
                                                        + "/web-fragment.xml:2:"))
                .anySatisfy(
                        line ->
                                assertThat(line)
                                        .startsWith("ERROR webapps/shop.war!/WEB-INF/lib/b.jar: "));
        assertThat(found).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({
        "WEB-INF/web.xml, web-app, 8388608",
        "META-INF/context.xml, Context, 1048576",
    })
    void aDescriptorThatIsTooLong(String name, String root, int most) throws IOException {
        String text = "<" + root + ">" + " ".repeat(most) + "</" + root + ">";
        Files.write(base.resolve("webapps/packed.war"), zip(Map.of(name, utf8(text))));
        write("webapps/open/" + name, text);
        assertThat(check())
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).startsWith("ERROR webapps/open"))
                .anySatisfy(line -> assertThat(line).startsWith("ERROR webapps/packed.war!"))
                .allSatisfy(
                        line ->
                                assertThat(line)
                                        .contains(".xml has more than " + most + " bytes, the"));
    }

    @ParameterizedTest
    @CsvSource({
        "'<a/>', 200000, 'there are more than 200000 elements and attributes, the limit'",
        "'<a b=\"\"/>', 100000, 'there are more than 200000 elements and attributes, the limit'",
        "'<a>', 64, 'elements are nested more than 64 levels deep, the limit'",
    })
    void aDescriptorThatWouldBeAHugeTree(String element, int count, String message)
            throws IOException {
        write("webapps/shop/WEB-INF/web.xml", "<web-app>\n" + element.repeat(count));
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith("ERROR webapps/shop/WEB-INF/web.xml:2:")
                .contains(message);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aDescriptorWithAsManyMistakesAsItMayHaveElements() throws IOException {
        write(
                "webapps/shop/WEB-INF/web.xml",
                "<web-app>" + "<context-param/>\n".repeat(199_999) + "</web-app>");
        assertThat(check()).hasSizeGreaterThanOrEqualTo(199_999);
    }

    @Test
    void aDefaultDescriptorAndAServerXmlThatAreTooLong() throws IOException {
        String blanks = " ".repeat(8 << 20);
        write("conf/web.xml", "<web-app>" + blanks + "</web-app>");
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith("ERROR conf/web.xml: ")
                .contains("web.xml has more than 8388608 bytes");
        Path server = base.resolve("conf/server.xml");
        Files.writeString(server, Files.readString(server) + blanks);
        assertThat(ServerXml.read(server, name -> null).problems())
                .singleElement()
                .asString()
                .contains("server.xml has more than 8388608 bytes");
    }

    @Test
    void aBrokenWar() throws IOException {
        write("webapps/shop.war", "no zip");
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith("ERROR webapps/shop.war: shop.war is not a complete ZIP file");
    }

    @Test
    void defaultsOfAllApplicationsOnce() throws IOException {
        write("conf/web.xml", TYPO);
        write("conf/context.xml", "<Context>\n<Parametre/></Context>");
        write("webapps/a/index.html", "x");
        write("webapps/b/index.html", "x");
        assertThat(check())
                .hasSize(2)
                .anySatisfy(l -> assertThat(l).startsWith("WARNING conf/web.xml:2:3: "))
                .anySatisfy(
                        l ->
                                assertThat(l)
                                        .startsWith("WARNING conf/context.xml:2:1: ")
                                        .contains("did you mean Parameter?"));
    }

    @ParameterizedTest
    @CsvSource({
        "webapps/shop/WEB-INF/web.xml, DefaultServlet, listings, yes, ERROR",
        "webapps/shop/WEB-INF/web.xml, DefaultServlet, input, abc, WARNING",
        "webapps/shop/WEB-INF/web.xml, WebdavServlet, listings, yes, ERROR",
        "webapps/shop/WEB-INF/web.xml, WebdavServlet, input, abc, WARNING",
        "conf/web.xml, DefaultServlet, listings, yes, ERROR",
        "conf/web.xml, DefaultServlet, input, abc, WARNING",
        "conf/web.xml, WebdavServlet, listings, yes, ERROR",
        "conf/web.xml, WebdavServlet, input, abc, WARNING"
    })
    void parametersOfServletsForFiles(
            String file, String servlet, String name, String value, String severity)
            throws IOException {
        write("webapps/shop/index.html", "x");
        write(
                file,
                """
                <web-app version='6.1'>
                  <servlet>
                    <servlet-name>own</servlet-name>
                    <servlet-class>org.apache.catalina.servlets.%s</servlet-class>
                    <init-param><param-name>%s</param-name>
                      <param-value>%s</param-value></init-param>
                  </servlet>
                </web-app>
                """
                        .formatted(servlet, name, value));
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith(severity + " " + file + ":5:5: ")
                .contains(name, value, "of servlet own");
    }

    @Test
    void descriptorsOfAHost() throws IOException {
        write("conf/Catalina/localhost/gone.xml", "<Context docBase='shopp'/>");
        write("conf/Catalina/localhost/empty.xml", "<Context/>");
        write("webapps/shop/index.html", "x");
        assertThat(check("", "<Host name='localhost' xmlBase='conf/Catalina/localhost'/>"))
                .hasSize(2)
                .anySatisfy(
                        l ->
                                assertThat(l)
                                        .startsWith(
                                                "ERROR conf/Catalina/localhost/gone.xml: docBase ")
                                        .contains("does not exist (did you mean shop?)"))
                .anySatisfy(
                        l ->
                                assertThat(l)
                                        .startsWith("WARNING conf/Catalina/localhost/empty.xml: "));
    }

    @ParameterizedTest
    @CsvSource({
        "webaps, WARNING, does not exist (did you mean webapps?); the start creates it",
        "conf/server.xml, ERROR, is not a directory"
    })
    void anAppBaseThatIsNone(String appBase, String severity, String said) throws IOException {
        assertThat(check("", "\n<Host name='localhost' appBase='" + appBase + "'/>"))
                .singleElement()
                .asString()
                .startsWith(severity + " conf/server.xml:2:1: appBase ")
                .contains(said);
    }

    @Test
    void users() throws IOException {
        write(
                "conf/tomcat-users.xml",
                """
                <tomcat-users>
                  <role rolename="a"/>
                  <usr username="a" password="a"/>
                  <user username="b" password="b" role="a"/>
                  <user username="c"/>
                  <group groupname="clerks" roles="a"/>
                  <user username="d" password="d" groups="clerk"/>
                </tomcat-users>
                """);
        String database =
                "<GlobalNamingResources><Resource name='users'"
                        + " type='org.apache.catalina.UserDatabase'/></GlobalNamingResources>";
        String realm =
                "<Realm className='org.apache.catalina.realm.UserDatabaseRealm'"
                        + " resourceName='users'/><Host name='localhost'/>";
        assertThat(check(database, realm))
                .containsExactly(
                        "WARNING conf/tomcat-users.xml:3:3: tomcat-users has no element usr (did"
                                + " you mean user?); it is ignored",
                        "WARNING conf/tomcat-users.xml:4:35: user has no attribute role (did you"
                                + " mean roles?); it is ignored",
                        "WARNING conf/tomcat-users.xml:5:3: user c has no password and cannot log"
                                + " in",
                        "WARNING conf/tomcat-users.xml:7:35: there is no group clerk (did you mean"
                                + " clerks?)");
        write("conf/tomcat-users.xml", "<tomcat-users>\n<user</tomcat-users>");
        assertThat(check(database, realm))
                .singleElement()
                .asString()
                .startsWith("ERROR conf/tomcat-users.xml:2:");
        Files.delete(base.resolve("conf/tomcat-users.xml"));
        assertThat(check(database, realm))
                .singleElement()
                .asString()
                .startsWith("WARNING conf/tomcat-users.xml: there is no such file of users");
    }

    @Test
    void aRealmOfADescriptorNamesItsDatabase() throws IOException {
        write(
                "webapps/shop/META-INF/context.xml",
                "<Context><Realm className='org.apache.catalina.realm.UserDatabaseRealm'"
                        + " resourceName='user'/></Context>");
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith("ERROR webapps/shop/META-INF/context.xml:1:10: resourceName of Realm");
    }

    @ParameterizedTest
    @ValueSource(strings = {"webapps/shop/META-INF/context.xml", "conf/Serval/localhost/shop.xml"})
    void usersOfARealmOfADescriptorAreRead(String descriptor) throws IOException {
        write("webapps/shop/index.html", "x");
        write(
                descriptor,
                "<Context><Realm className='org.apache.catalina.realm.MemoryRealm'"
                        + " pathname='conf/shop-users.xml'/></Context>");
        write("conf/shop-users.xml", "<tomcat-users>\n<usr/></tomcat-users>");
        String host = "<Host name='localhost' xmlBase='conf/Serval/localhost'/>";
        assertThat(check("", host))
                .singleElement()
                .asString()
                .startsWith("WARNING conf/shop-users.xml:2:1: tomcat-users has no element usr");
    }

    @Test
    void aValveThatIsNotThere() throws IOException {
        write(
                "webapps/shop/META-INF/context.xml",
                "<Context>\n  <Valve className='com.acme.Guard'/></Context>");
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith(
                        "ERROR webapps/shop/META-INF/context.xml:2:3: Valve com.acme.Guard is not"
                                + " supported yet");
    }

    @Test
    void namesOfServletsThatAreMistyped() throws IOException {
        String webXml =
                "<web-app version='6.1'"
                        + " metadata-complete='%s'><servlet><servlet-name>orders</servlet-name><servlet-class>jakarta.servlet.http.HttpServlet</servlet-class></servlet>\n"
                        + "<servlet-mapping><servlet-name>%s</servlet-name>"
                        + "<url-pattern>/x</url-pattern></servlet-mapping></web-app>";
        write("webapps/a/WEB-INF/web.xml", webXml.formatted(false, "order"));
        write("webapps/b/WEB-INF/web.xml", webXml.formatted(false, "annotated"));
        write("webapps/c/WEB-INF/web.xml", webXml.formatted(true, "annotated"));
        write("webapps/d/WEB-INF/web.xml", webXml.formatted(true, "default"));
        assertThat(check())
                .hasSize(3)
                .anySatisfy(
                        l ->
                                assertThat(l)
                                        .startsWith("ERROR webapps/a/WEB-INF/web.xml:2:1: ")
                                        .contains("did you mean orders?"))
                .anySatisfy(l -> assertThat(l).startsWith("ERROR webapps/b/WEB-INF/web.xml:2:1: "))
                .anySatisfy(l -> assertThat(l).startsWith("ERROR webapps/c/WEB-INF/web.xml:2:1: "));
    }

    @Test
    void aSessionCookieThatBrowsersDrop() throws IOException {
        write(
                "webapps/a/WEB-INF/web.xml",
                "<web-app version='6.1'><session-config><cookie-config>\n"
                        + "<attribute><attribute-name>SameSite</attribute-name>"
                        + "<attribute-value>None</attribute-value></attribute>"
                        + "</cookie-config></session-config></web-app>");
        write(
                "webapps/b/META-INF/context.xml",
                "<Context><CookieProcessor sameSiteCookies='none'/></Context>");
        assertThat(check())
                .satisfiesExactly(
                        a ->
                                assertThat(a)
                                        .startsWith("WARNING webapps/a/WEB-INF/web.xml:2:")
                                        .contains("SRV-0342"),
                        b -> assertThat(b).startsWith("WARNING webapps/b: SRV-0342"));
    }

    @Test
    void filtersThatAreMappedAndNotDefined() throws IOException {
        write(
                "webapps/shop/WEB-INF/web.xml",
                "<web-app version='6.1'>\n<filter-mapping><filter-name>none</filter-name>"
                        + "<url-pattern>/*</url-pattern></filter-mapping></web-app>");
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith("ERROR webapps/shop/WEB-INF/web.xml:2:1: filter-mapping names the")
                .contains("filter none, which is not defined");
    }

    @Test
    void theRestOfADescriptorWithAnErrorIsLookedAt() throws IOException {
        write(
                "webapps/shop/WEB-INF/web.xml",
                "<web-app version='6.1'>\n<servlet/>\n"
                        + "<filter><filter-name>a</filter-name>"
                        + "<filter-class>com.acme.None</filter-class></filter>\n"
                        + "<filter-mapping><filter-name>a</filter-name>"
                        + "<url-pattern>/*</url-pattern></filter-mapping></web-app>");
        assertThat(check())
                .hasSize(2)
                .anySatisfy(l -> assertThat(l).startsWith("ERROR webapps/shop/WEB-INF/web.xml:2:1"))
                .anySatisfy(l -> assertThat(l).contains("filter-class com.acme.None is not there"));
    }

    @Test
    void applicationsThatServerXmlDeclares() throws IOException {
        write("webapps/shop/index.html", "x");
        assertThat(check("", "<Host name='localhost'>\n<Context path='/x' docBase='shpo'/></Host>"))
                .singleElement()
                .asString()
                .startsWith("ERROR conf/server.xml:2:1: docBase ")
                .contains("(did you mean shop?)");
    }

    @Test
    void withErrorsInServerXmlTheRestIsReadAllTheSame() throws IOException {
        write("webapps/shop/WEB-INF/web.xml", TYPO);
        assertThat(check("<Service name='a'/>", "<Host name='localhost' autoDeploy='perhaps'/>"))
                .anySatisfy(l -> assertThat(l).contains("webapps/shop/WEB-INF/web.xml:2:3"));
    }

    @Test
    void addressesAndJars() throws IOException {
        write("lib/a.jar", "no jar");
        assertThat(
                        check(
                                "<Service name='a'><Connector port='0'"
                                        + " address='no.such.invalid'/><Engine defaultHost='a'><Host"
                                        + " name='a'/></Engine></Service>",
                                "<Host name='localhost'/>"))
                .anySatisfy(l -> assertThat(l).startsWith("ERROR lib: a.jar is not a complete"))
                .anySatisfy(l -> assertThat(l).contains("address no.such.invalid of Connector"));
    }

    @Test
    void theOtherDescriptorOfAnApplicationIsReadInPlaceOfItsOwn() throws IOException {
        write("webapps/shop/WEB-INF/web.xml", TYPO);
        write("conf/shop-web.xml", "<web-app version='6.1'>\n  <filter-maping/>\n</web-app>");
        write("webapps/shop/META-INF/context.xml", "<Context altDDName='conf/shop-web.xml'/>");
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith("WARNING " + base.resolve("conf/shop-web.xml") + ":2:3: ")
                .contains("filter-maping");
    }

    @Test
    void anotherDescriptorThatIsNotThereIsAnError() throws IOException {
        write("webapps/shop/WEB-INF/web.xml", "<web-app version='6.1'/>");
        write("webapps/shop/META-INF/context.xml", "<Context altDDName='conf/none.xml'/>");
        write("apps/bar/WEB-INF/web.xml", "<web-app version='6.1'/>");
        assertThat(
                        check(
                                "",
                                "<Host name='localhost'><Context path='/bar' altDDName='no.xml'"
                                        + " docBase='"
                                        + base.resolve("apps/bar")
                                        + "'/></Host>"))
                .hasSize(2)
                .allMatch(line -> line.startsWith("ERROR "))
                .anyMatch(line -> line.contains("altDDName names " + base.resolve("no.xml")))
                .anyMatch(line -> line.contains(base.resolve("conf/none.xml") + ", which is no"));
    }
}
