package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Files of Tomcat's distribution, which the build unpacks. Stateless. */
final class TomcatFiles {
    private TomcatFiles() {}

    /** A file or directory of it; skips the test where no build has unpacked it. */
    static Path of(String name) throws IOException {
        String unpacked = System.getProperty("serval.tests.tomcat");
        assumeThat(unpacked).as("set by the build").isNotNull();
        try (Stream<Path> versions = Files.list(Path.of(unpacked))) {
            return versions.map(version -> version.resolve(name))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The examples as a WAR, with a web.xml that may be changed. */
    static void examples(Path war, UnaryOperator<String> webXml) throws IOException {
        Path root = of("webapps/examples");
        try (OutputStream out = Files.newOutputStream(war);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                zip.putNextEntry(new ZipEntry(name));
                byte[] bytes = Files.readAllBytes(file);
                if (name.equals("WEB-INF/web.xml")) {
                    String text = webXml.apply(new String(bytes, StandardCharsets.UTF_8));
                    bytes = text.getBytes(StandardCharsets.UTF_8);
                }
                zip.write(bytes);
            }
        }
        assertThat(war).isNotEmptyFile();
    }
}
