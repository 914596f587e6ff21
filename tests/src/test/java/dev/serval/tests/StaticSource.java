package dev.serval.tests;

import dev.serval.embed.ServalBuilder;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletRequestListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Where the files of a context come from, and by which way they leave. Immutable. */
enum StaticSource {
    /** From a directory; what is in memory leaves on the I/O thread. */
    DIRECTORY {
        @Override
        void add(ServalBuilder server, Site site, Path scratch) {
            server.directory(path(), site.root());
        }
    },
    /** From a directory, where a listener wants to see each request: never on the I/O thread. */
    LISTENED {
        @Override
        void add(ServalBuilder server, Site site, Path scratch) {
            server.directory(path(), site.root());
            server.listener(path(), new ServletRequestListener() {});
        }
    },
    /** From a directory, behind a filter: by the Servlet API. */
    FILTERED {
        @Override
        void add(ServalBuilder server, Site site, Path scratch) {
            server.directory(path(), site.root());
            server.filter(path(), "/*", PASSING);
        }
    },
    /** From a web application that was packed. */
    WAR {
        @Override
        void add(ServalBuilder server, Site site, Path scratch) throws IOException {
            server.webapp(path(), Files.write(scratch.resolve("site.war"), zip(site.root(), "")));
        }
    },
    /** From META-INF/resources of a jar in WEB-INF/lib. */
    JAR {
        @Override
        void add(ServalBuilder server, Site site, Path scratch) throws IOException {
            server.webapp(path(), withJar(site, scratch.resolve("jar")));
        }
    },
    /** From such a jar, behind a filter. */
    FILTERED_JAR {
        @Override
        void add(ServalBuilder server, Site site, Path scratch) throws IOException {
            server.webapp(path(), withJar(site, scratch.resolve("filtered")));
            server.filter(path(), "/*", PASSING);
        }
    };

    private static final FileTime MODIFIED = FileTime.from(Instant.parse(Site.MODIFIED));
    private static final Filter PASSING =
            (request, response, chain) -> chain.doFilter(request, response);

    /** Puts the files of the site at {@link #path}. */
    abstract void add(ServalBuilder server, Site site, Path scratch) throws IOException;

    /** Whether what is in memory leaves on the I/O thread. */
    boolean hasFastPath() {
        return this == DIRECTORY || this == WAR || this == JAR;
    }

    /** The context path. */
    String path() {
        return "/" + name().toLowerCase(Locale.ROOT);
    }

    private static Path withJar(Site site, Path application) throws IOException {
        Path lib = Files.createDirectories(application.resolve("WEB-INF/lib"));
        Path jar = Files.write(lib.resolve("files.jar"), zip(site.root(), "META-INF/resources/"));
        // What is in a jar is as old as the jar.
        Files.setLastModifiedTime(jar, MODIFIED);
        return application;
    }

    private static byte[] zip(Path root, String prefix) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files =
                    all.filter(file -> Files.isRegularFile(file) && !Files.isSymbolicLink(file))
                            .sorted()
                            .toList();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Path file : files) {
                ZipEntry entry =
                        new ZipEntry(prefix + root.relativize(file).toString().replace('\\', '/'));
                entry.setLastModifiedTime(MODIFIED);
                zip.putNextEntry(entry);
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
