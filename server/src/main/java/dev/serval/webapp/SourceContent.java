package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The content of a WAR or a directory. Links in a directory are left out. Stateless. */
final class SourceContent {
    private SourceContent() {}

    /**
     * The SHA-256, in hexadecimal, of the names and contents of all files, and of a text.
     *
     * @throws WarException if a directory exceeds the limits
     */
    static String digest(Path source, String text, WarLimits limits) throws IOException {
        MessageDigest digest = sha256();
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            if (!Files.isDirectory(source)) {
                Files.copy(source, out);
            } else {
                long bytes = 0;
                List<Path> files = files(source);
                for (Path file : files) {
                    bytes += Files.size(file);
                    if (files.size() > limits.entries() || bytes > limits.bytes()) {
                        throw new WarException(
                                source.getFileName()
                                        + " has more than "
                                        + limits.entries()
                                        + " files or "
                                        + limits.bytes()
                                        + " bytes");
                    }
                    String head = "\0" + source.relativize(file) + "\0" + Files.size(file) + "\0";
                    out.write(head.getBytes(StandardCharsets.UTF_8));
                    Files.copy(file, out);
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /**
     * A digest of the file attributes of a source, by which the same source is recognised without
     * being read; null if the attributes are not sufficient, or have just changed.
     */
    static String seen(Path source) {
        MessageDigest digest = sha256();
        try {
            boolean directory = Files.isDirectory(source);
            for (Path file : directory ? files(source) : List.of(source)) {
                JarIdentities.Seen seen = JarIdentities.look(file);
                if (seen == null || !seen.stable()) {
                    return null;
                }
                String line = seen.key() + "\0" + seen.attributes() + "\0";
                digest.update(line.getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            return null;
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Makes a WAR of a directory. */
    static void pack(Path directory, Path war) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(war))) {
            for (Path file : files(directory)) {
                String name = directory.relativize(file).toString().replace('\\', '/');
                ZipEntry entry = new ZipEntry(name);
                entry.setLastModifiedTime(Files.getLastModifiedTime(file));
                zip.putNextEntry(entry);
                try (InputStream in = Files.newInputStream(file)) {
                    in.transferTo(zip);
                }
                zip.closeEntry();
            }
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
