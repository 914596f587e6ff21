package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** Recognises applications that were written for Java EE. Stateless; touches the disk. */
public final class JavaxServlet {
    private static final String INITIALIZERS =
            "META-INF/services/%s.servlet.ServletContainerInitializer";

    private JavaxServlet() {}

    /**
     * One sentence that says what to do with an application that needs {@code javax.servlet}; empty
     * for all others, also for those that have both and those that have neither.
     *
     * @param loader of the application; only its own classes and jars are looked at
     * @throws IOException when they cannot be read
     */
    public static Optional<String> found(WebappClassLoader loader) throws IOException {
        String javax = null;
        for (Path part : loader.parts()) {
            if (!Files.isDirectory(part)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(part)) {
                Iterator<Path> each = files.sorted().iterator();
                while (each.hasNext()) {
                    Path file = each.next();
                    if (!file.toString().endsWith(".class")) {
                        continue;
                    }
                    ClassReferences references = read(file);
                    if (references.mentions("jakarta/servlet/")) {
                        return Optional.empty();
                    }
                    if (javax == null && references.mentions("javax/servlet/")) {
                        javax = part.relativize(file).toString().replace('\\', '/');
                    }
                }
            }
        }
        if (javax == null) {
            javax = jarWithInitializer(loader);
        }
        return Optional.ofNullable(javax).map(JavaxServlet::sentence);
    }

    private static ClassReferences read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return ClassReferences.read(in.readAllBytes());
        }
    }

    /** A framework that starts by javax.servlet's initializers where none does by jakarta's. */
    private static String jarWithInitializer(WebappClassLoader loader) throws IOException {
        String javax = null;
        for (Path part : loader.parts()) {
            if (Files.isDirectory(part)) {
                continue;
            }
            try (ZipFile jar = Jars.open(part)) {
                if (jar.getEntry(INITIALIZERS.formatted("jakarta")) != null) {
                    return null;
                }
                if (javax == null && jar.getEntry(INITIALIZERS.formatted("javax")) != null) {
                    javax = part.getFileName().toString();
                }
            }
        }
        return javax;
    }

    /**
     * @param where what needs it, or the class that is missing
     */
    static String sentence(String where) {
        return "It needs javax.servlet ("
                + where
                + "), which is Java EE for Tomcat 9 and older; convert the WAR with the Apache"
                + " Tomcat Migration Tool for Jakarta EE, or change its imports from javax.servlet"
                + " to jakarta.servlet.";
    }
}
