package dev.serval.embed;

import static dev.serval.embed.Asked.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code directory} serves files, {@code webapp} runs an application, from the same directory. */
class DirectoryTest {
    @TempDir private Path base;

    @BeforeEach
    void anApplication() throws IOException {
        write("index.html", "start");
        write("page.jsp", "<% secret %>");
        write("META-INF/secret.txt", "secret");
        write("WEB-INF/secret.txt", "secret");
        write("WEB-INF/jsp/secret.txt", "secret");
        write(
                "WEB-INF/web.xml",
                "<web-app><mime-mapping><extension>html</extension>"
                        + "<mime-type>text/x-described</mime-type></mime-mapping></web-app>");
    }

    @Test
    void aDirectoryIsFilesOnly() throws Exception {
        try (Serval serval = Serval.onPort(0).directory("", base).start()) {
            assertThat(get(serval, "/")).contains("text/html").endsWith("start");
            assertThat(serval.servletContext("").getServletRegistrations()).hasSize(1);
            assertThat(serval.servletContext("").getClassLoader())
                    .isSameAs(Thread.currentThread().getContextClassLoader());
        }
    }

    @Test
    void aWebappIsRun() throws Exception {
        try (Serval serval = Serval.onPort(0).webapp("", base).start()) {
            assertThat(get(serval, "/")).contains("text/x-described").endsWith("start");
            assertThat(serval.servletContext("").getClassLoader())
                    .isNotSameAs(Thread.currentThread().getContextClassLoader());
        }
    }

    @Test
    void bothHideWhatIsPrivate() throws Exception {
        try (Serval serval =
                Serval.onPort(0).directory("/files", base).webapp("/app", base).start()) {
            for (String path : new String[] {"/files", "/app"}) {
                for (String name :
                        new String[] {
                            "WEB-INF/web.xml",
                            "WEB-INF/secret.txt",
                            "WEB-INF/jsp/secret.txt",
                            "META-INF/secret.txt",
                            "web-inf/secret.txt",
                            "WEB-INF/"
                        }) {
                    assertThat(get(serval, path + "/" + name))
                            .as(path + "/" + name)
                            .startsWith("HTTP/1.1 404");
                }
                assertThat(get(serval, path + "/page.jsp"))
                        .startsWith("HTTP/1.1 501")
                        .doesNotContain("secret");
            }
        }
    }

    @Test
    void aBrokenDescriptorDoesNotMatterToFiles() throws Exception {
        write("WEB-INF/web.xml", "<web-app");
        try (Serval serval = Serval.onPort(0).directory("", base).start()) {
            assertThat(get(serval, "/")).endsWith("start");
        }
    }

    @Test
    void aWarIsNoDirectory() throws Exception {
        Path war = Files.writeString(base.resolve("a.war"), "x");
        assertThatThrownBy(() -> Serval.onPort(0).directory("", war))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(war + " is not a directory");
    }

    private void write(String name, String text) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
