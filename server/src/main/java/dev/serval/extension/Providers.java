package dev.serval.extension;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The list in which a jar names its extensions, in the form that {@link java.util.ServiceLoader}
 * reads. Stateless. A start reads it itself: that class opens each jar once more behind a URL, and
 * reads the whole manifests of all jars, of which signed ones have a line for each class.
 */
final class Providers {
    /** Where the list is. */
    static final String FILE = "META-INF/services/" + Extension.class.getName();

    private Providers() {}

    /** The names of classes in their order; empty if the jar has no list. */
    static Set<String> in(Path jar) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            ZipEntry entry = file.getEntry(FILE);
            return entry == null ? Set.of() : names(file, entry);
        }
    }

    private static Set<String> names(ZipFile file, ZipEntry list) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        try (InputStream in = file.getInputStream(list)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            StringTokenizer lines = new StringTokenizer(text, "\r\n");
            while (lines.hasMoreTokens()) {
                String line = lines.nextToken();
                int comment = line.indexOf('#');
                String name = (comment < 0 ? line : line.substring(0, comment)).strip();
                if (!name.isEmpty()) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
