package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that brings an engine for pages or for WebSocket of its own gets it. */
@OnBioAndNio
final class OwnEnginesTest {
    private static final String ENGINE =
            """
            public class JspServlet extends jakarta.servlet.http.HttpServlet {
                protected void service(jakarta.servlet.http.HttpServletRequest request,
                        jakarta.servlet.http.HttpServletResponse response)
                        throws java.io.IOException {
                    response.getWriter().print("page " + request.getServletPath()
                            + " " + getInitParameter("jspFile")
                            + " " + getInitParameter("fork"));
                }
            }
            """;
    private static final String PROPERTIES =
            "<jsp-config><jsp-property-group><url-pattern>*.jsp</url-pattern>"
                    + "</jsp-property-group></jsp-config>";

    @Parameter ServletUnderTest server;
    @TempDir Path temp;
    private AppDirectory app;

    @BeforeEach
    void application() {
        app = new AppDirectory(temp, "app").file("page.jsp", "<%= 1 %>").webXml("");
    }

    private void engine(String name, String... more) throws IOException {
        int dot = name.lastIndexOf('.');
        List<String> sources = new ArrayList<>(List.of(more));
        sources.add(
                "package "
                        + name.substring(0, dot)
                        + ";"
                        + ENGINE.replace("JspServlet", name.substring(dot + 1)));
        library(Map.of(), sources.toArray(String[]::new));
    }

    private void library(Map<String, byte[]> others, String... sources) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>(others);
        files.putAll(Wars.compile(temp, sources));
        Path jar = app.root().resolve("WEB-INF/lib/engine.jar");
        Files.createDirectories(jar.getParent());
        Files.write(jar, Wars.zip(files));
    }

    private static String jsp(String type, String... inside) {
        return "<servlet><servlet-name>jsp</servlet-name><servlet-class>"
                + type
                + "</servlet-class>"
                + String.join("", inside)
                + "</servlet><servlet-mapping><servlet-name>jsp</servlet-name>"
                + "<url-pattern>*.jsp</url-pattern></servlet-mapping>";
    }

    private static final String ONE_PAGE =
            "<servlet><servlet-name>one</servlet-name><jsp-file>/page.jsp</jsp-file></servlet>"
                    + "<servlet-mapping><servlet-name>one</servlet-name>"
                    + "<url-pattern>/one</url-pattern></servlet-mapping>";

    /** What the paths answer, and what the log says of pages and endpoints. */
    private List<String> answers(String... paths) throws Exception {
        List<String> all = new ArrayList<>();
        try (ServerLog log = new ServerLog();
                Serval own = server.start(b -> b.webapp("/app", app.root()))) {
            for (String path : paths) {
                RawResponse answer = server.get(own, "/app" + path);
                all.add(answer.status() + (answer.status() == 200 ? " " + answer.text() : ""));
            }
            log.lines().stream()
                    .filter(line -> line.contains("here yet") || line.contains("no WebSocket"))
                    .forEach(all::add);
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.jasper.servlet.JspServlet",
                "org.glassfish.wasp.servlet.JspServlet",
                "org.eclipse.jetty.ee10.jsp.JettyJspServlet",
                "pages.OwnServlet"
            })
    void theEngineThatTheDescriptorMapsExecutesPages(String type) throws Exception {
        engine(type);
        app.webXml(jsp(type, AppDirectory.param("fork", "false")), ONE_PAGE, PROPERTIES);
        assertThat(answers("/page.jsp", "/one"))
                .containsExactly("200 page /page.jsp null false", "200 page /one /page.jsp false");
    }

    @Test
    void theEngineThatAnInitializerMapsExecutesPages() throws Exception {
        String listed = "META-INF/services/jakarta.servlet.ServletContainerInitializer";
        String type = "org.apache.jasper.servlet.JspServlet";
        library(
                Map.of(listed, Wars.text("engine.Starts")),
                "package org.apache.jasper.servlet;" + ENGINE,
                """
                package engine;
                public class Starts implements ServletContainerInitializer {
                    public void onStartup(Set<Class<?>> none, ServletContext context) {
                        context.addServlet("jsp", "%s").addMapping("*.jsp");
                        context.addJspFile("one", "/page.jsp").addMapping("/one");
                    }
                }
                """
                        .formatted(type));
        app.webXml(PROPERTIES);
        assertThat(answers("/page.jsp", "/one"))
                .containsExactly("200 page /page.jsp null null", "200 page /one /page.jsp null");
    }

    /** Tomcat's conf/web.xml declares its own; what stands in its place here gives way. */
    @Test
    void anUnknownEngineOfAnInitializerTakesThePlaceOfTheMissingOne() throws Exception {
        String listed = "META-INF/services/jakarta.servlet.ServletContainerInitializer";
        library(
                Map.of(listed, Wars.text("engine.Starts")),
                "package pages;" + ENGINE,
                """
                package engine;
                public class Starts implements ServletContainerInitializer {
                    public void onStartup(Set<Class<?>> none, ServletContext context) {
                        context.addServlet("jsp", "pages.JspServlet").addMapping("*.jsp");
                        context.addServlet("other", "pages.JspServlet").addMapping("*.jspx");
                    }
                }
                """);
        app.webXml(
                jsp("org.apache.jasper.servlet.JspServlet"),
                "<servlet-mapping><servlet-name>jsp</servlet-name>"
                        + "<url-pattern>*.jspx</url-pattern></servlet-mapping>");
        assertThat(answers("/page.jsp", "/page.jspx"))
                .containsExactly("200 page /page.jsp null null", "200 page /page.jspx null null");
    }

    @Test
    void withoutAnEnginePagesAnswer501AndTheLogSaysSo() throws Exception {
        app.webXml(jsp("org.apache.jasper.servlet.JspServlet"), ONE_PAGE, PROPERTIES);
        assertThat(answers("/page.jsp", "/one"))
                .hasSize(3)
                .startsWith("501", "501")
                .last()
                .asString()
                .contains("jsp-config", "pages answer 501");
    }

    /**
     * It has the API that lies beside its engine; its neighbour has the server's, also where it
     * brings a jar of the API.
     */
    @Test
    void anApplicationWithItsOwnWebSocketStandsBesideOneWithout() throws Exception {
        String listed = "META-INF/services/jakarta.servlet.ServletContainerInitializer";
        String[] api = {
            """
            package jakarta.websocket.server;
            @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
            public @interface ServerEndpoint { String value(); }
            """,
            "package jakarta.websocket.server; public interface ServerContainer {}"
        };
        List<String> own = new ArrayList<>(List.of(api));
        own.add(
                """
                package engine;
                @HandlesTypes(jakarta.websocket.server.ServerEndpoint.class)
                public class Sockets implements ServletContainerInitializer {
                    public void onStartup(Set<Class<?>> found, ServletContext context) {
                        context.setAttribute(
                                jakarta.websocket.server.ServerContainer.class.getName(),
                                "its own, from "
                                        + jakarta.websocket.server.ServerContainer.class
                                                .getClassLoader().getClass().getSimpleName());
                    }
                }
                """);
        library(Map.of(listed, Wars.text("engine.Sockets")), own.toArray(String[]::new));
        app.webXml(AppDirectory.servlet("tells", Tells.class, "/tells")).classes(Tells.class);
        AppDirectory other =
                new AppDirectory(temp, "other")
                        .webXml(AppDirectory.servlet("tells", Tells.class, "/tells"))
                        .classes(Tells.class, SocketApp.Echo.class);
        Path bare = other.root().resolve("WEB-INF/lib/api.jar");
        Files.createDirectories(bare.getParent());
        Files.write(bare, Wars.zip(Wars.compile(temp, api)));
        try (Serval both =
                        server.start(b -> b.webapp("/app", app.root()).webapp("/o", other.root()));
                RawClient client = new RawClient(server.wire(), both.port())) {
            assertThat(server.get(both, "/app/tells").text())
                    .isEqualTo("its own, from WebappClassLoader");
            assertThat(server.get(both, "/o/tells").text()).contains("EndpointContainer");
            assertThat(client.exchange(WebSocketHandshakeTest.ask("/o/echo")).status())
                    .isEqualTo(101);
        }
    }

    /** Tells who serves the WebSockets of its application. */
    public static class Tells extends jakarta.servlet.http.HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(
                jakarta.servlet.http.HttpServletRequest request,
                jakarta.servlet.http.HttpServletResponse response)
                throws IOException {
            response.getWriter()
                    .print(
                            getServletContext()
                                    .getAttribute("jakarta.websocket.server.ServerContainer"));
        }
    }

    @Test
    void endpointsThatAnInitializerAsksForAreNoMatterForTheLog() throws Exception {
        String listed = "META-INF/services/jakarta.servlet.ServletContainerInitializer";
        library(
                Map.of(listed, Wars.text("engine.Sockets")),
                """
                package jakarta.websocket.server;
                @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
                public @interface ServerEndpoint {}
                """,
                """
                package engine;
                @HandlesTypes(jakarta.websocket.server.ServerEndpoint.class)
                public class Sockets implements ServletContainerInitializer {
                    public void onStartup(Set<Class<?>> found, ServletContext context) {
                        context.setAttribute("endpoints", found);
                    }
                }
                """,
                "package a; @jakarta.websocket.server.ServerEndpoint public class Chat {}");
        assertThat(answers()).isEmpty();
    }
}
