package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.config.ServerXml;
import dev.serval.servlet.AppContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PreResources, JarResources and PostResources of a Context, from server.xml to the client. */
class OverlaysServedTest {
    private static final String SETS = "org.apache.catalina.webresources.";

    @TempDir private Path base;
    private Server server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(Duration.ZERO);
        }
    }

    @Test
    void filesOfOverlaysAreServedAndTheirClassesAreLoaded() throws Exception {
        write("app/a.txt", "app");
        write("app/b.txt", "app");
        write("app/index.html", "app");
        write("pre/in/a.txt", "pre");
        write("pre/in/WEB-INF/secret.txt", "secret");
        write("post/a.txt", "post");
        write("post/d.txt", "post");
        write("one.txt", "file");
        write("build/classes/marker.txt", "class");
        jar("lib.jar", "static/b.txt", "jar", "static/c.txt", "jar", "static/d.txt", "jar");
        jar("code.jar", "in-jar.txt", "library", "META-INF/resources/from-lib.txt", "library");
        server =
                start(
                        overlay("PreResources", "DirResourceSet", "pre", "internalPath='/in'")
                                + overlay("PreResources", "EmptyResourceSet", "none", "")
                                + overlay(
                                        "JarResources",
                                        "JarResourceSet",
                                        "lib.jar",
                                        "internalPath='/static'")
                                + overlay("PostResources", "DirResourceSet", "post", "")
                                + overlay(
                                        "PostResources",
                                        "FileResourceSet",
                                        "one.txt",
                                        "webAppMount='/x/y/1.txt'")
                                + overlay(
                                        "PreResources",
                                        "DirResourceSet",
                                        "build/classes",
                                        "webAppMount='/WEB-INF/classes'")
                                + overlay(
                                        "PreResources",
                                        "FileResourceSet",
                                        "code.jar",
                                        "webAppMount='/WEB-INF/lib/code.jar'"));

        assertThat(get("/a.txt")).endsWith("\r\n\r\npre");
        assertThat(get("/b.txt")).endsWith("\r\n\r\napp");
        assertThat(get("/c.txt")).endsWith("\r\n\r\njar");
        assertThat(get("/d.txt")).endsWith("\r\n\r\njar");
        assertThat(get("/x/y/1.txt")).endsWith("\r\n\r\nfile");
        assertThat(get("/from-lib.txt")).endsWith("\r\n\r\nlibrary");
        assertThat(get("/")).endsWith("\r\n\r\napp");
        assertThat(get("/x")).startsWith("HTTP/1.1 302 ");
        for (String hidden :
                new String[] {
                    "/WEB-INF/secret.txt", "/WEB-INF/classes/marker.txt", "/x/y/1.txt/", "/A.txt"
                }) {
            assertThat(get(hidden)).as(hidden).startsWith("HTTP/1.1 404 ");
        }
        AppContext context = context().application();
        assertThat(text(context.servletContext().getResourceAsStream("/a.txt"))).isEqualTo("pre");
        assertThat(text(context.servletContext().getResourceAsStream("/WEB-INF/secret.txt")))
                .isEqualTo("secret");
        assertThat(text(context.servletContext().getResourceAsStream("/x/y/1.txt")))
                .isEqualTo("file");
        assertThat(context.servletContext().getResource("/b.txt").toString())
                .endsWith("/app/b.txt");
        assertThat(context.servletContext().getResource("/c.txt").toString())
                .startsWith("jar:file:")
                .endsWith("lib.jar!/static/c.txt");
        assertThat(context.servletContext().getResource("/")).isNotNull();
        assertThat(context.servletContext().getResourcePaths("/"))
                .containsExactly(
                        "/WEB-INF/",
                        "/a.txt",
                        "/b.txt",
                        "/c.txt",
                        "/d.txt",
                        "/from-lib.txt",
                        "/index.html",
                        "/x/");
        assertThat(context.servletContext().getResourcePaths("/x")).containsExactly("/x/y/");
        assertThat(context.servletContext().getRealPath("/a.txt"))
                .isEqualTo(base.toRealPath().resolve("pre/in/a.txt").toString());
        assertThat(context.servletContext().getRealPath("/c.txt")).isNull();
        assertThat(context.servletContext().getRealPath("/")).endsWith("app");
        assertThat(context.servletContext().getRealPath("/new.txt")).endsWith("app/new.txt");
        assertThat(context.servletContext().getClassLoader().getResource("marker.txt")).isNotNull();
        assertThat(context.servletContext().getClassLoader().getResource("in-jar.txt")).isNotNull();
    }

    @Test
    void linksAreFollowedOnlyInTheSetThatAllowsIt() throws Exception {
        write("app/index.html", "app");
        write("out/x.txt", "out");
        for (String set : new String[] {"strict", "linking"}) {
            Files.createDirectories(base.resolve(set));
            Files.createSymbolicLink(
                    base.resolve(set + "/" + set + ".txt"), base.resolve("out/x.txt"));
        }
        server =
                start(
                        overlay("PreResources", "DirResourceSet", "strict", "")
                                + overlay(
                                        "PreResources",
                                        "DirResourceSet",
                                        "linking",
                                        "allowLinking='true'"));

        assertThat(get("/strict.txt")).startsWith("HTTP/1.1 404 ");
        assertThat(get("/linking.txt")).endsWith("\r\n\r\nout");
    }

    @Test
    void anApplicationWhoseOverlayIsNotThereIsNotServed() throws Exception {
        write("app/index.html", "app");
        server = start(overlay("PreResources", "DirResourceSet", "missing", ""));

        assertThat(context().refusal())
                .contains("there is no directory at " + base.resolve("missing"));
        assertThat(get("/")).startsWith("HTTP/1.1 503 ");
    }

    private String overlay(String element, String type, String name, String more) {
        return "<"
                + element
                + " className='"
                + SETS
                + type
                + "' base='"
                + base.resolve(name)
                + "' "
                + more
                + "/>";
    }

    private Server start(String overlays) throws Exception {
        Path xml =
                write(
                        "server.xml",
                        "<Server><Service><Connector port='0' address='localhost'/>"
                                + "<Engine name='E' defaultHost='localhost'><Host name='localhost'>"
                                + "<Context path='' docBase='"
                                + base.resolve("app")
                                + "'><Resources>"
                                + overlays
                                + "</Resources></Context></Host></Engine></Service></Server>");
        ServerXml.Result result = ServerXml.read(xml, System::getProperty);
        assertThat(result.problems()).isEmpty();
        Server built = Server.of(result.config(), base, base);
        built.start();
        return built;
    }

    private Context context() {
        return server.services().get(0).engine().hosts().get(0).contexts().get(0);
    }

    private String get(String path) throws IOException {
        int port = server.connectors().get(0).port();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            String head =
                    "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            return text(socket.getInputStream());
        }
    }

    private static String text(InputStream in) throws IOException {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Path write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private void jar(String name, String... namesAndTexts) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(base.resolve(name)))) {
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
                zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
    }
}
