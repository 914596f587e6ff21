package dev.serval.jsp;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import dev.serval.embed.Serval;
import dev.serval.extension.Extension;
import dev.serval.extension.Extensions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The extension on the class path; what pages do is tested on the distribution. */
class JspExtensionTest {
    @TempDir Path directory;

    private static HttpResponse<String> get(Serval server, String path) throws Exception {
        URI uri = URI.create("http://localhost:" + server.port() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void isFoundAsAnExtension() {
        assertThat(ServiceLoader.load(Extension.class))
                .hasAtLeastOneElementOfType(JspExtension.class);
    }

    @Test
    void usesNothingOfTheServerButTheSpi() throws URISyntaxException {
        Path classes =
                Path.of(
                        JspExtension.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI());
        StringWriter out = new StringWriter();
        PrintWriter writer = new PrintWriter(out);
        ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
        jdeps.run(writer, writer, "-verbose:package", classes.toString());
        Matcher used = Pattern.compile("-> (dev\\.serval\\.\\S+)").matcher(out.toString());
        Set<String> packages = new TreeSet<>();
        while (used.find()) {
            packages.add(used.group(1));
        }

        assertThat(packages).contains("dev.serval.pages").isSubsetOf(Extensions.SPI);
    }

    @Test
    void anEmbeddedServerExecutesPages() throws Exception {
        Files.createDirectories(directory.resolve("WEB-INF/tags"));
        Files.writeString(
                directory.resolve("WEB-INF/tags/twice.tag"), "<jsp:doBody/><jsp:doBody/>");
        Files.writeString(
                directory.resolve("page.jsp"),
                "<%@ taglib prefix='t' tagdir='/WEB-INF/tags' %><t:twice>${20 + 1}</t:twice>");
        try (Serval server = Serval.onPort(0).webapp("/app", directory).start()) {
            assertThat(get(server, "/app/page.jsp").body()).isEqualTo("2121");
            assertThat(get(server, "/app/none.jsp").statusCode()).isEqualTo(404);
        }
    }

    /** What the log says, and the answers by their paths. */
    private record Answers(List<String> log, Map<String, HttpResponse<String>> pages) {
        int status(String path) {
            return pages.get(path).statusCode();
        }

        List<String> lines(String part) {
            return log.stream().filter(line -> line.contains(part)).toList();
        }
    }

    private Answers answers(String... paths) throws Exception {
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        root.addAppender(appender);
        Map<String, HttpResponse<String>> pages = new LinkedHashMap<>();
        try (Serval server = Serval.onPort(0).webapp("/app", directory).start()) {
            for (String path : paths) {
                pages.put(path, get(server, "/app/" + path));
            }
        } finally {
            root.detachAppender(appender);
        }
        List<String> log =
                List.copyOf(appender.list).stream()
                        .filter(event -> event.getLevel().isGreaterOrEqual(Level.INFO))
                        .map(
                                event ->
                                        event.getFormattedMessage()
                                                + (!hasFrames(event.getThrowableProxy())
                                                        ? ""
                                                        : " with a stack trace"))
                        .toList();
        return new Answers(log, pages);
    }

    private static boolean hasFrames(IThrowableProxy thrown) {
        return thrown != null && thrown.getStackTraceElementProxyArray().length > 0;
    }

    @Test
    void aMalformedLibraryFailsThePagesThatUseItAlone() throws Exception {
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.writeString(
                directory.resolve("WEB-INF/bad.tld"),
                "<taglib version='4.0'>\n<uri>urn:bad</uri>\n<listener></taglib>");
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"),
                """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.1"><jsp-config>
                  <taglib>
                    <taglib-uri>urn:named</taglib-uri><taglib-location>bad.tld</taglib-location>
                  </taglib>
                  <taglib>
                    <taglib-uri>urn:fine</taglib-uri><taglib-location>/fine.tld</taglib-location>
                  </taglib>
                </jsp-config></web-app>
                """);
        Files.writeString(
                directory.resolve("fine.tld"),
                "<taglib version='4.0'><tlib-version>1</tlib-version><short-name>f</short-name>"
                        + "<function><name>sign</name><function-class>java.lang.Long"
                        + "</function-class><function-signature>int signum(long)"
                        + "</function-signature></function></taglib>");
        Files.writeString(directory.resolve("plain.jsp"), "${20 + 1}");
        Files.writeString(
                directory.resolve("fine.jsp"),
                "<%@ taglib prefix='f' uri='urn:fine' %>${f:sign(7)}");
        Files.writeString(directory.resolve("bad.jsp"), "<%@ taglib prefix='b' uri='urn:bad' %>b");
        Answers all = answers("plain.jsp", "fine.jsp", "bad.jsp");
        assertThat(all.pages().get("plain.jsp").body()).isEqualTo("21");
        assertThat(all.pages().get("fine.jsp").body()).isEqualTo("1");
        assertThat(all.status("bad.jsp")).isEqualTo(500);
        assertThat(all.lines("SRV-0671"))
                .hasSize(2)
                .allMatch(
                        line ->
                                line.contains("/WEB-INF/bad.tld:3:")
                                        && line.contains("of context '/app'"));
        assertThat(all.lines("SRV-0670")).singleElement().asString().contains("urn:bad");
        assertThat(all.lines("stack trace")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jakarta.tags.core", "http://java.sun.com/jsp/jstl/core"})
    void aMissingJstlIsSaidWithWhatToAdd(String uri) throws Exception {
        Files.writeString(
                directory.resolve("page.jsp"),
                "<%@ taglib prefix='c' uri='" + uri + "' %><c:out value='1'/>");
        Answers all = answers("page.jsp");
        assertThat(all.status("page.jsp")).isEqualTo(500);
        assertThat(all.lines("SRV-0670"))
                .singleElement()
                .asString()
                .contains("/app/page.jsp", uri)
                .contains("add jakarta.servlet.jsp.jstl.jar", "to WEB-INF/lib");
    }

    @Test
    void anUnknownValueOfJspPrecompileIs500WithoutAStackTrace() throws Exception {
        Files.writeString(directory.resolve("page.jsp"), "delivered");
        Answers all = answers("page.jsp?jsp_precompile=foo", "page.jsp?jsp_precompile=true");
        HttpResponse<String> wrong = all.pages().get("page.jsp?jsp_precompile=foo");
        assertThat(wrong.statusCode()).isEqualTo(500);
        assertThat(wrong.body()).doesNotContain("delivered");
        assertThat(all.status("page.jsp?jsp_precompile=true")).isEqualTo(200);
        assertThat(all.lines("jsp_precompile may be true, false or without a value")).hasSize(1);
        assertThat(all.lines("stack trace")).isEmpty();
    }

    /** Whoever deploys it anew compiles with other classes, and goes on with what it has. */
    @Test
    void compiledPagesAreOfOneFormOfTheirApplication() throws Exception {
        Files.createDirectories(directory.resolve("WEB-INF/classes"));
        Files.writeString(
                directory.resolve("page.jsp"),
                "<%@ page session='false' %><%= application.getAttribute("
                        + "\"jakarta.servlet.context.tempdir\") != null %>");
        for (int i = 0; i < 2; i++) {
            try (Serval server = Serval.onPort(0).webapp("/app", directory).start()) {
                assertThat(get(server, "/app/page.jsp").body()).isEqualTo("true");
            }
            Files.writeString(directory.resolve("WEB-INF/classes/more.txt"), "x");
        }
    }

    /** On an installed server an application does not see the classes of the compiler. */
    @ParameterizedTest
    @ValueSource(strings = {"WEB-INF/own.tld", "WEB-INF/lib/own.jar"})
    void pagesAreCompiledAheadWithTheApplicationsOwnTags(String where) throws Exception {
        String tld =
                """
                <taglib xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
                  <tlib-version>1.0</tlib-version><short-name>own</short-name><uri>urn:own</uri>
                  <tag>
                    <name>other</name><tag-class>own.Other</tag-class>
                    <body-content>empty</body-content>
                  </tag>
                  <function>
                    <name>sign</name><function-class>java.lang.Long</function-class>
                    <function-signature>int signum(long)</function-signature>
                  </function>
                </taglib>
                """;
        Path file = directory.resolve(where);
        Files.createDirectories(file.getParent());
        if (where.endsWith(".jar")) {
            try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(file))) {
                jar.putNextEntry(new ZipEntry("META-INF/own.tld"));
                jar.write(tld.getBytes(StandardCharsets.UTF_8));
            }
        } else {
            Files.writeString(file, tld);
        }
        Files.writeString(
                directory.resolve("page.jsp"),
                "<%@ taglib prefix='o' uri='urn:own' %>${o:sign(7)}");
        ClassLoader loader =
                new ClassLoader(getClass().getClassLoader()) {
                    @Override
                    protected Class<?> loadClass(String name, boolean resolve)
                            throws ClassNotFoundException {
                        if (name.startsWith("org.apache.tomcat.util.")) {
                            throw new ClassNotFoundException(name);
                        }
                        return super.loadClass(name, resolve);
                    }
                };

        assertThat(new JasperEngine(null).compile(directory, loader)).isEmpty();
        assertThat(directory.resolve("WEB-INF/classes/org/apache/jsp/page_jsp.class")).exists();
    }
}
