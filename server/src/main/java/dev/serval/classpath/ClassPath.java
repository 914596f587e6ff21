package dev.serval.classpath;

import java.io.Closeable;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.stream.Stream;

/**
 * Directories, followed by jars, that a class loader searches in their order. Thread-safe. Among
 * many jars only those with files in the directory of a name are asked: a large application asks
 * for thousands of names, most of which are in no jar or in one of the last.
 */
public final class ClassPath implements Closeable {
    /** For fewer jars it takes longer to list their files than to ask each. */
    private static final int MANY = 8;

    private static final String VERSIONS = "META-INF/versions/";

    private final List<ClassPathPart> directories = new ArrayList<>();
    private final List<JarPart> jars = new ArrayList<>();
    private final Map<String, List<JarPart>> byDirectory = new HashMap<>();

    /**
     * @param parts which it closes, even if this fails; jars come after directories, whatever their
     *     order here
     */
    public ClassPath(List<? extends ClassPathPart> parts) {
        for (ClassPathPart part : parts) {
            if (part instanceof JarPart jar) {
                jars.add(jar);
            } else {
                directories.add(part);
            }
        }
        if (jars.size() >= MANY) {
            try {
                jars.forEach(this::list);
            } catch (RuntimeException | Error e) {
                ClassPathPart.abandon(parts);
                throw e;
            }
        }
    }

    private void list(JarPart jar) {
        String last = null; // files of one directory mostly follow each other
        for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
            String name = all.nextElement().getName();
            if (name.endsWith("/")) {
                name = name.substring(0, name.length() - 1);
                add(name, jar); // asked for with a slash at the end
            }
            String directory = directory(name);
            if (!directory.equals(last)) {
                add(directory, jar);
                last = directory;
            }
        }
    }

    private void add(String directory, JarPart jar) {
        put(directory, jar);
        if (directory.startsWith(VERSIONS)) { // of a multi-release jar
            int end = directory.indexOf('/', VERSIONS.length());
            put(end < 0 ? "" : directory.substring(end + 1), jar);
        }
    }

    private void put(String directory, JarPart jar) {
        List<JarPart> its = byDirectory.computeIfAbsent(directory, d -> new ArrayList<>(2));
        if (its.isEmpty() || its.get(its.size() - 1) != jar) {
            its.add(jar);
        }
    }

    /** The number of directories in the index; 0 if all jars are asked. */
    int directories() {
        return byDirectory.size();
    }

    private static String directory(String name) {
        int end = name.lastIndexOf('/');
        return end < 0 ? "" : name.substring(0, end);
    }

    private List<JarPart> jars(String name) {
        return byDirectory.isEmpty() ? jars : byDirectory.getOrDefault(directory(name), List.of());
    }

    /** The first file of a name with slashes; null if there is none, or after {@link #close}. */
    public ClassPathResource find(String name) {
        for (ClassPathPart directory : directories) {
            ClassPathResource found = directory.find(name);
            if (found != null) {
                return found;
            }
        }
        for (JarPart jar : jars(name)) {
            ClassPathResource found = jar.find(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The URLs of its parts, in the order of search. */
    List<URL> places() {
        return Stream.concat(directories.stream(), jars.stream())
                .map(ClassPathPart::place)
                .toList();
    }

    /** The URLs of all files of a name, in the order of search. */
    public List<URL> urls(String name) {
        List<URL> urls = new ArrayList<>();
        for (List<? extends ClassPathPart> parts : List.of(directories, jars(name))) {
            for (ClassPathPart part : parts) {
                ClassPathResource found = part.find(name);
                if (found != null) {
                    urls.add(found.url());
                }
            }
        }
        return urls;
    }

    @Override
    public void close() throws IOException {
        IOException failed = null;
        for (List<? extends ClassPathPart> parts : List.of(directories, jars)) {
            for (ClassPathPart part : parts) {
                try {
                    part.close();
                } catch (IOException e) {
                    failed = e;
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
