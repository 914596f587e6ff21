package dev.serval.webapp;

import dev.serval.classpath.ClassPathPart;
import dev.serval.classpath.JarPart;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
    static JarPart part(Path jar) throws IOException {
        try {
            return JarPart.open(jar);
        } catch (IOException e) {
            throw incomplete(jar, e);
        }
    }

    private static ZipFile open(Path jar) throws IOException {
        try {
            return new ZipFile(jar.toFile());
        } catch (IOException e) {
            throw incomplete(jar, e);
        }
    }

    private static IOException incomplete(Path jar, IOException why) {
        return new IOException(
                jar.getFileName() + " is not a complete JAR file: " + why.getMessage(), why);
    }

    static URL[] urls(List<Path> parts) throws MalformedURLException {
        URL[] urls = new URL[parts.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = ClassPathPart.url(parts.get(i));
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
