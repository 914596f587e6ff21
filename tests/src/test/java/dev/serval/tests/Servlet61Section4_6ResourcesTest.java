package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import dev.serval.servlet.settings.ContextRule;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** The files of an application and of its jars, as its own code sees them. */
@OnBioAndNio
final class Servlet61Section4_6ResourcesTest {
    @Parameter ServletUnderTest server;
    @TempDir static Path files;
    private static Path root;
    private static Serval serval;
    private static ServletContext context;

    @BeforeParameterizedClassInvocation
    static void start(ServletUnderTest server) throws Exception {
        AtomicReference<ServletContext> seen = new AtomicReference<>();
        root = files.resolve("root-" + server);
        Map<String, byte[]> jar = new LinkedHashMap<>();
        for (String name :
                new String[] {
                    "catalog/moreOffers/books.html",
                    "catalog/index.html",
                    "jar.txt",
                    "WEB-INF/tags/a.tag",
                    "WEB-INF/web.xml",
                    "WEB-INF/classes/x.properties"
                }) {
            jar.put("META-INF/resources/" + name, Wars.text("jar " + name));
        }
        write("WEB-INF/lib/catalog.jar", Wars.zip(jar));
        for (String name :
                new String[] {
                    "welcome.html",
                    "catalog/index.html",
                    "catalog/products.html",
                    "catalog/offers/books.html",
                    "customer/login.jsp",
                    "100%25;a#b.txt",
                    "WEB-INF/secret.txt"
                }) {
            write(name, Wars.text("own " + name));
        }
        write("WEB-INF/web.xml", Wars.text("<web-app version='6.1'/>"));
        write("../outside.txt", Wars.text("outside"));
        serval =
                server.start(
                        builder ->
                                builder.webapp("/app", root)
                                        .initializer("/app", (none, c) -> seen.set(c)));
        context = seen.get();
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        serval.close();
    }

    private static void write(String name, byte[] bytes) throws IOException {
        Path file = root.resolve(name).normalize();
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    private String text(String path) throws IOException {
        try (InputStream in = context.getResourceAsStream(path)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String textAt(String path) throws IOException {
        URL url = context.getResource(path);
        if (url == null) {
            return null;
        }
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    // ---- getResource and getResourceAsStream

    @Test
    void aFileIsFoundByItsPathFromTheRoot() throws Exception {
        assertThat(text("/welcome.html")).isEqualTo("own welcome.html");
        assertThat(text("/catalog/offers/books.html")).isEqualTo("own catalog/offers/books.html");
    }

    @Test
    void aUrlLeadsToTheSameFile() throws Exception {
        assertThat(textAt("/catalog/products.html")).isEqualTo("own catalog/products.html");
    }

    @Test
    void whatIsNotThereIsNull() throws Exception {
        assertThat(context.getResource("/missing")).isNull();
        assertThat(context.getResourceAsStream("/missing")).isNull();
    }

    @Test
    void aFileOfAJarIsFoundToo() throws Exception {
        assertThat(text("/jar.txt")).isEqualTo("jar jar.txt");
        assertThat(text("/catalog/moreOffers/books.html"))
                .isEqualTo("jar catalog/moreOffers/books.html");
    }

    @Test
    void aUrlLeadsIntoTheJar() throws Exception {
        assertThat(textAt("/jar.txt")).isEqualTo("jar jar.txt");
    }

    @Test
    void theRootIsSearchedBeforeTheJars() throws Exception {
        assertThat(text("/catalog/index.html")).isEqualTo("own catalog/index.html");
        assertThat(textAt("/catalog/index.html")).isEqualTo("own catalog/index.html");
    }

    @Test
    void whatIsHiddenFromClientsIsThereForTheApplication() throws Exception {
        assertThat(text("/WEB-INF/secret.txt")).isEqualTo("own WEB-INF/secret.txt");
        assertThat(server.get(serval, "/app/WEB-INF/secret.txt").status()).isEqualTo(404);
    }

    @Test
    void theWebInfOfAJarHoldsFilesAndNothingElse() throws Exception {
        assertThat(text("/WEB-INF/tags/a.tag")).isEqualTo("jar WEB-INF/tags/a.tag");
        assertThat(text("/WEB-INF/web.xml")).isEqualTo("<web-app version='6.1'/>");
        assertThat(context.getClassLoader().getResource("x.properties")).isNull();
        assertThat(server.get(serval, "/app/WEB-INF/tags/a.tag").status()).isEqualTo(404);
    }

    @Test
    void aPageIsShownAsItsSource() throws Exception {
        assertThat(text("/customer/login.jsp")).isEqualTo("own customer/login.jsp");
    }

    @Test
    void aPathWithoutSlashIsMalformed() {
        assertThatThrownBy(() -> context.getResource("welcome.html"))
                .isInstanceOf(MalformedURLException.class);
        assertThatThrownBy(() -> context.getResource(null))
                .isInstanceOf(MalformedURLException.class);
    }

    @Test
    void aStreamWithoutSlashIsNull() throws Exception {
        assertThat(context.getResourceAsStream("welcome.html")).isNull();
        assertThat(context.getResourceAsStream(null)).isNull();
    }

    @Test
    void dotsAndEmptySegmentsAreResolved() throws Exception {
        assertThat(text("/catalog/../welcome.html")).isEqualTo("own welcome.html");
        assertThat(text("/./catalog//offers/./books.html"))
                .isEqualTo("own catalog/offers/books.html");
        assertThat(text("/catalog/../jar.txt")).isEqualTo("jar jar.txt");
    }

    @Test
    void noPathLeadsOut() throws Exception {
        assertThat(files.resolve("outside.txt")).exists();
        for (String path : new String[] {"/../outside.txt", "/catalog/../../outside.txt"}) {
            assertThat(context.getResource(path)).isNull();
            assertThat(context.getResourceAsStream(path)).isNull();
            assertThat(context.getRealPath(path)).isNull();
        }
    }

    @Test
    void aPathIsDecodedAlready() throws Exception {
        assertThat(text("/100%25;a#b.txt")).isEqualTo("own 100%25;a#b.txt");
        assertThat(textAt("/100%25;a#b.txt")).isEqualTo("own 100%25;a#b.txt");
        assertThat(text("/%57EB-INF/secret.txt")).isNull();
    }

    @Test
    void aFileIsNoDirectory() throws Exception {
        assertThat(context.getResource("/welcome.html/")).isNull();
        assertThat(context.getResourceAsStream("/jar.txt/")).isNull();
    }

    @Test
    void aDirectoryHasNoStream() throws Exception {
        assertThat(context.getResource("/catalog/")).isNotNull();
        assertThat(context.getResourceAsStream("/catalog/")).isNull();
    }

    // ---- getResourcePaths

    @Test
    void theMembersOfTheRootAreThoseOfFilesAndJars() {
        assertThat(context.getResourcePaths("/"))
                .containsExactlyInAnyOrder(
                        "/welcome.html",
                        "/catalog/",
                        "/customer/",
                        "/WEB-INF/",
                        "/jar.txt",
                        "/100%25;a#b.txt");
    }

    @Test
    void theMembersOfADirectoryAreThoseOfFilesAndJars() {
        assertThat(context.getResourcePaths("/catalog/"))
                .containsExactlyInAnyOrder(
                        "/catalog/index.html",
                        "/catalog/products.html",
                        "/catalog/offers/",
                        "/catalog/moreOffers/");
    }

    @Test
    void aDirectoryMayBeGivenWithoutItsSlash() {
        assertThat(context.getResourcePaths("/catalog"))
                .isEqualTo(context.getResourcePaths("/catalog/"));
        assertThat(context.getResourcePaths("/catalog/./offers/..//"))
                .isEqualTo(context.getResourcePaths("/catalog/"));
    }

    @Test
    void membersAreThoseOfTheDirectoryItself() {
        assertThat(context.getResourcePaths("/catalog/moreOffers"))
                .containsExactly("/catalog/moreOffers/books.html");
    }

    @Test
    void wherePathsAreNoneThereAreNoMembers() {
        assertThat(context.getResourcePaths("/missing/")).isNull();
        assertThat(context.getResourcePaths("catalog")).isNull();
        assertThat(context.getResourcePaths(null)).isNull();
    }

    @Test
    void whoChangesTheMembersChangesNoContext() {
        context.getResourcePaths("/").clear();
        assertThat(context.getResourcePaths("/")).isNotEmpty();
    }

    // ---- getRealPath

    @Test
    void theRealPathIsThatOfTheFile() {
        assertThat(context.getRealPath("/catalog/index.html"))
                .isEqualTo(root.resolve("catalog/index.html").toString());
    }

    @Test
    void theRealPathNeedsNoSlash() {
        assertThat(context.getRealPath("welcome.html"))
                .isEqualTo(context.getRealPath("/welcome.html"))
                .isNotNull();
    }

    @Test
    void whatIsInAJarHasNoRealPath() {
        assertThat(context.getRealPath("/jar.txt")).isNull();
    }

    @Test
    void noPathHasNoRealPath() {
        assertThat(context.getRealPath(null)).isNull();
    }

    // ---- contextGetResourceRequiresSlash

    @Test
    void theConfigurationMayAddTheSlash() throws Exception {
        AtomicReference<ServletContext> lenient = new AtomicReference<>();
        try (Serval own =
                server.start(
                        builder ->
                                builder.webapp("/app", root)
                                        .settings(
                                                "/app",
                                                c ->
                                                        c.with(
                                                                ContextRule
                                                                        .CONTEXT_GET_RESOURCE_REQUIRES_SLASH,
                                                                false))
                                        .initializer("/app", (none, c) -> lenient.set(c)))) {
            assertThat(lenient.get().getResource("welcome.html")).isNotNull();
            try (InputStream in = lenient.get().getResourceAsStream("welcome.html")) {
                assertThat(in).hasContent("own welcome.html");
            }
            assertThat(lenient.get().getResourcePaths("customer"))
                    .containsExactly("/customer/login.jsp");
            assertThat(own.port()).isPositive();
        }
    }
}
