package dev.serval.jsp;

import jakarta.servlet.ServletContext;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.jasper.servlet.JspServlet;

/**
 * The directories of compiled pages: in the work directory of their application, one for each state
 * of its WEB-INF. So they survive a restart, while a new deployment, perhaps with other classes,
 * starts with an empty one. Thread-safe.
 */
final class ScratchDirectories {
    private static final String FOLDER = "jsp";

    private final Map<Path, Integer> used = new HashMap<>();

    /** The directory of an application; unused ones are removed. */
    synchronized Path enter(ServletContext context) {
        Path all = ((File) context.getAttribute(ServletContext.TEMPDIR)).toPath().resolve(FOLDER);
        try {
            Path own = Files.createDirectories(all.resolve(form(context)));
            used.merge(own, 1, Integer::sum);
            for (Path other : siblings(own)) {
                if (!used.containsKey(other)) {
                    remove(other);
                }
            }
            return own;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An application ends: if another state of it goes on, its own directory is removed. */
    synchronized void leave(Path own) {
        if (used.merge(own, -1, Integer::sum) > 0) {
            return;
        }
        used.remove(own);
        try {
            if (siblings(own).stream().anyMatch(used::containsKey)) {
                remove(own);
            }
        } catch (IOException e) {
            // The next start removes it.
        }
    }

    private static List<Path> siblings(Path own) throws IOException {
        try (Stream<Path> all = Files.list(own.getParent())) {
            return all.filter(path -> !path.equals(own)).toList();
        }
    }

    private static void remove(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path each, IOException failure)
                            throws IOException {
                        Files.deleteIfExists(each);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /** Identifies the inputs of compiled pages, except the pages, which the engine checks. */
    private static String form(ServletContext context) throws IOException {
        CRC32C sum = new CRC32C();
        add(sum, Runtime.version().toString());
        add(sum, String.valueOf(JspServlet.class.getPackage().getImplementationVersion()));
        String directory = context.getRealPath("/WEB-INF");
        if (directory != null) {
            Path root = Path.of(directory);
            add(sum, root.resolve("web.xml"));
            for (String name : List.of("lib", "classes")) {
                if (Files.isDirectory(root.resolve(name))) {
                    try (Stream<Path> files = Files.walk(root.resolve(name))) {
                        for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                            add(sum, file);
                        }
                    }
                }
            }
        }
        return Long.toHexString(sum.getValue());
    }

    private static void add(CRC32C sum, Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            long time = Files.getLastModifiedTime(file).toMillis();
            add(sum, file + " " + Files.size(file) + " " + time);
        }
    }

    private static void add(CRC32C sum, String text) {
        sum.update(text.getBytes(StandardCharsets.UTF_8));
    }
}
