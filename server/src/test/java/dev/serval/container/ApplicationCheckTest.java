package dev.serval.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.serval.config.HostConfig;
import dev.serval.config.ServerConfig;
import dev.serval.config.ServerXml;
import dev.serval.webapp.AppBaseEntry;
import dev.serval.webapp.AppName;
import dev.serval.webapp.DefaultDescriptors;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What one application has in its files does not keep the others from being checked. */
class ApplicationCheckTest {
    @TempDir Path base;

    static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("why"),
                new StackOverflowError(),
                new OutOfMemoryError("Java heap space"));
    }

    /** Fails at the class of the first application, and has no other. */
    private static ClassLoader failing(Throwable failure) {
        return new ClassLoader(null) {
            @Override
            public InputStream getResourceAsStream(String name) {
                if (!name.equals("first.class")) {
                    return null;
                }
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) failure;
            }
        };
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatFailsInOneIsItsProblem(Throwable failure) throws Exception {
        Path serverXml = Files.createDirectory(base.resolve("conf")).resolve("server.xml");
        Files.writeString(
                serverXml,
                "<Server><Service><Connector port='0'/><Engine defaultHost='localhost'>"
                        + "<Host name='localhost'/></Engine></Service></Server>");
        ServerConfig config = ServerXml.read(serverXml).config();
        HostConfig host = config.services().get(0).engine().hosts().get(0);
        Layout layout = new Layout(base, base, config);
        HostPaths places = new HostPaths(host, "Serval", layout, base.resolve("webapps"));
        ApplicationCheck check =
                new ApplicationCheck(
                        DefaultDescriptors.NONE,
                        failing(failure),
                        file -> String.valueOf(file.getFileName()));
        for (String name : List.of("first", "second")) {
            Path docBase = base.resolve("webapps").resolve(name);
            Files.createDirectories(docBase.resolve("WEB-INF"));
            Files.writeString(
                    docBase.resolve("WEB-INF/web.xml"),
                    "<web-app><listener><listener-class>"
                            + name
                            + "</listener-class></listener></web-app>");
            AppName path = AppName.ofPath("/" + name);
            AppBaseEntry found =
                    new AppBaseEntry(path, AppBaseEntry.Packaging.DIRECTORY, docBase, null, "");
            assertThatCode(() -> check.found(found, places.of(path, docBase, null)))
                    .doesNotThrowAnyException();
        }
        assertThat(check.problems())
                .extracting(Object::toString)
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("first: cannot be checked: " + failure),
                        line ->
                                assertThat(line)
                                        .startsWith("second/WEB-INF/web.xml:1:")
                                        .contains("listener-class second is not there"));
    }
}
