package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Recognises classes for Java EE. Those that an application itself maps, registers or lists prevent
 * it from being served; others in its libraries are not called, as in Tomcat, and are named in one
 * warning. One thread; accesses the disk.
 */
final class JavaxServlet {
    /** Where a library lists its initializers for Java EE. */
    private static final String SERVICES = ArchiveFiles.JAVAX_INITIALIZERS;

    private static final String OLD = "javax/servlet/";
    private static final String NEW = "jakarta/servlet/";

    private final ClassLoader loader;
    private final List<Archive> classes;
    private final List<Archive> libraries;
    private final ClassIndex index;
    private final Path legacy;
    // Of the application's own classes.
    private boolean some;
    private boolean current;
    private boolean annotated;
    private String old;

    /**
     * @param classes directories of the application's own classes
     * @param libraries that count
     * @param index of the files of libraries
     * @param legacy where its host has applications converted; null if nowhere
     */
    JavaxServlet(
            ClassLoader loader,
            List<Archive> classes,
            List<Archive> libraries,
            ClassIndex index,
            Path legacy) {
        this.loader = loader;
        this.classes = classes;
        this.libraries = libraries;
        this.index = index;
        this.legacy = legacy;
    }

    /**
     * One sentence that says what to do with an application that needs {@code javax.servlet}; empty
     * for all others, where a warning may be added.
     *
     * @param registered names of all classes of servlets, filters, listeners and initializers; none
     *     means that the application would never be called
     */
    Optional<String> check(Set<String> registered, Problems problems) throws IOException {
        for (String name : registered) {
            String file = name.replace('.', '/') + ".class";
            if (isOld(file)) {
                return Optional.of(sentence(file));
            }
        }
        for (Archive archive : classes) {
            if (archive.read(SERVICES) != null && archive.read(ArchiveFiles.INITIALIZERS) == null) {
                return Optional.of(sentence(SERVICES));
            }
            look(archive);
        }
        String own = current ? null : old;
        if (own != null && (annotated || registered.isEmpty())) {
            return Optional.of(sentence(own));
        }
        Map<String, String> jars = jars();
        if (!jars.isEmpty() && registered.isEmpty() && some) {
            return Optional.of(sentence(jars.keySet().iterator().next()));
        }
        warn(own, jars, problems);
        return Optional.empty();
    }

    private boolean isOld(String file) throws IOException {
        try (InputStream in = loader.getResourceAsStream(file)) {
            if (in == null) {
                return false;
            }
            ClassReferences references = ClassReferences.read(in.readAllBytes());
            return references.mentions(OLD) && !references.mentions(NEW);
        }
    }

    /** Stops at the first class for the present API: an application that has one was converted. */
    private void look(Archive archive) throws IOException {
        Iterator<String> names = current ? List.<String>of().iterator() : archive.names();
        while (names.hasNext() && !current) {
            String name = names.next();
            if (!name.endsWith(".class")) {
                continue;
            }
            some = true;
            ClassReferences references = ClassReferences.read(archive.read(name));
            current = references.mentions(NEW);
            if (references.mentions(OLD)) {
                old = old == null ? name : old;
                annotated |= references.mentions(OLD + "annotation/Web");
            }
        }
    }

    /** Initializers that are not called, by jars that have none for the present API. */
    private Map<String, String> jars() throws IOException {
        Map<String, String> found = new TreeMap<>();
        for (Archive jar : libraries) {
            ArchiveFiles files = index.files(jar);
            if (files.has(SERVICES) && !files.has(ArchiveFiles.INITIALIZERS)) {
                String names = new String(jar.read(SERVICES), StandardCharsets.UTF_8);
                String first =
                        names.lines()
                                .map(line -> line.replaceFirst("#.*", "").strip())
                                .filter(line -> !line.isEmpty())
                                .findFirst()
                                .orElse("nothing");
                found.put(jar.path().getFileName().toString(), first);
            }
        }
        return found;
    }

    private void warn(String own, Map<String, String> jars, Problems problems) {
        List<String> all = new ArrayList<>();
        jars.forEach((jar, initializer) -> all.add(initializer + " of " + jar));
        if (own != null) {
            all.add(own + ", which nothing here registers");
        }
        if (!all.isEmpty()) {
            Archive at = jars.isEmpty() ? classes.get(0) : libraries.get(0);
            String place = at.shown();
            int end = jars.isEmpty() ? -1 : place.lastIndexOf('/');
            problems.warning(
                    WebXmlReader.whole(end < 0 ? place : place.substring(0, end)),
                    "is in part for javax.servlet, which is Java EE for Tomcat 9 and older; as in"
                            + " Tomcat this is not called: "
                            + String.join("; ", all)
                            + "; where it is missed, put the library's version for jakarta.servlet"
                            + " in its place, else take it out");
        }
    }

    private String sentence(String where) {
        return sentence(where, legacy);
    }

    /**
     * @param where the file that needs {@code javax.servlet}, or the class that is missing
     * @param legacy where its host has applications converted; null if nowhere, or unknown
     */
    static String sentence(String where, Path legacy) {
        return "It needs javax.servlet ("
                + where
                + "), which is Java EE for Tomcat 9 and older; "
                + (legacy == null
                        ? ""
                        : "put it into "
                                + legacy
                                + " (the legacyAppBase of its Host), where it is converted, ")
                + "convert it once and for all with the Apache Tomcat Migration Tool for Jakarta"
                + " EE, or change its imports from javax.servlet to jakarta.servlet.";
    }
}
