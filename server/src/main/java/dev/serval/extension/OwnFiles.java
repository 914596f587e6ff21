package dev.serval.extension;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks that only users who may change the server itself can change a file: the code of an
 * extension runs as the server. Used by one thread.
 */
final class OwnFiles {
    private final Set<Path> seen = new HashSet<>();
    private Set<String> writers; // of the server's jar

    /**
     * Refuses a directory, or a file and the directory that contains it, that others can change.
     */
    void require(Path file) throws ExtensionException {
        try {
            Path real = file.toRealPath();
            requireOne(real);
            if (!Files.isDirectory(real)) {
                requireOne(real.getParent());
            }
        } catch (UnsupportedOperationException e) {
            // A file system without such permissions.
        } catch (IOException e) {
            throw ExtensionFolder.failure(file, "cannot be read", e);
        }
    }

    private void requireOne(Path real) throws IOException, ExtensionException {
        if (!seen.add(real)) {
            return;
        }
        Set<String> others = writers(real);
        if (writers == null) {
            writers = writers(server());
        }
        others.removeAll(writers);
        others.remove("root");
        others.remove(System.getProperty("user.name"));
        if (!others.isEmpty()) {
            throw new ExtensionException(
                    "SRV-0853 The extension "
                            + real
                            + " can be changed by "
                            + String.join(" and ", others)
                            + " on this machine: remove that permission (chmod go-w, or chown)",
                    null);
        }
    }

    /** The users who may change a file, as text. */
    private static Set<String> writers(Path file) throws IOException {
        PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
        Set<String> writers = new TreeSet<>();
        writers.add(attributes.owner().getName());
        if (attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)) {
            writers.add("the group " + attributes.group().getName());
        }
        if (attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
            writers.add("everybody");
        }
        return writers;
    }

    /** The server's jar. */
    private static Path server() throws IOException {
        URL jar = OwnFiles.class.getProtectionDomain().getCodeSource().getLocation();
        try {
            return Path.of(jar.toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }
}
