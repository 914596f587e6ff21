package dev.serval.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The directory whose files may be served, and the jars behind it. Thread-safe; touches the disk.
 *
 * <p>A path names something only if its canonical path lies in the directory and is spelt exactly
 * as asked for: same case, no trailing dot or space that the file system forgives, no symbolic link
 * (CWE-41, CWE-59, CWE-178). WEB-INF and META-INF are nothing, in any spelling and at any depth,
 * but for an application that dispatches to them (Servlet 6.1 §10.5). What is neither a file nor a
 * directory, a fifo or device, is never opened.
 *
 * <p>What the directory does not have is looked for under META-INF/resources of the jars, in their
 * order (Servlet 6.1 §4.6), by the same rules.
 */
public final class ResourceRoot implements AutoCloseable {
    private final Path docBase;
    private final boolean allowLinking;
    private final List<JarResources> jars;

    /**
     * @param docBase the directory; it may itself be reached by a link. When it does not exist
     *     nothing is found
     * @param allowLinking whether links in the directory are followed, also out of it
     */
    public ResourceRoot(Path docBase, boolean allowLinking) {
        this.docBase = canonical(docBase);
        this.allowLinking = allowLinking;
        this.jars = List.of();
    }

    /**
     * @param docBase null when there are jars only
     * @param jars with META-INF/resources or without; the first one that has a name wins
     * @throws IOException when a jar cannot be read; the message names it
     */
    public ResourceRoot(Path docBase, boolean allowLinking, List<Path> jars) throws IOException {
        this.docBase = docBase == null ? null : canonical(docBase);
        this.allowLinking = allowLinking;
        this.jars = JarResources.openAll(jars);
    }

    private static Path canonical(Path docBase) {
        Path root = docBase.toAbsolutePath().normalize();
        try {
            return root.toRealPath();
        } catch (IOException e) {
            // Missing or unreadable: every look-up fails in the same way, closed.
            return root;
        }
    }

    /**
     * What a decoded and normalised path names. A path with a trailing slash names directories
     * only. Everything doubtful, from a dot segment to an I/O error, is nothing.
     *
     * @param decodedPath starts with a slash
     */
    public Found find(String decodedPath) {
        return find(decodedPath, false);
    }

    /** The same for an application that dispatches: into WEB-INF and META-INF too. */
    Found findForDispatch(String decodedPath) {
        return find(decodedPath, true);
    }

    private Found find(String decodedPath, boolean privateToo) {
        if (!SafePath.accepts(decodedPath, privateToo)) {
            return Found.NOTHING;
        }
        boolean slash = decodedPath.endsWith("/");
        int end = slash ? decodedPath.length() - 1 : decodedPath.length();
        String name = end <= 1 ? "/" : decodedPath.substring(0, end);
        Found found = docBase == null ? Found.NOTHING : inDirectory(name, privateToo);
        if (found.kind() == Found.Kind.NOTHING && !jars.isEmpty()) {
            found = inJars(name);
        }
        return slash && found.isFile() ? Found.NOTHING : found;
    }

    /**
     * What may be written at, or into: in the directory alone, no link on the way whatever is
     * allowed to readers.
     *
     * @param decodedPath without slash at the end, but for the root
     */
    Found findToWrite(String decodedPath) {
        if (docBase == null || !SafePath.accepts(decodedPath, false)) {
            return Found.NOTHING;
        }
        try {
            Path real = exactly(docBase.resolve(decodedPath.substring(1)));
            return real == null ? Found.NOTHING : look(real);
        } catch (IOException | InvalidPathException | SecurityException e) {
            return Found.NOTHING;
        }
    }

    /** The directory itself; null when there are jars only. */
    Path docBase() {
        return docBase;
    }

    private Found inDirectory(String name, boolean privateToo) {
        try {
            Path asked = name.length() == 1 ? docBase : docBase.resolve(name.substring(1));
            Path real = allowLinking ? behindLinks(asked, privateToo) : exactly(asked);
            return real == null ? Found.NOTHING : look(real);
        } catch (IOException | InvalidPathException | SecurityException e) {
            return Found.NOTHING;
        }
    }

    /**
     * What the jars have, for the application's own code: WEB-INF and META-INF below
     * META-INF/resources too.
     *
     * @param name a path without slash at the end, but for the root
     */
    public Found inJars(String name) {
        for (JarResources jar : jars) {
            Found found = jar.find(name);
            if (found.kind() != Found.Kind.NOTHING) {
                return found;
            }
        }
        return Found.NOTHING;
    }

    /** Whole paths of what a directory has in all the jars; directories end with a slash. */
    public Set<String> membersInJars(String name) {
        Set<String> members = new TreeSet<>();
        for (JarResources jar : jars) {
            members.addAll(jar.members(name));
        }
        return members;
    }

    /**
     * Names of what a directory has, in no order, for whoever looks each of them up: some may not
     * be served. Stops where nobody wants more.
     *
     * @param decodedPath of a directory, with its last slash
     * @param wanted is given a name and says whether there may be another
     */
    void names(String decodedPath, Predicate<String> wanted) throws IOException {
        Found found = find(decodedPath);
        if (found.path() != null && found.isDirectory()) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(found.path())) {
                for (Path member : stream) {
                    if (!wanted.test(member.getFileName().toString())) {
                        return;
                    }
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        String name = decodedPath.substring(0, Math.max(1, decodedPath.length() - 1));
        for (String member : membersInJars(name)) {
            int end = member.endsWith("/") ? member.length() - 1 : member.length();
            if (!wanted.test(member.substring(member.lastIndexOf('/', end - 1) + 1, end))) {
                return;
            }
        }
    }

    /** Closes the jars; what they had cannot be read any more. */
    @Override
    public void close() {
        for (JarResources jar : jars) {
            jar.close();
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
        return new Found(
                kind, real, size, attributes.lastModifiedTime(), attributes.fileKey(), null);
    }

    /** The canonical path if it is spelt as asked for and in the directory; else null. */
    private Path exactly(Path asked) throws IOException {
        Path real = asked.toRealPath();
        return real.startsWith(docBase) && isSpelt(asked, real) ? real : null;
    }

    /** The same for each name on the way that is no link; links are followed. */
    private Path behindLinks(Path asked, boolean privateToo) throws IOException {
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
            if (!privateToo && SafePath.isPrivate(name.toString())) {
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
