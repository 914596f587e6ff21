package dev.serval.servlet;

import dev.serval.files.Resource;
import dev.serval.files.ResourceRoot;
import dev.serval.http.DotSegments;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a context as its own code sees them, WEB-INF and META-INF included (Servlet 6.1
 * §4.6). Thread-safe; accesses the disk. Clients are served by {@code dev.serval.files}, never from
 * here. A context without a directory has no files.
 */
final class ContextFiles {
    private static final Logger LOG = LoggerFactory.getLogger(ContextFiles.class);

    private final Path docBase;
    private final boolean allowLinking;
    private final ResourceRoot root;
    // Whether a path has to begin with a slash.
    private final boolean strict;

    /**
     * @param docBase may be null
     * @param allowLinking whether links may lead out of the directory
     * @param root for what is in jars; may be null
     * @param strict whether a path has to begin with a slash
     */
    ContextFiles(Path docBase, boolean allowLinking, ResourceRoot root, boolean strict) {
        this.root = root;
        this.strict = strict;
        this.docBase = docBase == null ? null : docBase.toAbsolutePath().normalize();
        this.allowLinking = allowLinking;
    }

    /** The files of a context and its jars; null if it has neither. */
    static ResourceRoot root(ContextDescription builder) {
        if (builder.docBase == null
                && builder.resourceJars.isEmpty()
                && builder.overlays.isEmpty()) {
            return null;
        }
        try {
            boolean linking = builder.files.allowLinking();
            return new ResourceRoot(
                    builder.docBase, linking, builder.resourceJars, builder.overlays);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Where a path leads, whether or not it exists; null if that is outside of the directory. */
    Path locate(String path) {
        if (docBase == null || path == null) {
            return null;
        }
        try {
            String relative = path.startsWith("/") ? path.substring(1) : path;
            if (relative.startsWith("/") || relative.indexOf('\\') >= 0) {
                return null;
            }
            Path located = docBase.resolve(relative).normalize();
            return located.startsWith(docBase) ? located : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** The existing file or directory of a path; null if there is none. */
    Path find(String path) {
        Path located = locate(path);
        if (located == null || !Files.exists(located)) {
            return null;
        }
        if (path.endsWith("/") && !Files.isDirectory(located)) {
            return null;
        }
        try {
            boolean inside = located.toRealPath().startsWith(docBase.toRealPath());
            return inside || allowLinking ? located : null;
        } catch (IOException e) {
            return null;
        }
    }

    URL url(String given) throws MalformedURLException {
        requireSlash(given);
        String path = canonical(given);
        if (path == null) {
            return null;
        }
        Resource before = elsewhere(path, true);
        Path found = before.kind() == Resource.ResourceType.NOTHING ? find(path) : null;
        if (found != null) {
            return found.toUri().toURL();
        }
        return (before.kind() == Resource.ResourceType.NOTHING ? elsewhere(path, false) : before)
                .url();
    }

    /** Adds a leading slash where it may be left out. */
    String rooted(String given) {
        return strict || given == null || given.startsWith("/") ? given : "/" + given;
    }

    /** The content of a file; null if there is none, or if it cannot be opened. */
    InputStream streamOrNull(String given) {
        String rooted = rooted(given);
        if (rooted == null || !rooted.startsWith("/")) {
            return null;
        }
        try {
            return stream(rooted);
        } catch (IOException e) {
            LOG.debug("{} cannot be opened: {}", given, e.toString());
            return null;
        }
    }

    private InputStream stream(String given) throws IOException {
        String path = canonical(given);
        if (path == null) {
            return null;
        }
        Resource before = elsewhere(path, true);
        if (before.kind() != Resource.ResourceType.NOTHING) {
            return before.isFile() ? before.stream() : null;
        }
        Path found = find(path);
        if (found != null) {
            return Files.isRegularFile(found) ? Files.newInputStream(found) : null;
        }
        Resource behind = elsewhere(path, false);
        return behind.isFile() ? behind.stream() : null;
    }

    /**
     * Where a path leads as {@code getRealPath} says it: in the directory too when nothing is
     * there, and for every directory that is there, since applications write to them; null for what
     * only a jar has.
     */
    Path real(String given) {
        String rooted = given == null || given.startsWith("/") ? given : "/" + given;
        String path = canonical(rooted);
        if (path == null) {
            return null;
        }
        Path own = find(path);
        Resource before = elsewhere(path, true);
        if (before.isFile() || before.isDirectory() && own == null) {
            return before.path();
        }
        Resource behind = own == null ? elsewhere(path, false) : Resource.NOTHING;
        return behind.kind() == Resource.ResourceType.NOTHING ? locate(path) : behind.path();
    }

    /** The file of an overlay or a jar. */
    private Resource elsewhere(String path, boolean before) {
        if (root == null) {
            return Resource.NOTHING;
        }
        String name = withoutSlash(path);
        Resource found = before ? root.beforeDirectory(name) : root.behindDirectory(name);
        return path.endsWith("/") && found.isFile() ? Resource.NOTHING : found;
    }

    private static String withoutSlash(String path) {
        return path.length() > 1 && path.endsWith("/")
                ? path.substring(0, path.length() - 1)
                : path;
    }

    /** Members of a directory, those that are directories with a slash; null if there are none. */
    Set<String> members(String given) {
        String path = canonical(given);
        if (path == null) {
            return null;
        }
        Set<String> members = new TreeSet<>();
        try {
            if (root != null) {
                members.addAll(root.membersElsewhere(withoutSlash(path)));
            }
        } catch (IOException e) {
            return null;
        }
        Path directory = find(path);
        if (directory != null && Files.isDirectory(directory)) {
            String prefix = path.endsWith("/") ? path : path + "/";
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
                for (Path member : stream) {
                    String name = prefix + member.getFileName();
                    members.add(Files.isDirectory(member) ? name + "/" : name);
                }
            } catch (IOException e) {
                return null;
            }
        }
        return members.isEmpty() ? null : members;
    }

    /**
     * A path without dot segments and empty segments (Servlet 6.1 §3.5.2); null if it does not
     * begin at the root, or leads out of it. It is decoded already: percent signs and semicolons
     * belong to names.
     */
    private static String canonical(String path) {
        if (path == null || !path.startsWith("/")) {
            return null;
        }
        return DotSegments.removed(path.contains("//") ? path.replaceAll("/{2,}", "/") : path);
    }

    private static void requireSlash(String path) throws MalformedURLException {
        if (path == null || !path.startsWith("/")) {
            throw new MalformedURLException(
                    "Servlet 6.1 §4.6: a path starts with a slash: " + path);
        }
    }
}
