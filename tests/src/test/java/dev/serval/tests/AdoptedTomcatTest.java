package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.serval.config.xml.XmlElement;
import dev.serval.config.xml.XmlFile;
import dev.serval.tests.Installation.Outcome;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The published distributions of Tomcat, unchanged: those that the local repository of Maven has.
 * {@code mvn dependency:get -Dartifact=org.apache.tomcat:tomcat:VERSION:tar.gz} brings one there.
 */
@Timeout(300)
class AdoptedTomcatTest {
    private static final int PORT = 8080; // of their server.xml

    @TempDir Path temporary;

    @ParameterizedTest
    @ValueSource(strings = {"10.1", "11.0"})
    void docsAndExamplesAnswerAndServalsManagersStandInForTheirs(String line) throws Exception {
        Path archive = newest(line);
        assumeTrue(archive != null, "there is no tomcat-" + line + ".*.tar.gz in the repository");
        try (ServerSocket free = new ServerSocket(PORT)) {
            assertThat(free.getLocalPort()).isEqualTo(PORT);
        } catch (IOException e) {
            assumeTrue(false, "port 8080 is taken");
        }
        Path home = Installation.unpack(temporary.resolve("serval"));
        Path tomcat = unpack(archive);
        Map<String, Long> before = others(tomcat);
        Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));
        try (Installation serval = new Installation(home, elsewhere)) {
            serval.with("SERVAL_BASE", null);
            Outcome check = serval.run("serval.sh", "adopt", tomcat.toString(), "--check");
            // 2: something has no effect.
            int expected = check.out().contains(": unsupported: ") ? 3 : 2;
            assertThat(check.code()).as(check.out()).isEqualTo(expected);
            everyAttributeIsNamed(tomcat, check.out());
            assertThat(check.out())
                    .contains("webapps/docs: honoured: application\n")
                    .contains("webapps/examples: honoured: application\n")
                    .contains("webapps/manager: honoured: application\n")
                    .contains("webapps/host-manager: honoured: application\n");
            serve(serval, home, tomcat);
        }
        assertThat(others(tomcat)).isEqualTo(before);
    }

    private static void serve(Installation serval, Path home, Path tomcat) throws Exception {
        Process server = serval.launch(home.resolve("bin/serval.sh"), "adopt", tomcat.toString());
        try {
            Waiting.until(
                    "its answers",
                    () -> {
                        assertThat(server.isAlive()).as(Files.readString(serval.out())).isTrue();
                        return Files.readString(serval.out()).contains("answers at");
                    });
            assertThat(get("/")).startsWith("200 ").contains("Tomcat");
            assertThat(get("/docs/")).startsWith("200 ").contains("Documentation Index");
            assertThat(get("/examples/servlets/servlet/HelloWorldExample"))
                    .startsWith("200 ")
                    .contains("Hello World!");
            assertThat(get("/examples/jsp/jsp2/el/basic-arithmetic.jsp"))
                    .startsWith("200 ")
                    .contains("<td>3</td>");
            assertThat(get("/manager/html")).startsWith("401 ").contains("manager-gui");
            assertThat(get("/host-manager/html")).startsWith("401 ").contains("admin-gui");
        } finally {
            server.destroy();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static String get(String path) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + PORT + path)).build();
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        return response.statusCode() + " " + response.body();
    }

    private static void everyAttributeIsNamed(Path tomcat, String report) throws IOException {
        List<String> missing = new ArrayList<>();
        List<String> files = new ArrayList<>(List.of("conf/server.xml", "conf/context.xml"));
        for (String application : List.of("docs", "examples", "manager", "host-manager")) {
            files.add("webapps/" + application + "/META-INF/context.xml");
        }
        List<String> lines = Arrays.asList(report.split("\n"));
        for (String file : files) {
            Path path = tomcat.resolve(file);
            XmlElement root = XmlFile.read(path, 1 << 20, file, problem -> {});
            named(root, lines, missing);
        }
        assertThat(missing).isEmpty();
    }

    private static void named(XmlElement xml, List<String> lines, List<String> missing) {
        Stream.concat(Stream.of(xml.at), xml.attributes.values().stream().map(XmlElement.Attr::at))
                .map(at -> at + ": ")
                .filter(at -> lines.stream().noneMatch(line -> line.startsWith(at)))
                .forEach(missing::add);
        xml.children.forEach(child -> named(child, lines, missing));
    }

    /** Null if there is none. */
    private static Path newest(String line) throws IOException {
        String local = System.getProperty("maven.repo.local");
        Path repository =
                local != null
                        ? Path.of(local)
                        : Path.of(System.getProperty("user.home"), ".m2/repository");
        Path versions = repository.resolve("org/apache/tomcat/tomcat");
        if (!Files.isDirectory(versions)) {
            return null;
        }
        try (Stream<Path> all = Files.list(versions)) {
            return all.filter(version -> version.getFileName().toString().startsWith(line + "."))
                    .map(v -> v.resolve("tomcat-" + v.getFileName() + ".tar.gz"))
                    .filter(Files::isRegularFile)
                    .max((a, b) -> Integer.compare(patch(a), patch(b)))
                    .orElse(null);
        }
    }

    private static int patch(Path archive) {
        String version = archive.getParent().getFileName().toString();
        return Integer.parseInt(version.substring(version.lastIndexOf('.') + 1));
    }

    private Path unpack(Path archive) throws IOException {
        Path into = Files.createDirectories(temporary.toRealPath().resolve("tomcat"));
        Process tar =
                new ProcessBuilder("tar", "xzf", archive.toString(), "-C", into.toString())
                        .inheritIO()
                        .start();
        assertThat(Installation.waitFor(tar)).isZero();
        try (Stream<Path> top = Files.list(into)) {
            return top.findFirst().orElseThrow();
        }
    }

    /** Files that Serval may not write, with the time of their last change. */
    private static Map<String, Long> others(Path tomcat) throws IOException {
        Map<String, Long> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(tomcat)) {
            for (Path file : all.toList()) {
                String name = tomcat.relativize(file).toString();
                if (!name.matches("(logs|temp|work)|(logs|temp|work/serval)(/.*|)")) {
                    files.put(name, Files.getLastModifiedTime(file).toMillis());
                }
            }
        }
        return files;
    }
}
