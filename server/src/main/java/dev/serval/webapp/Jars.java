package dev.serval.webapp;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Jars of a class path. Stateless; accesses the disk. */
final class Jars {
    private static final String CLASS = ".class";

    private Jars() {}

    /** The jars of a directory by name; none when it is missing. */
    static List<Path> in(Path directory) throws IOException {
        List<Path> jars = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> members = Files.newDirectoryStream(directory, "*.jar")) {
                members.forEach(jars::add);
            }
        }
        Collections.sort(jars);
        return jars;
    }

    /**
     * The libraries of the server of which a jar or a directory has its own copy.
     *
     * @throws IOException if the jar is damaged; the message names it
     */
    static Set<ServerClasses> ownedBy(Path part) throws IOException {
        Set<ServerClasses> owned = EnumSet.noneOf(ServerClasses.class);
        if (Files.isDirectory(part)) {
            for (ServerClasses group : ServerClasses.values()) {
                if (group.marks().stream().anyMatch(m -> Files.exists(part.resolve(m)))) {
                    owned.add(group);
                }
            }
            return owned;
        }
        try (ZipFile jar = open(part)) {
            for (ServerClasses group : ServerClasses.values()) {
                if (group.marks().stream().anyMatch(m -> jar.getEntry(m) != null)) {
                    owned.add(group);
                }
            }
        }
        return owned;
    }

    /** The names of the classes in a jar or a directory. */
    static List<String> classes(Path part) throws IOException {
        if (Files.isDirectory(part)) {
            try (Stream<Path> files = Files.walk(part)) {
                return classes(files.map(file -> part.relativize(file).toString()));
            }
        }
        try (ZipFile jar = open(part)) {
            return classes(jar.stream().map(ZipEntry::getName));
        }
    }

    private static List<String> classes(Stream<String> files) {
        return files.filter(file -> file.endsWith(CLASS))
                .map(file -> file.substring(0, file.length() - CLASS.length()).replace('/', '.'))
                .toList();
    }

    /** Opens a jar; the message of the exception names it. */
    static ZipFile open(Path jar) throws IOException {
        try {
            return new ZipFile(jar.toFile());
        } catch (IOException e) {
            throw new IOException(
                    jar.getFileName() + " is not a complete JAR file: " + e.getMessage(), e);
        }
    }

    /** A URL for a class loader. An exclamation mark would end the jar's part of it. */
    static URL url(Path part) throws MalformedURLException {
        return URI.create(part.toUri().toString().replace("!", "%21")).toURL();
    }

    static URL[] urls(List<Path> parts) throws MalformedURLException {
        URL[] urls = new URL[parts.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = url(parts.get(i));
        }
        return urls;
    }

    /**
     * From now on, what is opened by a {@code jar:} URL is closed with its user. The JDK's cache,
     * which belongs to the JVM, would keep jars open until the JVM ends, and closing one for an
     * application that goes would close it for the one that has taken its place.
     */
    static void keepNoneOpen() {
        if (URLConnection.getDefaultUseCaches("jar")) {
            URLConnection.setDefaultUseCaches("jar", false);
        }
    }
}
