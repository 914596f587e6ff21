package dev.serval.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Predicate;

/**
 * The files of a directory, or a single file, which is the root then. Thread-safe.
 *
 * <p>A name is found only if its canonical path lies in the directory and is spelt exactly as asked
 * for (CWE-41, CWE-59, CWE-178): even if a file system ignores case or normalises letters.
 */
final class DirectorySet implements ResourceSet {
    private final Path base;
    private final boolean allowLinking;

    /**
     * @param base it may itself be reached by a link. When it does not exist nothing is found
     * @param allowLinking whether links in the directory are followed, also out of it
     */
    DirectorySet(Path base, boolean allowLinking) {
        this.base = canonical(base);
        this.allowLinking = allowLinking;
    }

    private static Path canonical(Path base) {
        Path root = base.toAbsolutePath().normalize();
        try {
            return root.toRealPath();
        } catch (IOException e) {
            // Missing or unreadable: every look-up finds nothing.
            return root;
        }
    }

    /** The directory, canonical. */
    Path base() {
        return base;
    }

    @Override
    public Resource find(String name, boolean privateToo) {
        return find(name, allowLinking, privateToo);
    }

    /** What is there, without following a link even if links are allowed. */
    Resource findUnlinked(String name) {
        return find(name, false, false);
    }

    private Resource find(String name, boolean linking, boolean privateToo) {
        try {
            Path asked = name.length() == 1 ? base : base.resolve(name.substring(1));
            Path real = linking ? behindLinks(asked, privateToo) : exactly(asked);
            return real == null ? Resource.NOTHING : Resource.at(real);
        } catch (IOException | InvalidPathException | SecurityException e) {
            return Resource.NOTHING;
        }
    }

    @Override
    public boolean names(String name, Predicate<String> wanted) throws IOException {
        Resource found = find(name, true);
        if (!found.isDirectory()) {
            return true;
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(found.path())) {
            for (Path member : stream) {
                if (!wanted.test(member.getFileName().toString())) {
                    return false;
                }
            }
            return true;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** The canonical path if it is spelt as requested and lies in the directory; otherwise null. */
    private Path exactly(Path asked) throws IOException {
        Path real = asked.toRealPath();
        return real.startsWith(base) && isSpelt(asked, real) ? real : null;
    }

    /** The same for each name on the way that is no link; links are followed. */
    private Path behindLinks(Path asked, boolean privateToo) throws IOException {
        Path at = base;
        for (Path name : base.relativize(asked)) {
            Path child = at.resolve(name);
            Path real = child.toRealPath();
            if (!Files.isSymbolicLink(child) && !isSpelt(child, real)) {
                return null;
            }
            at = real;
        }
        Path reached = at.startsWith(base) ? base.relativize(at) : at;
        for (Path name : reached) {
            if (!privateToo && SafePath.isPrivate(name.toString())) {
                return null;
            }
        }
        return at;
    }

    /** As text, since {@link Path#equals} ignores case on some systems. */
    private static boolean isSpelt(Path asked, Path real) {
        return real.toString().equals(asked.toString());
    }
}
