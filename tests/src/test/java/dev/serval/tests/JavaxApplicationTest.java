package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packed distribution converts applications for javax.servlet. */
@Timeout(300)
class JavaxApplicationTest {
    /** As much of the API as the application below is compiled against. */
    private static final String[] API = {
        "package javax.servlet; public interface ServletRequest {"
                + " void setAttribute(String n, Object v); Object getAttribute(String n); }",
        "package javax.servlet; public interface ServletResponse {"
                + " java.io.PrintWriter getWriter() throws java.io.IOException; }",
        "package javax.servlet; public interface ServletContext {"
                + " void setAttribute(String n, Object v); Object getAttribute(String n);"
                + " String getInitParameter(String n); }",
        "package javax.servlet; public class ServletContextEvent {"
                + " public javax.servlet.ServletContext getServletContext() { return null; } }",
        "package javax.servlet; public interface ServletContextListener {"
                + " void contextInitialized(javax.servlet.ServletContextEvent e);"
                + " void contextDestroyed(javax.servlet.ServletContextEvent e); }",
        "package javax.servlet; public interface FilterConfig {}",
        "package javax.servlet; public class ServletException extends Exception {}",
        "package javax.servlet; public interface FilterChain { void doFilter("
                + "javax.servlet.ServletRequest r, javax.servlet.ServletResponse s) throws"
                + " java.io.IOException, javax.servlet.ServletException; }",
        "package javax.servlet; public interface Filter {"
                + " void init(javax.servlet.FilterConfig c); void destroy(); void doFilter("
                + "javax.servlet.ServletRequest r, javax.servlet.ServletResponse s,"
                + " javax.servlet.FilterChain c) throws java.io.IOException,"
                + " javax.servlet.ServletException; }",
        "package javax.servlet; public abstract class GenericServlet {"
                + " public javax.servlet.ServletContext getServletContext() { return null; }"
                + " public abstract void service(javax.servlet.ServletRequest r,"
                + " javax.servlet.ServletResponse s) throws java.io.IOException,"
                + " javax.servlet.ServletException; }",
        "package javax.servlet.annotation; @java.lang.annotation.Retention("
                + "java.lang.annotation.RetentionPolicy.RUNTIME)"
                + " public @interface WebListener {}",
    };

    private static final String SERVLET =
            """
            package a;
            public class Old extends javax.servlet.GenericServlet {
                public void service(javax.servlet.ServletRequest request,
                        javax.servlet.ServletResponse response) throws IOException {
                    response.getWriter().print("%s " + request.getAttribute("filter") + " "
                            + getServletContext().getAttribute("listener") + " "
                            + getServletContext().getInitParameter("api") + " "
                            + b.Library.api());
                }
            }
            """;

    private static final String LISTENER =
            """
            package a;
            @javax.servlet.annotation.WebListener
            public class Listens implements javax.servlet.ServletContextListener {
                public void contextInitialized(javax.servlet.ServletContextEvent event) {
                    event.getServletContext().setAttribute("listener", "listened");
                }
                public void contextDestroyed(javax.servlet.ServletContextEvent event) {}
            }
            """;

    private static final String FILTER =
            """
            package b;
            public class Filters implements javax.servlet.Filter {
                public void init(javax.servlet.FilterConfig config) {}
                public void destroy() {}
                public void doFilter(javax.servlet.ServletRequest request,
                        javax.servlet.ServletResponse response, javax.servlet.FilterChain chain)
                        throws IOException, javax.servlet.ServletException {
                    request.setAttribute("filter", "filtered");
                    chain.doFilter(request, response);
                }
            }
            """;

    private static final String LIBRARY =
            """
            package b;
            public class Library {
                public static String api() { return javax.servlet.Filter.class.getName(); }
            }
            """;

    private static final String WEB_XML =
            """
            <web-app xmlns="http://xmlns.jcp.org/xml/ns/javaee" version="4.0">
              <context-param>
                <param-name>api</param-name><param-value>javax.servlet.Servlet</param-value>
              </context-param>
              <filter>
                <filter-name>f</filter-name><filter-class>b.Filters</filter-class>
              </filter>
              <filter-mapping>
                <filter-name>f</filter-name><url-pattern>/*</url-pattern>
              </filter-mapping>
              <servlet>
                <servlet-name>old</servlet-name><servlet-class>a.Old</servlet-class>
              </servlet>
              <servlet-mapping>
                <servlet-name>old</servlet-name><url-pattern>/old</url-pattern>
              </servlet-mapping>
            </web-app>
            """;

    private static final String ANSWER =
            " filtered listened jakarta.servlet.Servlet jakarta.servlet.Filter";

    @TempDir Path temporary;
    private Path legacy;
    private Installation serval;

    @BeforeEach
    void unpack() throws Exception {
        Path home = Installation.unpack(temporary.resolve("unpacked"));
        serval = Installation.saysHello(home, temporary);
        legacy = Files.createDirectories(serval.base.resolve("webapps-javaee"));
    }

    @Test
    void oneIsConvertedKeptConvertedAgainAndRefusedInOneMessage() throws Exception {
        try (Installation running = serval) {
            drop(war("one"));
            serval.run("startup.sh").mustSucceed();
            assertThat(get("/old/old")).isEqualTo("one" + ANSWER);
            String line = lines("Converted [/old]").get(0);
            assertThat(line)
                    .contains(" INFO ")
                    .contains("4 classes and 1 other files of ")
                    .contains("; 1 archives have lost their signatures");
            List<String> before = kept();
            assertThat(before).hasSize(2);
            assertThat(Files.readString(keptFile(".txt")))
                    .contains("by jakartaee-migration ")
                    .contains("has lost its signature: WEB-INF/lib/signed.jar\n")
                    .doesNotContain("kept.jar");

            serval.run("shutdown.sh").mustSucceed();
            serval.run("startup.sh").mustSucceed();
            assertThat(get("/old/old")).isEqualTo("one" + ANSWER);
            assertThat(lines("Converted [/old]")).hasSize(1);
            assertThat(kept()).isEqualTo(before);

            drop(war("two"));
            Waiting.until("the new one", () -> get("/old/old").equals("two" + ANSWER));
            assertThat(lines("Converted [/old]")).hasSize(2);
            assertThat(kept()).hasSize(2).doesNotContainAnyElementsOf(before);

            byte[] whole = war("three");
            Path half = serval.base.resolve("half");
            Files.write(half, java.util.Arrays.copyOf(whole, whole.length / 2));
            Files.move(half, legacy.resolve("half.war"), StandardCopyOption.ATOMIC_MOVE);
            Waiting.until("its end", 20_000, () -> !lines("half.war").isEmpty());
            assertThat(serval.get("/half/old").statusCode()).isEqualTo(503);
            assertThat(lines("half.war"))
                    .singleElement()
                    .asString()
                    .contains("Failed to deploy web application [/half]")
                    .contains("half.war is not a complete ZIP file");
            serval.run("shutdown.sh").mustSucceed();
        }
    }

    private byte[] war(String says) throws IOException {
        Path scratch = Files.createDirectories(temporary.resolve("scratch"));
        Map<String, byte[]> api = Wars.compile(scratch, API);
        Path jar = Files.write(scratch.resolve("api.jar"), Wars.zip(api));
        Map<String, byte[]> library = Wars.compile(scratch, List.of(jar), FILTER, LIBRARY);
        Path path = Files.write(scratch.resolve("library.jar"), Wars.zip(library));
        Map<String, byte[]> signed = new LinkedHashMap<>(library);
        signed.put("META-INF/SOME.SF", Wars.text("Signature-Version: 1.0\n"));
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("WEB-INF/web.xml", Wars.text(WEB_XML));
        files.put("WEB-INF/lib/signed.jar", Wars.zip(signed));
        files.put(
                "WEB-INF/lib/kept.jar",
                Wars.zip(Map.of("META-INF/SOME.SF", Wars.text("Signature-Version: 1.0\n"))));
        files.putAll(
                Wars.below(
                        "WEB-INF/classes/",
                        Wars.compile(
                                scratch, List.of(jar, path), SERVLET.formatted(says), LISTENER)));
        return Wars.zip(files);
    }

    private void drop(byte[] war) throws IOException {
        Path beside = Files.write(serval.base.resolve("copied"), war);
        Files.move(beside, legacy.resolve("old.war"), StandardCopyOption.ATOMIC_MOVE);
    }

    private String get(String path) throws IOException, InterruptedException {
        return new String(serval.get(path).body(), StandardCharsets.UTF_8);
    }

    /** Of the log. */
    private List<String> lines(String part) throws IOException {
        try (Stream<String> all = Files.lines(serval.base.resolve("logs/serval.log"))) {
            return all.filter(line -> line.contains(part)).toList();
        }
    }

    /** Looks at this one directory: around it the server removes what it has replaced. */
    private List<String> kept() throws IOException {
        Path directory = serval.base.resolve("work/Serval/localhost/.converted/old");
        try (Stream<Path> members = Files.list(directory)) {
            return members.map(Path::toString)
                    .filter(name -> name.endsWith(".war") || name.endsWith(".txt"))
                    .sorted()
                    .toList();
        }
    }

    private Path keptFile(String end) throws IOException {
        return Path.of(kept().stream().filter(n -> n.endsWith(end)).findFirst().orElseThrow());
    }
}
