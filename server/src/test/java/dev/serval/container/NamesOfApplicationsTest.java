package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.naming.java.javaURLContextFactory;
import dev.serval.webapp.WebappClassLoader;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.spi.ToolProvider;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What applications of a running server look up, and which descriptor counts for it. */
class NamesOfApplicationsTest {
    private static final String SERVLET =
            """
            import jakarta.servlet.*;
            import jakarta.servlet.annotation.*;
            import jakarta.servlet.http.*;
            import javax.naming.*;

            @WebListener
            @WebServlet(value = "/names", asyncSupported = true)
            public class Names extends HttpServlet implements ServletContextListener {
                @Override
                public void contextInitialized(ServletContextEvent e) {
                    e.getServletContext().setAttribute("listener", of("java:comp/env/n"));
                }

                @Override
                protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                    AsyncContext async = request.startAsync();
                    String onRequest = "" + step("n") + of("java:comp/env/own/o");
                    async.start(() -> {
                        try {
                            response.getWriter().print(
                                    request.getServletContext().getAttribute("listener")
                                    + " " + onRequest + " " + of("java:comp/env/n")
                                    + " " + of("java:comp/env/jdbc/db")
                                    + " " + request.getServletContext().getInitParameter("n"));
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                        async.complete();
                    });
                }

                private static Object step(String name) {
                    try {
                        Context env = (Context) new InitialContext().lookup("java:comp/env");
                        return env.lookup(name);
                    } catch (NamingException e) {
                        return e;
                    }
                }

                private static Object of(String name) {
                    try {
                        return new InitialContext().lookup(name);
                    } catch (NamingException e) {
                        return e.getClass().getSimpleName();
                    }
                }
            }
            """;

    @TempDir private static Path compiled;
    private static byte[] servlet;

    @TempDir private Path base;
    private Server server;

    /** As the server's process does it; no test of this module needs them otherwise. */
    @BeforeAll
    static void compile() throws IOException {
        System.setProperty(
                javax.naming.Context.INITIAL_CONTEXT_FACTORY,
                javaURLContextFactory.class.getName());
        System.setProperty(javax.naming.Context.URL_PKG_PREFIXES, javaURLContextFactory.PACKAGES);
        Path source = Files.writeString(compiled.resolve("Names.java"), SERVLET);
        int failed =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "-proc:none",
                                "--release",
                                "17",
                                "-cp",
                                System.getProperty("java.class.path"),
                                source.toString());
        assertThat(failed).isZero();
        servlet = Files.readAllBytes(compiled.resolve("Names.class"));
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ofSeconds(5));
        }
    }

    @Test
    void valuesOfWebXmlAndOfTheContextAreLookedUp() throws Exception {
        war(entry("n", "Integer", "1"), "<Context>" + environment("own/o", "o", "") + "</Context>");
        start("");
        assertThat(names()).startsWith("1 1o 1 NameNotFoundException");
    }

    @Test
    void webXmlReplacesWhatTheContextSays() throws Exception {
        war(
                entry("n", "String", "web"),
                "<Context>" + environment("n", "context", "") + "</Context>");
        start("");
        assertThat(names()).startsWith("web web");
    }

    @Test
    void anEntryWithoutAValueIsLeftToTheContext() throws Exception {
        war(
                "<env-entry><env-entry-name>n</env-entry-name><env-entry-type>java.lang.String"
                        + "</env-entry-type></env-entry>",
                "<Context>" + environment("n", "context", "") + "</Context>");
        start("");
        assertThat(names()).startsWith("context context");
    }

    @Test
    void whatMustNotBeReplacedIsNot() throws Exception {
        write(
                "conf/context.xml",
                "<Context>" + environment("n", "all", "override='false'") + "</Context>");
        war(entry("n", "String", "web"), "<Context>" + environment("n", "own", "") + "</Context>");
        start("");
        assertThat(names()).startsWith("all all");
    }

    @Test
    void aParameterThatMustNotBeReplacedIsNot() throws Exception {
        String web =
                "<context-param><param-name>n</param-name><param-value>web</param-value>"
                        + "</context-param>";
        war(web, "<Context><Parameter name='n' value='own'/></Context>");
        start("");
        assertThat(names()).endsWith(" web");
        stop();
        write(
                "conf/context.xml",
                "<Context><Parameter name='n' value='all' override='false'/></Context>");
        start("");
        assertThat(names()).endsWith(" all");
    }

    @Test
    void aContextOfServerXmlSaysItToo() throws Exception {
        write("conf/context.xml", "<Context>" + environment("own/o", "all", "") + "</Context>");
        war("", "<Context/>");
        start(
                "<Context path='/b' docBase='a.war'>"
                        + environment("n", "declared", "")
                        + "</Context>");
        assertThat(get("/b/names")).contains("\r\n\r\n").contains("declared declaredall declared");
    }

    @Test
    void aValueThatIsNoneKeepsTheApplicationOut() throws Exception {
        war("", "<Context>\n<Environment name='n' type='java.lang.Byte' value='x'/></Context>");
        start("");
        assertThat(context().refusal())
                .contains(
                        "META-INF/context.xml:2:",
                        "value of Environment is \"x\", which is not a whole number from -128 to"
                                + " 127 (java.lang.Byte)");
    }

    @Test
    void theClassLoaderIsCollectedAfterRemoval() throws Exception {
        war(entry("n", "Integer", "1"), "<Context/>");
        start("");
        assertThat(names()).startsWith("1 ");
        WeakReference<ClassLoader> loader =
                new WeakReference<>(server.contexts().get(0).servletContext().getClassLoader());
        assertThat(loader.get()).isInstanceOf(WebappClassLoader.class);
        server.stop(Duration.ofSeconds(5));
        server = null;
        long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (loader.get() != null && System.nanoTime() < until) {
            System.gc();
            Thread.onSpinWait();
        }
        assertThat(loader.get()).isNull();
    }

    private static String entry(String name, String type, String value) {
        return "<env-entry><env-entry-name>"
                + name
                + "</env-entry-name><env-entry-type>java.lang."
                + type
                + "</env-entry-type><env-entry-value>"
                + value
                + "</env-entry-value></env-entry>";
    }

    private static String environment(String name, String value, String more) {
        return "<Environment name='"
                + name
                + "' type='java.lang.String' value='"
                + value
                + "' "
                + more
                + "/>";
    }

    private void war(String webXml, String contextXml) throws IOException {
        Files.createDirectories(base.resolve("webapps"));
        try (OutputStream out = Files.newOutputStream(base.resolve("webapps/a.war"));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            add(zip, "WEB-INF/web.xml", bytes("<web-app>" + webXml + "</web-app>"));
            add(zip, "META-INF/context.xml", bytes(contextXml));
            add(zip, "WEB-INF/classes/Names.class", servlet);
        }
    }

    private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void write(String name, String text) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void start(String contexts) throws Exception {
        write(
                "conf/server.xml",
                "<Server><Service><Connector port='0'/><Engine name='E' defaultHost='localhost'>"
                        + "<Host name='localhost'>"
                        + contexts
                        + "</Host></Engine></Service></Server>");
        server = Server.of(ServerXml.read(base.resolve("conf/server.xml")).config(), base, base);
        server.start();
    }

    private Context context() {
        return server.services().get(0).engine().hosts().get(0).contexts().get(0);
    }

    private String names() throws IOException {
        String response = get("/a/names");
        assertThat(response).startsWith("HTTP/1.1 200");
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    private String get(String path) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(bytes("GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n"));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
