package dev.serval.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Stream;

/**
 * The static site that the servers under test serve, generated into a temporary directory. Outside
 * of its document root lies a secret that must never be seen. Immutable once made.
 *
 * @param base the directory that holds everything
 * @param root the document root
 */
record Site(Path base, Path root) implements AutoCloseable {
    static final String HELLO = "Hello, world\n";
    static final String SECRET = "the secret that nobody may read";

    /** When every file was modified. */
    static final String MODIFIED = "2024-01-02T03:04:05Z";

    /** The same as an HTTP date. */
    static final String LAST_MODIFIED = "Tue, 02 Jan 2024 03:04:05 GMT";

    /** The entity tag of hello.txt. */
    static final String HELLO_ETAG =
            "\"" + HELLO.length() + "-" + Instant.parse(MODIFIED).toEpochMilli() + "\"";

    static Site generate() {
        try {
            Path base = Files.createTempDirectory("serval-site").toRealPath();
            Path root = Files.createDirectories(base.resolve("docroot"));
            Files.writeString(base.resolve("secret.txt"), SECRET);
            Site site = new Site(base, root);
            site.fill();
            return site;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fill() throws IOException {
        text("index.html", "<!doctype html><title>start</title>\n");
        text("hello.txt", HELLO);
        text("page.html", "<!doctype html><title>page</title>\n");
        text("style.css", "body { color: black }\n");
        text("script.js", "let a = 1;\n");
        text("data.json", "{}\n");
        text("empty.txt", "");
        text("page.jsp", "<%= " + '"' + SECRET + '"' + " %>");
        text("Case.txt", "case\n");
        text("dir/index.html", "<!doctype html><title>dir</title>\n");
        text("dir/deep/er/page.html", "<!doctype html><title>deep</title>\n");
        text("bare/file.txt", "in a directory without a welcome file\n");
        text("odd names/with space.txt", "space\n");
        text("odd names/100%.txt", "percent\n");
        text("odd names/a+b&c=d@e!.txt", "marks\n");
        text("odd names/semi;colon.txt", "semicolon\n");
        text("odd names/Grüße.txt", "umlaut\n");
        text("odd names/...txt", "dots\n");
        for (int kib : new int[] {4, 9, 10, 32, 40, 107}) {
            bytes(kib + "k.bin", kib * 1024);
        }
        bytes("5m.bin", 5 * 1024 * 1024);
        text("WEB-INF/secret.txt", SECRET);
        text("WEB-INF/classes/secret.txt", SECRET);
        text("WEB-INF/page.jsp", "<%= 1 %>");
        text("META-INF/secret.txt", SECRET);
        Files.createSymbolicLink(root.resolve("link-out.txt"), base.resolve("secret.txt"));
        Files.createSymbolicLink(root.resolve("link-dir-out"), base);
        Files.createSymbolicLink(root.resolve("link-web-inf"), root.resolve("WEB-INF"));
    }

    /** The bytes of a file of the site. */
    byte[] read(String name) {
        try {
            return Files.readAllBytes(root.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void text(String name, String content) throws IOException {
        bytes(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private void bytes(String name, int length) throws IOException {
        byte[] content = new byte[length];
        new Random(length).nextBytes(content);
        bytes(name, content);
    }

    /** Every file is old, so that its validators are strong. */
    private void bytes(String name, byte[] content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse(MODIFIED)));
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(base)) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }
}
