package dev.serval.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The directory whose files may be served. Thread-safe; touches the disk.
 *
 * <p>A path names something only if its canonical path lies in the directory and is spelt exactly
 * as asked for: same case, no trailing dot or space that the file system forgives, no symbolic link
 * (CWE-41, CWE-59, CWE-178). WEB-INF and META-INF are nothing, in any spelling and at any depth
 * (Servlet 6.1 §10.5). What is neither a file nor a directory, a fifo or device, is never opened.
 */
public final class ResourceRoot {
    private final Path docBase;
    private final boolean allowLinking;

    /**
     * @param docBase the directory; it may itself be reached by a link. When it does not exist
     *     nothing is found
     * @param allowLinking whether links in the directory are followed, also out of it
     */
    public ResourceRoot(Path docBase, boolean allowLinking) {
        Path root = docBase.toAbsolutePath().normalize();
        try {
            root = root.toRealPath();
        } catch (IOException e) {
            // Missing or unreadable: every look-up below fails in the same way, closed.
        }
        this.docBase = root;
        this.allowLinking = allowLinking;
    }

    /**
     * What a decoded and normalised path names. A path with a trailing slash names directories
     * only. Everything doubtful, from a dot segment to an I/O error, is nothing.
     *
     * @param decodedPath starts with a slash
     */
    public Found find(String decodedPath) {
        if (!SafePath.accepts(decodedPath)) {
            return Found.NOTHING;
        }
        boolean slash = decodedPath.endsWith("/");
        int end = slash ? decodedPath.length() - 1 : decodedPath.length();
        try {
            Path asked = end <= 1 ? docBase : docBase.resolve(decodedPath.substring(1, end));
            Path real = allowLinking ? behindLinks(asked) : exactly(asked);
            if (real == null) {
                return Found.NOTHING;
            }
            Found found = look(real);
            return slash && found.isFile() ? Found.NOTHING : found;
        } catch (IOException | InvalidPathException | SecurityException e) {
            return Found.NOTHING;
        }
    }

    /** What stands at a canonical path now. */
    static Found look(Path real) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Found.Kind kind;
        if (attributes.isRegularFile()) {
            kind = Found.Kind.FILE;
        } else if (attributes.isDirectory()) {
            kind = Found.Kind.DIRECTORY;
        } else {
            return Found.NOTHING;
        }
        if (!Files.isReadable(real)) {
            return Found.NOTHING;
        }
        long size = kind == Found.Kind.FILE ? attributes.size() : 0;
        return new Found(kind, real, size, attributes.lastModifiedTime(), attributes.fileKey());
    }

    /** The canonical path if it is spelt as asked for and in the directory; else null. */
    private Path exactly(Path asked) throws IOException {
        Path real = asked.toRealPath();
        return real.startsWith(docBase) && isSpelt(asked, real) ? real : null;
    }

    /** The same for each name on the way that is no link; links are followed. */
    private Path behindLinks(Path asked) throws IOException {
        Path at = docBase;
        for (Path name : docBase.relativize(asked)) {
            Path child = at.resolve(name);
            Path real = child.toRealPath();
            if (!Files.isSymbolicLink(child) && !isSpelt(child, real)) {
                return null;
            }
            at = real;
        }
        Path reached = at.startsWith(docBase) ? docBase.relativize(at) : at;
        for (Path name : reached) {
            if (SafePath.isPrivate(name.toString())) {
                return null;
            }
        }
        return at;
    }

    /** As text, for on some systems {@link Path#equals} forgives the case. */
    private static boolean isSpelt(Path asked, Path real) {
        return real.toString().equals(asked.toString());
    }
}
