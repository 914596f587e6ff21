package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.xml.Problem;
import dev.serval.servlet.AppContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All sources together: annotations, fragments, descriptors, initializers (Servlet 6.1 §8). */
class WebApplicationTest {
    private static final String SCI =
            "META-INF/services/jakarta.servlet.ServletContainerInitializer";
    private static final String SERVLET =
            "package a; @WebServlet(name=\"s\", value=\"/anno\", loadOnStartup=3, asyncSupported=true,"
                    + " initParams={@WebInitParam(name=\"p\", value=\"anno\"),"
                    + " @WebInitParam(name=\"q\", value=\"anno\")})"
                    + " @MultipartConfig(maxFileSize=5, fileSizeThreshold=7)"
                    + " public class S extends HttpServlet {}";

    @TempDir private Path base;
    private WebappClassLoader loader;

    @AfterEach
    void close() throws IOException {
        if (loader != null) {
            loader.close();
        }
    }

    // ---- annotations

    @Test
    void anAnnotatedServlet() {
        classes(SERVLET);
        WebXml xml = read().xml();
        Definition servlet = xml.servlets().get("s");
        assertThat(servlet.setting("servlet-class")).isEqualTo("a.S");
        assertThat(servlet.setting("load-on-startup")).isEqualTo("3");
        assertThat(servlet.is("async-supported")).isTrue();
        assertThat(servlet.parameters().get("p").value()).isEqualTo("anno");
        assertThat(servlet.setting("multipart-config/max-file-size")).isEqualTo("5");
        assertThat(servlet.setting("multipart-config/file-size-threshold")).isEqualTo("7");
        assertThat(patterns(xml, "s")).containsExactly("/anno");
    }

    @Test
    void aDescriptorThatIsTooLongKeepsItFromBeingServed() {
        webXml(" ".repeat(8 << 20));
        assertThat(read().errors())
                .singleElement()
                .asString()
                .contains("web.xml has more than 8388608 bytes");
    }

    @Test
    void anAnnotatedServletWithoutANameHasThatOfItsClass() {
        classes(
                "package a; @WebServlet(urlPatterns={\"/x\",\"*.y\"}) public class T extends HttpServlet {}");
        WebXml xml = read().xml();
        assertThat(xml.servlets()).containsOnlyKeys("a.T");
        assertThat(patterns(xml, "a.T")).containsExactly("/x", "*.y");
    }

    @Test
    void anAnnotatedFilter() {
        classes(
                "package a; @WebFilter(filterName=\"f\", urlPatterns=\"/*\", servletNames=\"s\","
                        + " dispatcherTypes={DispatcherType.ERROR, DispatcherType.FORWARD},"
                        + " asyncSupported=true, initParams=@WebInitParam(name=\"n\",value=\"v\"))"
                        + " public class F extends HttpFilter {}");
        WebXml xml = read().xml();
        assertThat(xml.filters().get("f").setting("filter-class")).isEqualTo("a.F");
        assertThat(xml.filters().get("f").parameters().get("n").value()).isEqualTo("v");
        FilterMapping mapping = xml.filterMappings().get(0);
        assertThat(mapping.patterns()).containsExactly("/*");
        assertThat(mapping.servlets()).containsExactly("s");
        assertThat(mapping.dispatchers())
                .containsExactlyInAnyOrder(DispatcherType.ERROR, DispatcherType.FORWARD);
    }

    @Test
    void annotatedListenersComeAfterThoseOfWebXml() {
        webXml("<listener><listener-class>a.First</listener-class></listener>");
        classes(
                "package a; @WebListener public class L implements ServletContextListener {}",
                "package a; public class First implements ServletContextListener {}");
        assertThat(read().xml().listeners())
                .extracting(Setting::value)
                .containsExactly("a.First", "a.L");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <servlet-class>a.S</servlet-class>                                                            | servlet-class                   | a.S  | anno | /anno
                    <servlet-class>a.Other</servlet-class>                                                        | servlet-class                   | a.Other | anno | /anno
                    <servlet-class>a.S</servlet-class><load-on-startup>9</load-on-startup>                        | load-on-startup                 | 9    | anno | /anno
                    <servlet-class>a.S</servlet-class><async-supported>false</async-supported>                    | async-supported                 | false| anno | /anno
                    <servlet-class>a.S</servlet-class><enabled>false</enabled>                                    | enabled                         | false| anno | /anno
                    <servlet-class>a.S</servlet-class><init-param><param-name>p</param-name><param-value>xml</param-value></init-param> | load-on-startup | 3 | xml | /anno
                    <servlet-class>a.S</servlet-class><multipart-config><max-file-size>8</max-file-size></multipart-config> | multipart-config/max-file-size | 8 | anno | /anno
                    <servlet-class>a.S</servlet-class><multipart-config/>                                         | multipart-config/max-file-size  |      | anno | /anno
                    """)
    void webXmlCountsMoreThanAnAnnotation(
            String inside, String element, String value, String p, String pattern) {
        webXml("<servlet><servlet-name>s</servlet-name>" + inside + "</servlet>");
        classes(SERVLET, "package a; public class Other extends HttpServlet {}");
        WebXml xml = read().xml();
        Definition servlet = xml.servlets().get("s");
        assertThat(servlet.setting(element)).isEqualTo(value);
        assertThat(servlet.parameters().get("p").value()).isEqualTo(p);
        assertThat(servlet.parameters().get("q").value()).isEqualTo("anno");
        assertThat(patterns(xml, "s")).containsExactly(pattern);
    }

    @Test
    void patternsOfWebXmlTakeThePlaceOfThoseOfAnAnnotation() {
        webXml(
                "<servlet-mapping><servlet-name>s</servlet-name><url-pattern>/xml</url-pattern>"
                        + "</servlet-mapping>");
        classes(SERVLET);
        assertThat(patterns(read().xml(), "s")).containsExactly("/xml");
    }

    @Test
    void anotherNameForTheSameClassIsAnotherServlet() {
        webXml(
                "<servlet><servlet-name>other</servlet-name><servlet-class>a.S</servlet-class></servlet>"
                        + "<servlet-mapping><servlet-name>other</servlet-name><url-pattern>/xml</url-pattern>"
                        + "</servlet-mapping>");
        classes(SERVLET);
        WebXml xml = read().xml();
        assertThat(xml.servlets()).containsKeys("other", "s");
        assertThat(patterns(xml, "s")).containsExactly("/anno");
        assertThat(xml.servlets().get("other").setting("multipart-config/max-file-size"))
                .as("said on the class")
                .isEqualTo("5");
    }

    @Test
    void aPatternThatWebXmlGivesToAnotherServletIsItsOwn() {
        webXml(
                "<servlet><servlet-name>o</servlet-name><servlet-class>a.O</servlet-class></servlet>"
                        + "<servlet-mapping><servlet-name>o</servlet-name><url-pattern>/anno</url-pattern>"
                        + "</servlet-mapping>");
        classes(SERVLET);
        WebXml xml = read().xml();
        assertThat(patterns(xml, "o")).containsExactly("/anno");
        assertThat(patterns(xml, "s")).isEmpty();
    }

    @Test
    void filterMappingsOfWebXmlTakeThePlaceOfThoseOfAnAnnotation() {
        webXml(
                "<filter-mapping><filter-name>f</filter-name><url-pattern>/xml</url-pattern>"
                        + "</filter-mapping>");
        classes(
                "package a; @WebFilter(filterName=\"f\", value=\"/anno\") public class F extends HttpFilter {}");
        assertThat(read().xml().filterMappings())
                .singleElement()
                .satisfies(m -> assertThat(m.patterns()).containsExactly("/xml"));
    }

    @Test
    void metadataCompleteLeavesAnnotationsAndFragmentsOut() {
        write("WEB-INF/web.xml", "<web-app metadata-complete='true'/>");
        classes(SERVLET);
        lib("x.jar", "<listener><listener-class>X</listener-class></listener>");
        WebXml xml = read().xml();
        assertThat(xml.servlets()).isEmpty();
        assertThat(xml.listeners()).isEmpty();
    }

    @Test
    void aFragmentThatIsCompleteLeavesItsLibrarysAnnotationsOut() {
        Path classes = base.resolve("c");
        Classes.compile(classes, SERVLET);
        Classes.jar(
                base.resolve("app/WEB-INF/lib/x.jar"),
                classes,
                Map.of("META-INF/web-fragment.xml", "<web-fragment metadata-complete='true'/>"));
        assertThat(read().xml().servlets()).isEmpty();
    }

    @Test
    void valueAndUrlPatternsTogetherAreAnError() {
        classes(
                "package a; @WebServlet(value=\"/a\", urlPatterns=\"/b\") public class T extends HttpServlet {}");
        assertThat(lines(read().errors())).singleElement().asString().contains("not both");
    }

    @Test
    void twoServletsOnOnePatternAreAnError() {
        classes(
                "package a; @WebServlet(\"/a\") public class T extends HttpServlet {}",
                "package a; @WebServlet(\"/a\") public class U extends HttpServlet {}");
        assertThat(lines(read().errors()))
                .singleElement()
                .asString()
                .contains("the url-pattern /a belongs to servlet a.U and to servlet a.T");
    }

    @Test
    void aFileThatIsNoClassIsNamedAndSkipped() {
        classes(SERVLET);
        write("WEB-INF/classes/a/Broken.class", "no class");
        WebApplication application = read();
        assertThat(application.errors()).isEmpty();
        assertThat(lines(application.problems()))
                .singleElement()
                .asString()
                .startsWith("app/WEB-INF/classes!/a/Broken.class: is no class");
        assertThat(application.xml().servlets()).containsKey("s");
    }

    // ---- ServletSecurity

    @Test
    void aServletSecurityThatContradictsItselfIsAnError() {
        classes(
                "package a; @ServletSecurity(@HttpConstraint(value ="
                        + " ServletSecurity.EmptyRoleSemantic.DENY, rolesAllowed = \"x\"))"
                        + " @WebServlet(\"/s\") public class T extends HttpServlet {}");
        assertThat(read().errors()).singleElement().asString().contains("§13.4.1");
    }

    @Test
    void rolesThatClassesDeclareAreThoseOfTheApplication() {
        classes(
                "package a; @jakarta.annotation.security.DeclareRoles({\"x\", \"y\"})"
                        + " @WebServlet(\"/s\") public class T extends HttpServlet {}");
        assertThat(read().xml().roles()).contains("x", "y");
    }

    // ---- fragments

    @Test
    void fragmentsAddToWebXml() {
        webXml(
                "<context-param><param-name>a</param-name><param-value>main</param-value></context-param>");
        lib(
                "x.jar",
                "<context-param><param-name>a</param-name><param-value>x</param-value></context-param>"
                        + "<context-param><param-name>b</param-name><param-value>x</param-value></context-param>"
                        + "<welcome-file-list><welcome-file>x.html</welcome-file></welcome-file-list>"
                        + "<listener><listener-class>X</listener-class></listener>");
        WebXml xml = read().xml();
        assertThat(xml.contextParameters().get("a").value()).isEqualTo("main");
        assertThat(xml.contextParameters().get("b").value()).isEqualTo("x");
        assertThat(xml.welcomeFiles()).containsExactly("x.html");
        assertThat(xml.listeners()).extracting(Setting::value).containsExactly("X");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <context-param><param-name>a</param-name><param-value>?</param-value></context-param>                           | context-param a contradicts
                    <session-config><session-timeout>?</session-timeout></session-config>                                           | session-config/session-timeout contradicts
                    <servlet><servlet-name>s</servlet-name><servlet-class>?</servlet-class></servlet>                               | servlet s: servlet-class contradicts
                    <servlet><servlet-name>s</servlet-name><servlet-class>S</servlet-class><load-on-startup>?</load-on-startup></servlet> | servlet s: load-on-startup contradicts
                    <filter><filter-name>f</filter-name><filter-class>?</filter-class></filter>                                     | filter f: filter-class contradicts
                    <mime-mapping><extension>e</extension><mime-type>?</mime-type></mime-mapping>                                   | mime-mapping e contradicts
                    <error-page><error-code>404</error-code><location>/?</location></error-page>                                    | error-page 404 contradicts
                    <servlet><servlet-name>s?</servlet-name><servlet-class>S</servlet-class></servlet><servlet-mapping><servlet-name>s?</servlet-name><url-pattern>/s</url-pattern></servlet-mapping> | the url-pattern /s belongs to servlet s2
                    """)
    void fragmentsThatContradictEachOtherNeedWebXmlToDecide(String inside, String message) {
        lib("x.jar", inside.replace("?", "1"));
        lib("y.jar", inside.replace("?", "2"));
        assertThat(lines(read().errors()))
                .singleElement()
                .asString()
                .startsWith("app/WEB-INF/lib/y.jar!/META-INF/web-fragment.xml:1:")
                .contains(message)
                .contains("app/WEB-INF/lib/x.jar!/META-INF/web-fragment.xml:1:");
        webXml(inside.replace("?", "3"));
        assertThat(read().errors()).isEmpty();
    }

    @Test
    void excludedLibrariesSayNothing() {
        webXml("<absolute-ordering><name>y</name></absolute-ordering>");
        lib("x.jar", "<name>x</name><listener><listener-class>X</listener-class></listener>");
        lib("y.jar", "<name>y</name><listener><listener-class>Y</listener-class></listener>");
        WebApplication application = read();
        assertThat(application.xml().listeners()).extracting(Setting::value).containsExactly("Y");
        assertThat(application.orderedLibraries()).containsExactly("y.jar");
        AppContext context = application.build(AppContext.builder("/app"));
        assertThat(context.servletContext().getAttribute(ServletContext.ORDERED_LIBS))
                .isEqualTo(List.of("y.jar"));
    }

    @Test
    void aBrokenFragmentIsNamed() {
        Classes.jar(
                base.resolve("app/WEB-INF/lib/x.jar"),
                null,
                Map.of("META-INF/web-fragment.xml", "<web-fragment>\n<a></web-fragment>"));
        assertThat(lines(read().errors()))
                .singleElement()
                .asString()
                .startsWith("app/WEB-INF/lib/x.jar!/META-INF/web-fragment.xml:2:")
                .contains("not well-formed XML");
    }

    @Test
    void aFragmentOfMoreThanAMebibyteIsRefused() {
        String most = "<web-fragment>" + " ".repeat((1 << 20) - 29) + "</web-fragment>";
        Path jar = base.resolve("app/WEB-INF/lib/x.jar");
        Classes.jar(jar, null, Map.of("META-INF/web-fragment.xml", most));
        assertThat(read().problems()).isEmpty();
        Classes.jar(jar, null, Map.of("META-INF/web-fragment.xml", most + " "));
        assertThat(lines(read().errors()))
                .singleElement()
                .asString()
                .startsWith("app/WEB-INF/lib/x.jar: cannot be read")
                .contains("META-INF/web-fragment.xml has more than 1048576 bytes")
                .contains("make it shorter");
    }

    @Test
    void aFragmentOfMoreThanAMebibyteIsFoundByTheCheckToo() {
        String most = "<web-fragment>" + " ".repeat((1 << 20) - 29) + "</web-fragment>";
        Path app = base.resolve("app");
        Path jar = app.resolve("WEB-INF/lib/x.jar");
        Classes.jar(jar, null, Map.of("META-INF/web-fragment.xml", most));
        assertThat(check(app)).isEmpty();
        Classes.jar(jar, null, Map.of("META-INF/web-fragment.xml", most + " "));
        assertThat(lines(check(app)))
                .singleElement()
                .asString()
                .startsWith("app/WEB-INF/lib/x.jar: cannot be read")
                .contains("META-INF/web-fragment.xml has more than 1048576 bytes");
    }

    private static List<Problem> check(Path app) {
        return DescriptorCheck.of(
                app,
                "app",
                null,
                null,
                DefaultDescriptors.NONE,
                Set.of(),
                any -> null,
                any -> List.of(),
                null);
    }

    // ---- names that are not there

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    <servlet-mapping><servlet-name>a</servlet-name><url-pattern>/a</url-pattern></servlet-mapping>              | servlet-mapping names the servlet a, which is not defined
                    <filter-mapping><filter-name>a</filter-name><url-pattern>/*</url-pattern></filter-mapping>                  | filter-mapping names the filter a, which is not defined
                    """)
    void whatIsNamedMustBeThere(String inside, String message) {
        webXml(inside);
        assertThat(lines(read().errors()))
                .singleElement()
                .asString()
                .startsWith("app/WEB-INF/web.xml:1:10: ")
                .contains(message);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    org.apache.catalina.filters.WebdavFixFilter | , which is Tomcat's and which this server does not have; take the filter and its mappings out, or map a filter of the application in its place
                    com.acme.Guard                              | , which is neither in WEB-INF/classes nor in a jar of WEB-INF/lib
                    """)
    void aFilterWithoutItsClassIsAnError(String type, String message) {
        webXml(
                "<filter><filter-name>f</filter-name>\n<filter-class>"
                        + type
                        + "</filter-class></filter><filter-mapping><filter-name>f</filter-name>"
                        + "<url-pattern>/*</url-pattern></filter-mapping>");
        assertThat(lines(read().errors()))
                .containsExactly(
                        "app/WEB-INF/web.xml:2:1: filter f needs the class " + type + message);
    }

    @Test
    void aManagerOfTomcatIsNotServed() {
        String type = "org.apache.catalina.manager.HTMLManagerServlet";
        webXml(
                "<servlet><servlet-name>s</servlet-name>\n<servlet-class>"
                        + type
                        + "</servlet-class></servlet>");
        assertThat(lines(read().errors()))
                .singleElement()
                .asString()
                .startsWith("app/WEB-INF/web.xml:2:1: servlet-class " + type + " works with the");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void webSocketEndpointsAreNamedInOneWarning(String complete) {
        write("WEB-INF/web.xml", "<web-app metadata-complete='" + complete + "'/>");
        classes(
                "package jakarta.websocket.server; public @interface ServerEndpoint {}",
                "package a; @jakarta.websocket.server.ServerEndpoint public class One {}",
                "package a; @jakarta.websocket.server.ServerEndpoint public class Two {}");
        assertThat(lines(read().problems()))
                .singleElement()
                .asString()
                .startsWith("app/WEB-INF/classes: ")
                .contains("no WebSocket (jakarta.websocket)")
                .endsWith(": a.One, a.Two");
    }

    // ---- the cookie of sessions

    @Test
    void theCookieOfSessionsHasItsAgeAndAttributes() {
        webXml(
                "<session-config><cookie-config><max-age>60</max-age><attribute><attribute-name>"
                        + "Partitioned</attribute-name><attribute-value/></attribute></cookie-config>"
                        + "</session-config>");
        WebApplication application = read();
        assertThat(application.problems()).isEmpty();
        var cookie =
                application
                        .build(AppContext.builder("/app"))
                        .servletContext()
                        .getSessionCookieConfig();
        assertThat(cookie.getMaxAge()).isEqualTo(60);
        assertThat(cookie.getAttribute("Partitioned")).isEmpty();
        assertThat(cookie.getAttribute("SameSite")).isEqualTo("Lax");
        assertThat(cookie.isHttpOnly()).isTrue();
    }

    // ---- defaults

    @Test
    void tomcatsOwnServletsAreOurs() throws IOException {
        Path conf =
                Files.writeString(
                        base.resolve("web.xml"),
                        """
                        <web-app><servlet><servlet-name>default</servlet-name>
                        <servlet-class>org.apache.catalina.servlets.DefaultServlet</servlet-class>
                        <load-on-startup>1</load-on-startup></servlet>
                        <servlet><servlet-name>jsp</servlet-name>
                        <servlet-class>org.apache.jasper.servlet.JspServlet</servlet-class></servlet>
                        <servlet-mapping><servlet-name>default</servlet-name><url-pattern>/</url-pattern></servlet-mapping>
                        <servlet-mapping><servlet-name>jsp</servlet-name><url-pattern>*.jsp</url-pattern></servlet-mapping>
                        <filter><filter-name>h</filter-name>
                        <filter-class>org.apache.catalina.filters.HttpHeaderSecurityFilter</filter-class></filter>
                        <welcome-file-list><welcome-file>index.html</welcome-file></welcome-file-list>
                        <session-config><session-timeout>30</session-timeout></session-config></web-app>
                        """);
        webXml("<welcome-file-list><welcome-file>own</welcome-file></welcome-file-list>");
        WebApplication application =
                read(DefaultDescriptors.of(Map.of("conf/web.xml", conf), false));
        assertThat(application.problems()).isEmpty();
        assertThat(application.xml().welcomeFiles()).containsExactly("own");
        assertThat(application.xml().setting("session-config/session-timeout")).isEqualTo("30");
        AppContext context =
                application.build(AppContext.builder("/app").docBase(base.resolve("app")));
        assertThat(context.servletContext().getServletRegistrations().get("jsp").getMappings())
                .containsExactly("*.jsp");
        assertThat(context.servletContext().getFilterRegistrations()).isEmpty();
    }

    @Test
    void theServletBehindEverythingHasTheParametersOfBothDescriptors() throws IOException {
        Path conf =
                Files.writeString(
                        base.resolve("web.xml"),
                        "<web-app>" + files("default", "debug", "0", "/") + "</web-app>");
        webXml(
                files("default", "directoryRedirectStatusCode", "308", "/static/*")
                        + files("downloads", "sendfileSize", "-1", "/d/*"));
        WebApplication application =
                read(DefaultDescriptors.of(Map.of("conf/web.xml", conf), false));
        assertThat(application.problems()).isEmpty();
        AppContext context =
                application.build(AppContext.builder("/app").docBase(base.resolve("app")));
        assertThat(context.servletContext().getServletRegistration("default").getInitParameters())
                .containsOnly(
                        Map.entry("debug", "0"), Map.entry("directoryRedirectStatusCode", "308"));
        assertThat(context.servletContext().getServletRegistration("default").getMappings())
                .containsExactlyInAnyOrder("/", "/static/*");
        assertThat(context.servletContext().getServletRegistration("downloads").getInitParameters())
                .containsOnly(Map.entry("sendfileSize", "-1"));
    }

    @Test
    void aServletForFilesOfAnotherNameTakesThePlaceOfTheDefault() throws IOException {
        Path conf =
                Files.writeString(
                        base.resolve("web.xml"),
                        "<web-app>" + files("default", "listings", "true", "/*") + "</web-app>");
        webXml(files("own", "sendfileSize", "7", "/"));
        WebApplication application =
                read(DefaultDescriptors.of(Map.of("conf/web.xml", conf), false));
        assertThat(application.problems()).isEmpty();
        AppContext context =
                application.build(AppContext.builder("/app").docBase(base.resolve("app")));
        assertThat(context.servletContext().getServletRegistration("default").getInitParameters())
                .containsOnly(Map.entry("sendfileSize", "7"));
        assertThat(context.servletContext().getServletRegistration("default").getMappings())
                .containsExactly("/");
        assertThat(
                        context.servletContext()
                                .getServletRegistration("dev.serval.default")
                                .getInitParameters())
                .containsOnly(Map.entry("listings", "true"));
        assertThat(
                        context.servletContext()
                                .getServletRegistration("dev.serval.default")
                                .getMappings())
                .containsExactly("/*");
    }

    private static String files(String servlet, String name, String value, String pattern) {
        return "<servlet><servlet-name>"
                + servlet
                + "</servlet-name><servlet-class>org.apache.catalina.servlets.DefaultServlet"
                + "</servlet-class><init-param><param-name>"
                + name
                + "</param-name><param-value>"
                + value
                + "</param-value></init-param></servlet><servlet-mapping><servlet-name>"
                + servlet
                + "</servlet-name><url-pattern>"
                + pattern
                + "</url-pattern></servlet-mapping>";
    }

    @Test
    void aMappingOfTheApplicationComesBeforeOneOfTheDefaults() throws IOException {
        Path conf =
                Files.writeString(
                        base.resolve("web.xml"),
                        "<web-app><servlet><servlet-name>d</servlet-name><servlet-class>D</servlet-class>"
                                + "</servlet><servlet-mapping><servlet-name>d</servlet-name><url-pattern>/</url-pattern>"
                                + "<url-pattern>/d</url-pattern></servlet-mapping></web-app>");
        webXml(
                "<servlet><servlet-name>s</servlet-name><servlet-class>S</servlet-class></servlet>"
                        + "<servlet-mapping><servlet-name>s</servlet-name><url-pattern>/</url-pattern></servlet-mapping>");
        WebXml xml = read(DefaultDescriptors.of(Map.of("conf/web.xml", conf), false)).xml();
        assertThat(patterns(xml, "s")).containsExactly("/");
        assertThat(patterns(xml, "d")).containsExactly("/d");
    }

    @Test
    void tomcatWebXmlComesBeforeWebXml() {
        webXml(
                "<session-config><session-timeout>1</session-timeout></session-config><display-name>w</display-name>");
        write(
                "WEB-INF/tomcat-web.xml",
                "<web-app><session-config><session-timeout>2</session-timeout></session-config></web-app>");
        WebXml xml = read().xml();
        assertThat(xml.setting("session-config/session-timeout")).isEqualTo("2");
        assertThat(xml.setting("display-name")).isEqualTo("w");
    }

    // ---- initializers

    private static final String RECORDER =
            "package t; public class Sci%1$s implements ServletContainerInitializer {"
                    + " public void onStartup(Set<Class<?>> c, ServletContext x) {"
                    + " x.setAttribute(\"sci\", x.getAttribute(\"sci\") + \" %1$s\"); } }";

    @Test
    void initializersComeInTheOrderOfFragmentsAndOnlyFromThoseThatCount() throws Exception {
        webXml("<absolute-ordering><name>y</name><name>x</name></absolute-ordering>");
        for (String name : List.of("x", "y", "z")) {
            Path classes = base.resolve("c" + name);
            Classes.compile(classes, RECORDER.formatted(name));
            Classes.jar(
                    base.resolve("app/WEB-INF/lib/" + name + ".jar"),
                    classes,
                    Map.of(
                            SCI,
                            "# one\nt.Sci" + name + " # it\n",
                            "META-INF/web-fragment.xml",
                            "<web-fragment><name>" + name + "</name></web-fragment>"));
        }
        classes(RECORDER.formatted("own"));
        write("WEB-INF/classes/" + SCI, "t.Sciown\nt.Sciown");
        WebApplication application = read();
        assertThat(application.problems()).isEmpty();
        AppContext context = application.build(AppContext.builder("/app"));
        context.start();
        assertThat(context.servletContext().getAttribute("sci")).isEqualTo("null own y x");
        context.stop();
    }

    @Test
    void initializersRunInCompleteApplicationsToo() throws Exception {
        write("WEB-INF/web.xml", "<web-app metadata-complete='true'/>");
        classes(RECORDER.formatted("own"));
        write("WEB-INF/classes/" + SCI, "t.Sciown");
        AppContext context = read().build(AppContext.builder("/app"));
        context.start();
        assertThat(context.servletContext().getAttribute("sci")).isEqualTo("null own");
        context.stop();
    }

    @Test
    void anInitializerThatCannotBeMadeIsAnError() {
        write("WEB-INF/classes/" + SCI, "t.None");
        assertThat(lines(read().errors()))
                .singleElement()
                .asString()
                .startsWith("app/WEB-INF/classes!/" + SCI)
                .contains(
                        "the initializer t.None cannot be made: java.lang.ClassNotFoundException");
    }

    @Test
    void handledTypesAreFoundThroughInheritance() throws Exception {
        Path classes = base.resolve("c");
        Classes.compile(
                classes,
                "package h; public interface I {}",
                "package h; public interface J extends I {}",
                "package h; public class Base implements J {}",
                "package h; public @interface A {}",
                "package h; public class Gone {}");
        Classes.jar(base.resolve("app/WEB-INF/lib/h.jar"), classes, Map.of());
        Classes.compile(
                base.resolve("app/WEB-INF/classes"),
                List.of(classes),
                "package u; public class Direct implements h.I {}",
                "package u; public class Under extends h.Base {}",
                "package u; public class OnMethod { @h.A public void m() {} }",
                "package u; public class OnField { @h.A public int f; }",
                "package u; @h.A public class OnClass {}",
                "package u; public class None {}",
                "package u; public class Lost extends h.Gone implements h.I {}",
                "package u; @HandlesTypes({h.I.class, h.A.class, h.Gone.class}) public class Sci"
                        + " implements ServletContainerInitializer { public void onStartup("
                        + "Set<Class<?>> c, ServletContext x) { Set<String> n = new TreeSet<>();"
                        + " for (Class<?> k : c) n.add(k.getName()); x.setAttribute(\"h\", n.toString()); } }");
        Files.delete(classes.resolve("h/Gone.class"));
        Classes.jar(base.resolve("app/WEB-INF/lib/h.jar"), classes, Map.of());
        write("WEB-INF/classes/" + SCI, "u.Sci");
        WebApplication application = read();
        assertThat(application.errors()).isEmpty();
        assertThat(lines(application.problems()))
                .singleElement()
                .asString()
                .startsWith("class u.Lost: is skipped, it cannot be loaded")
                .contains("h/Gone");
        AppContext context = application.build(AppContext.builder("/app"));
        context.start();
        assertThat(context.servletContext().getAttribute("h"))
                .isEqualTo("[h.Base, h.J, u.Direct, u.OnClass, u.OnField, u.OnMethod, u.Under]");
        context.stop();
    }

    // ---- all the way

    @Test
    void whatHasAContextGetsItsSettings() {
        webXml(
                "<request-character-encoding>UTF-8</request-character-encoding>"
                        + "<context-param><param-name>a</param-name><param-value>b</param-value></context-param>"
                        + "<mime-mapping><extension>zz</extension><mime-type>a/zz</mime-type></mime-mapping>"
                        + "<display-name>Shop</display-name>");
        AppContext context = read().build(AppContext.builder("/app"));
        assertThat(context.servletContext().getRequestCharacterEncoding()).isEqualTo("UTF-8");
        assertThat(context.servletContext().getInitParameter("a")).isEqualTo("b");
        assertThat(context.servletContext().getMimeType("x.zz")).isEqualTo("a/zz");
        assertThat(context.servletContext().getServletContextName()).isEqualTo("Shop");
        assertThat(context.servletContext().getClassLoader()).isSameAs(loader);
    }

    private WebApplication read() {
        return read(DefaultDescriptors.NONE);
    }

    private WebApplication read(DefaultDescriptors defaults) {
        try {
            Files.createDirectories(base.resolve("app"));
            if (loader != null) {
                loader.close();
            }
            loader =
                    new WebappClassLoader(
                            base.resolve("app"), List.of(), getClass().getClassLoader());
            return WebApplication.read(Sources.of(base.resolve("app"), defaults), loader);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void classes(String... sources) {
        Classes.compile(base.resolve("app/WEB-INF/classes"), sources);
    }

    private void lib(String name, String fragment) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("META-INF/web-fragment.xml", "<web-fragment>" + fragment + "</web-fragment>");
        Classes.jar(base.resolve("app/WEB-INF/lib/" + name), null, texts);
    }

    private void webXml(String inside) {
        write("WEB-INF/web.xml", "<web-app>" + inside + "</web-app>");
    }

    private void write(String name, String text) {
        try {
            Path file = base.resolve("app").resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> patterns(WebXml xml, String servlet) {
        List<String> patterns = new ArrayList<>();
        xml.servletMappings().stream()
                .filter(m -> m.servlet().equals(servlet))
                .forEach(m -> patterns.addAll(m.patterns()));
        return patterns;
    }

    private static List<String> lines(List<Problem> problems) {
        return problems.stream().map(Problem::toString).toList();
    }
}
