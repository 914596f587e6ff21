package dev.serval.tests;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * The files and directories below one that a running server uses: {@link Files#walk} fails where it
 * removes something meanwhile. Stateless.
 */
final class Tree {
    private Tree() {}

    /** Sorted, with the root. */
    static List<Path> of(Path root) throws IOException {
        List<Path> all = new ArrayList<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path found, BasicFileAttributes read) {
                        all.add(found);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path found, BasicFileAttributes read) {
                        all.add(found);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException cause)
                            throws IOException {
                        return unlessGone(cause);
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path directory, IOException cause)
                            throws IOException {
                        return unlessGone(cause);
                    }
                });
        all.sort(null);
        return all;
    }

    private static FileVisitResult unlessGone(IOException cause) throws IOException {
        if (cause != null && !(cause instanceof NoSuchFileException)) {
            throw cause;
        }
        return FileVisitResult.CONTINUE;
    }
}
