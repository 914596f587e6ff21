package dev.serval.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.embed.Serval;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application as a build leaves it: its files in one place, its classes in others. */
class ClassesElsewhereTest {
    @TempDir private Path base;

    @Test
    void annotatedServletsOfADirectoryOutsideOfWebInfAnswer() throws Exception {
        Path docroot = Files.createDirectories(base.resolve("docroot"));
        Files.writeString(docroot.resolve("a.txt"), "a file");
        Path classes = Files.createDirectories(base.resolve("classes"));
        Classes.compile(
                classes,
                """
                package shop;
                @jakarta.servlet.annotation.WebServlet("/hello")
                public class Hello extends jakarta.servlet.http.HttpServlet {
                    protected void doGet(jakarta.servlet.http.HttpServletRequest request,
                            jakarta.servlet.http.HttpServletResponse response)
                            throws java.io.IOException {
                        response.getWriter().print("hello from elsewhere");
                    }
                }
                """);
        try (Serval serval = Serval.onPort(0).webapp("/shop", docroot, List.of(classes)).start()) {
            assertThat(get(serval, "/shop/hello")).isEqualTo("hello from elsewhere");
            assertThat(get(serval, "/shop/a.txt")).isEqualTo("a file");
        }
    }

    private static String get(Serval serval, String path) throws Exception {
        try (InputStream in = serval.uri().resolve(path).toURL().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
