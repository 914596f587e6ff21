package dev.serval.files;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The files of a jar under META-INF/resources (Servlet 6.1 §4.6), or under another path.
 * Thread-safe; accesses the disk. The jar stays open until it is closed here. A name is found only
 * if it is spelt as in the jar.
 */
final class JarResources implements ResourceSet {
    static final String PREFIX = "META-INF/resources/";

    private final Path jar;
    private final String prefix;
    private final ZipFile zip;
    private final long jarModified;
    // By their paths without slash at the end; a directory has no entry but members.
    private final Map<String, ZipEntry> files = new HashMap<>();
    private final Map<String, Set<String>> directories = new HashMap<>();

    private JarResources(Path jar, ZipFile zip, String prefix) throws IOException {
        this.jar = jar;
        this.zip = zip;
        this.prefix = prefix;
        this.jarModified = Files.getLastModifiedTime(jar).toMillis();
        Enumeration<? extends ZipEntry> entries = zip.entries();
        while (entries.hasMoreElements()) {
            ZipEntry entry = entries.nextElement();
            if (entry.getName().startsWith(prefix)) {
                add(entry);
            }
        }
    }

    /**
     * Opens the jars that have such resources.
     *
     * @throws IOException if one cannot be read; the message names it, and none stays open
     */
    static List<JarResources> openAll(List<Path> jars) throws IOException {
        List<JarResources> opened = new ArrayList<>();
        boolean all = false;
        try {
            for (Path jar : jars) {
                JarResources resources = open(jar, PREFIX);
                if (resources.directories.isEmpty()) {
                    resources.close();
                } else {
                    opened.add(resources);
                }
            }
            all = true;
            return List.copyOf(opened);
        } finally {
            if (!all) {
                opened.forEach(JarResources::close);
            }
        }
    }

    /**
     * @param prefix of the entries that count, with a slash at its end; empty for all entries
     * @throws IOException if it cannot be read; the message names it
     */
    static JarResources open(Path jar, String prefix) throws IOException {
        ZipFile zip = null;
        try {
            zip = new ZipFile(jar.toFile());
            return new JarResources(jar, zip, prefix);
        } catch (IOException | IllegalArgumentException e) {
            if (zip != null) {
                zip.close();
            }
            throw new IOException(
                    jar.getFileName() + " is not a complete JAR file: " + e.getMessage(), e);
        }
    }

    private void add(ZipEntry entry) {
        String name = entry.getName().substring(prefix.length());
        String path = "/" + (entry.isDirectory() && !name.isEmpty() ? cut(name) : name);
        if (entry.isDirectory()) {
            directories.computeIfAbsent(path, key -> new TreeSet<>());
        } else {
            files.put(path, entry);
        }
        boolean directory = entry.isDirectory();
        while (path.length() > 1) {
            String parent = path.substring(0, Math.max(1, path.lastIndexOf('/')));
            Set<String> members = directories.computeIfAbsent(parent, key -> new TreeSet<>());
            if (!members.add(directory ? path + "/" : path)) {
                return;
            }
            path = parent;
            directory = true;
        }
    }

    private static String cut(String name) {
        return name.substring(0, name.length() - 1);
    }

    @Override
    public Resource find(String path, boolean privateToo) {
        ZipEntry entry = files.get(path);
        if (entry != null && entry.getSize() >= 0) {
            // Jars of reproducible builds have the same old dates in all versions.
            FileTime modified = FileTime.fromMillis(Math.max(entry.getTime(), jarModified));
            return new Resource(
                    Resource.ResourceType.FILE,
                    null,
                    entry.getSize(),
                    modified,
                    entry.getCrc(),
                    member(path));
        }
        if (directories.containsKey(path)) {
            FileTime modified = FileTime.fromMillis(jarModified);
            return new Resource(
                    Resource.ResourceType.DIRECTORY, null, 0, modified, null, member(path));
        }
        return Resource.NOTHING;
    }

    private JarMember member(String path) {
        return new JarMember(this, path);
    }

    @Override
    public boolean names(String path, Predicate<String> wanted) {
        for (String member : directories.getOrDefault(path, Set.of())) {
            int end = member.endsWith("/") ? member.length() - 1 : member.length();
            if (!wanted.test(member.substring(member.lastIndexOf('/', end - 1) + 1, end))) {
                return false;
            }
        }
        return true;
    }

    /** The {@code jar:} URL of a file or directory that was found here. */
    URL url(String path) throws MalformedURLException {
        String file = jar.toUri().toString().replace("!", "%21");
        String entry = prefix + path.substring(1) + (files.containsKey(path) ? "" : "/");
        try {
            return URI.create("jar:" + file + "!/" + new URI(null, null, entry, null).getRawPath())
                    .toURL();
        } catch (java.net.URISyntaxException e) {
            throw new MalformedURLException(e.getMessage());
        }
    }

    /** The content of a file that was found here. */
    InputStream stream(String path) throws IOException {
        try {
            InputStream stream = zip.getInputStream(files.get(path));
            if (stream == null) {
                throw new IOException(path + " is no longer in " + jar);
            }
            return stream;
        } catch (IllegalStateException e) {
            throw new IOException(jar + " was closed", e);
        }
    }

    /** The whole content of a file, read-only; throws when it is not as long as stated. */
    ByteBuffer content(String path) throws IOException {
        int size = (int) files.get(path).getSize();
        try (InputStream in = stream(path)) {
            byte[] bytes = in.readNBytes(size);
            if (bytes.length < size) {
                throw new EOFException(path + " is cut in " + jar);
            }
            return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
        }
    }

    @Override
    public void close() {
        try {
            zip.close();
        } catch (IOException e) {
            // It was only read: a failed close loses nothing.
        }
    }
}
