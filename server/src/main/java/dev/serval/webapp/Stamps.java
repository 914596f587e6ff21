package dev.serval.webapp;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** Short texts that are equal as long as files have not changed. Stateless. */
public final class Stamps {
    /** For a file that does not exist. */
    public static final String NONE = "-";

    private static final int MOST_FILES = 20_000;
    private static final List<String> DESCRIPTORS =
            List.of("WEB-INF/web.xml", "WEB-INF/tomcat-web.xml", "META-INF/context.xml");

    private Stamps() {}

    /** Identity, size and time of one file; {@link #NONE} when there is none. */
    public static String of(Path file) {
        try {
            BasicFileAttributes read = Files.readAttributes(file, BasicFileAttributes.class);
            String size = read.isDirectory() ? "" : read.size() + ":" + read.lastModifiedTime();
            return read.fileKey() + ":" + size;
        } catch (IOException e) {
            return NONE;
        }
    }

    /**
     * Changes if a directory has to be deployed again, because it was replaced or a descriptor has
     * changed.
     */
    static String ofApplication(Path directory) {
        StringBuilder stamp = new StringBuilder(of(directory));
        for (String name : DESCRIPTORS) {
            stamp.append(' ').append(of(directory.resolve(name)));
        }
        return stamp.toString();
    }

    /** Changes with its classes and libraries. */
    static String ofClasses(Path directory) {
        return ofTree(directory.resolve("WEB-INF/classes"))
                + " "
                + ofTree(directory.resolve("WEB-INF/lib"));
    }

    /** Changes with anything below a directory, for example during a copy. */
    static String ofTree(Path directory) {
        Sum sum = new Sum();
        try {
            Files.walkFileTree(directory, sum);
        } catch (IOException e) {
            return NONE;
        }
        return sum.files + ":" + sum.bytes + ":" + sum.newest;
    }

    private static final class Sum extends SimpleFileVisitor<Path> {
        private int files;
        private long bytes;
        private long newest;

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes read) {
            return visitFile(directory, read);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes read) {
            bytes += read.isDirectory() ? 0 : read.size();
            newest = Math.max(newest, read.lastModifiedTime().toMillis());
            return ++files < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // it was deleted: the next check differs
        }
    }
}
