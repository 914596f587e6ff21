package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an application says to be a page, by property groups and as {@code jsp-file}, is no file for
 * clients: not where files can be read elsewhere, and not where they can be written.
 */
@OnBioAndNio
final class PageSourcesTest {
    private static final String[] SOURCES = {
        """
        package org.apache.jasper.servlet;
        public class JspServlet extends jakarta.servlet.http.HttpServlet {
            protected void service(jakarta.servlet.http.HttpServletRequest request,
                    jakarta.servlet.http.HttpServletResponse response)
                    throws java.io.IOException {
                response.getWriter().print("page " + request.getServletPath());
            }
        }
        """,
        """
        package pages;
        public class ToFiles extends jakarta.servlet.http.HttpFilter {
            protected void doFilter(jakarta.servlet.http.HttpServletRequest request,
                    jakarta.servlet.http.HttpServletResponse response,
                    jakarta.servlet.FilterChain chain)
                    throws java.io.IOException, jakarta.servlet.ServletException {
                var files = getServletContext().getNamedDispatcher("default");
                if ("forward".equals(request.getQueryString())) {
                    files.forward(request, response);
                } else if ("include".equals(request.getQueryString())) {
                    files.include(request, response);
                } else {
                    chain.doFilter(request, response);
                }
            }
        }
        """
    };

    private static final String WEB_XML =
            """
            <servlet>
              <servlet-name>default</servlet-name>
              <init-param><param-name>fallback</param-name><param-value>/a.html</param-value></init-param>
            </servlet>
            <servlet>
              <servlet-name>jsp</servlet-name>
              <servlet-class>org.apache.jasper.servlet.JspServlet</servlet-class>
            </servlet>
            <servlet><servlet-name>front</servlet-name><jsp-file>/front.txt</jsp-file></servlet>
            <servlet>
              <servlet-name>dav</servlet-name>
              <servlet-class>org.apache.catalina.servlets.WebdavServlet</servlet-class>
              <init-param><param-name>readonly</param-name><param-value>false</param-value></init-param>
              <init-param><param-name>listings</param-name><param-value>true</param-value></init-param>
              <init-param><param-name>precompressed</param-name><param-value>true</param-value></init-param>
            </servlet>
            <servlet-mapping>
              <servlet-name>jsp</servlet-name><url-pattern>*.jsp</url-pattern>
            </servlet-mapping>
            <servlet-mapping>
              <servlet-name>front</servlet-name><url-pattern>/front</url-pattern>
            </servlet-mapping>
            <servlet-mapping>
              <servlet-name>dav</servlet-name><url-pattern>/dav/*</url-pattern>
            </servlet-mapping>
            <servlet-mapping>
              <servlet-name>default</servlet-name><url-pattern>/static/*</url-pattern>
            </servlet-mapping>
            <filter>
              <filter-name>files</filter-name><filter-class>pages.ToFiles</filter-class>
            </filter>
            <filter-mapping>
              <filter-name>files</filter-name><url-pattern>/a.html</url-pattern>
            </filter-mapping>
            <jsp-config>
              <jsp-property-group>
                <url-pattern>*.html</url-pattern><url-pattern>/pages/*</url-pattern>
                <url-pattern>/to/sub/*</url-pattern>
              </jsp-property-group>
            </jsp-config>
            """;

    @Parameter ServletUnderTest server;
    @TempDir Path temp;
    private Path root;
    private Serval own;

    @BeforeEach
    void start() throws Exception {
        AppDirectory app = new AppDirectory(temp, "app").webXml(WEB_XML);
        root = app.root();
        for (String name :
                new String[] {
                    "a.html", "a.html.gz", "pages/b.txt", "front.txt", "in/c.html", "page.jsp"
                }) {
            app.file(name, "SOURCE");
        }
        for (String name : new String[] {"plain.txt", "static/d.html", "up/sub/e.txt"}) {
            app.file(name, "file");
        }
        Path jar = Files.createDirectories(root.resolve("WEB-INF/lib")).resolve("engine.jar");
        Files.write(jar, Wars.zip(Wars.compile(temp, SOURCES)));
        own = server.start(b -> b.webapp("/app", root));
    }

    @AfterEach
    void stop() {
        own.close();
    }

    private RawResponse send(String method, String path, String... fields) throws Exception {
        return server.send(own, WritableSite.request(method, "/app" + path, "", fields));
    }

    private String get(String path) throws Exception {
        RawResponse answer = server.get(own, "/app" + path);
        return answer.status() + " " + (answer.status() == 200 ? answer.text() : "");
    }

    @Test
    void pagesAreExecutedAndFilesAreSent() throws Exception {
        assertThat(get("/a.html")).isEqualTo("200 page /a.html");
        assertThat(get("/pages/b.txt")).isEqualTo("200 page /pages");
        assertThat(get("/front")).isEqualTo("200 page /front");
        assertThat(get("/plain.txt")).isEqualTo("200 file");
        assertThat(get("/dav/plain.txt")).isEqualTo("200 file");
        // The application says that these are files, so that they are not executed there.
        assertThat(get("/static/d.html")).isEqualTo("200 file");
        assertThat(get("/dav/static/d.html")).isEqualTo("200 file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a.html",
                "/a.html.gz",
                "/pages/b.txt",
                "/front.txt",
                "/in/c.html",
                "/page.jsp"
            })
    void aSourceIsNotRead(String path) throws Exception {
        for (String method : new String[] {"GET", "HEAD", "PROPFIND"}) {
            assertThat(send(method, "/dav" + path).status()).as(method).isEqualTo(404);
        }
        for (String method : new String[] {"COPY", "MOVE"}) {
            assertThat(send(method, "/dav" + path, "Destination: /app/dav/copy.txt").status())
                    .as(method)
                    .isEqualTo(404);
        }
        assertThat(root.resolve("copy.txt")).doesNotExist();
    }

    @Test
    void theFileOfAJspFileIsNoFileElsewhere() throws Exception {
        assertThat(get("/front.txt")).isEqualTo("404 ");
    }

    @Test
    void aDispatchToTheServletOfFilesReadsNone() throws Exception {
        assertThat(get("/a.html?forward")).isEqualTo("404 ");
        // What is included by a name says nothing of itself.
        assertThat(get("/a.html?include")).isEqualTo("200 ");
    }

    @Test
    void thePageThatAnswersForOthersIsNoSource() throws Exception {
        assertThat(get("/nothing")).isEqualTo("404 ");
    }

    @Test
    void directoriesDoNotShowThem() throws Exception {
        String listing = send("GET", "/dav/").text();
        String members = send("PROPFIND", "/dav/", "Depth: infinity").text();
        for (String all : new String[] {listing, members}) {
            assertThat(all)
                    .contains("plain.txt")
                    .doesNotContain("a.html", "front.txt", "pages", "page.jsp", "c.html");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/new.html",
                "/new.HTML",
                "/new.html.",
                "/new.html.gz",
                "/a.html",
                "/pages/new.txt",
                "/front.txt",
                "/Front.txt",
                "/new.jsp"
            })
    void noneIsWritten(String path) throws Exception {
        assertThat(send("PUT", "/dav" + path).status()).isEqualTo(403);
        String to = "Destination: /app/dav" + path;
        for (String method : new String[] {"COPY", "MOVE"}) {
            assertThat(send(method, "/dav/plain.txt", to).status()).as(method).isEqualTo(403);
        }
        assertThat(root.resolve("plain.txt")).hasContent("file");
        Path there = root.resolve(path.substring(1));
        assertThat(Files.exists(there) ? Files.readString(there) : "SOURCE").isEqualTo("SOURCE");
    }

    @Test
    void noneComesIntoBeingByTheMoveOfADirectory() throws Exception {
        assertThat(send("MOVE", "/dav/up", "Destination: /app/dav/to").status()).isEqualTo(403);
        assertThat(send("MOVE", "/dav/in", "Destination: /app/dav/out").status()).isEqualTo(403);
        assertThat(root.resolve("to")).doesNotExist();
        assertThat(send("MOVE", "/dav/up", "Destination: /app/dav/other").status()).isEqualTo(201);
    }

    @Test
    void noneIsDeleted() throws Exception {
        assertThat(send("DELETE", "/dav/a.html").status()).isEqualTo(404);
        assertThat(send("DELETE", "/dav/in").status()).isNotEqualTo(204);
        assertThat(get("/a.html")).isEqualTo("200 page /a.html");
    }
}
