package dev.serval.jsp;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
