package dev.serval.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.lifecycle.LifecycleException;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start that fails is one exception with one clear sentence, and leaves nothing behind. */
class FailedStartTest {
    @TempDir private Path base;
    private Path war;
    private Set<String> before;
    private File temporary;

    @BeforeEach
    void remember() throws IOException {
        war = base.resolve("good.war");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            zip.putNextEntry(new ZipEntry("index.html"));
        }
        before = threads();
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(temporary).as("the application before the one that fails").isNotNull();
        assertThat(temporary.getParentFile()).doesNotExist();
        // Those that the tests before this one have left may end meanwhile.
        assertThat(before).containsAll(threads());
    }

    /** A server whose first application can start. */
    private ServalBuilder good(int port) {
        return Serval.onPort(port)
                .address("127.0.0.1")
                .webapp("/a", war)
                .initializer(
                        "/a",
                        (none, context) ->
                                temporary = (File) context.getAttribute(ServletContext.TEMPDIR))
                .accessLog(base.resolve("logs"), "common");
    }

    @Test
    void aTakenPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> good(port).start())
                    .isInstanceOf(LifecycleException.class)
                    .hasMessageStartingWith("Port " + port + " cannot be opened: ");
        }
    }

    @Test
    void aWarThatIsNone() throws Exception {
        Path bad = Files.writeString(base.resolve("bad.war"), "no zip");
        assertThatThrownBy(() -> good(0).webapp("/b", bad).start())
                .isInstanceOf(LifecycleException.class)
                .hasMessageStartingWith("the application at [/b] cannot start: ")
                .hasMessageContaining("bad.war");
    }

    @Test
    void aWarThatIsCutOff() throws Exception {
        byte[] whole = Files.readAllBytes(war);
        Path half = base.resolve("half.war");
        Files.write(half, Arrays.copyOf(whole, whole.length / 2));
        assertThatThrownBy(() -> good(0).webapp("/b", half).start())
                .isInstanceOf(LifecycleException.class)
                .hasMessageContaining("half.war");
    }

    @Test
    void aWarWithABrokenDescriptor() throws Exception {
        Path bad = base.resolve("bad.war");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(bad))) {
            zip.putNextEntry(new ZipEntry("WEB-INF/web.xml"));
            zip.write("<web-app>\n<servlet>".getBytes());
        }
        assertThatThrownBy(() -> good(0).webapp("/b", bad).start())
                .isInstanceOf(LifecycleException.class)
                .hasMessageStartingWith("the application at [/b] cannot start: ")
                .hasMessageContaining("WEB-INF/web.xml:2:");
    }

    @Test
    void aServletThatThrows() {
        HttpServlet broken =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void init() throws ServletException {
                        throw new ServletException("no database");
                    }
                };
        assertThatThrownBy(() -> good(0).servlet("/b", "/", broken).start())
                .isInstanceOf(LifecycleException.class)
                .hasMessageStartingWith("the application at [/b] cannot start: ")
                .hasMessageContaining("no database");
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.matches("(serval|http-|access).*"))
                .collect(Collectors.toSet());
    }
}
