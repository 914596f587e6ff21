package dev.serval.webapp;

import dev.serval.settings.Location;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.annotation.HandlesTypes;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The initializers of an application (Servlet 6.1 §8.2.4), in order: those that the server brings,
 * those of the parents of its class loader, then those of its classes, then those of its libraries
 * in the order of fragments. Used by one thread.
 */
final class Initializers {
    private static final String SERVICES = ArchiveFiles.INITIALIZERS;
    // It ends Logback with the application whose start calls it: the Logback of a program that
    // embeds the server ends with the program.
    private static final String LOGBACK =
            "ch.qos.logback.classic.servlet.LogbackServletContainerInitializer";

    /**
     * @param types of its HandlesTypes, by name
     */
    record Initializer(ServletContainerInitializer initializer, List<String> types) {
        String className() {
            return initializer.getClass().getName();
        }
    }

    private final ClassLoader loader;
    private final Problems problems;
    private final Map<String, Location> names = new LinkedHashMap<>();
    private final Set<String> ofParents = new HashSet<>();

    Initializers(ClassLoader loader, Problems problems) {
        this.loader = loader;
        this.problems = problems;
    }

    /**
     * Makes one object for every name; adds an error if one cannot be made.
     *
     * @param sources the initializers that the server brings, and those that are left out
     */
    List<Initializer> find(Sources sources, List<Archive> archives, ClassIndex index) {
        try {
            ClassLoader parent = loader.getParent();
            if (parent != null) {
                for (URL url : Collections.list(parent.getResources(SERVICES))) {
                    try (InputStream in = url.openStream()) {
                        names(in.readAllBytes(), new Location(url.toString(), 0, 0));
                    }
                }
                names.remove(LOGBACK);
                names.keySet().removeIf(name -> isLeft(name, sources));
                ofParents.addAll(names.keySet());
            }
        } catch (IOException e) {
            problems.error(new Location(SERVICES, 0, 0), "cannot be read: " + e);
        }
        for (Archive archive : archives) {
            Location at = new Location(archive.shown() + "!/" + SERVICES, 0, 0);
            try {
                boolean none = index.isKnown(archive) && !index.files(archive).has(SERVICES);
                byte[] file = none ? null : archive.read(SERVICES);
                if (file != null) {
                    names(file, at);
                }
            } catch (IOException e) {
                problems.error(at, "cannot be read: " + e);
            }
        }
        List<Initializer> found = new ArrayList<>();
        for (ServletContainerInitializer initializer : sources.brought()) {
            try {
                String name = initializer.getClass().getName();
                List<String> types = types(initializer.getClass().getClassLoader(), name);
                if (!isLeft(name, sources) && !yields(types)) {
                    found.add(new Initializer(initializer, types));
                }
                ofParents.add(name);
            } catch (IOException e) {
                Location at = new Location(initializer.getClass().getName(), 0, 0);
                problems.error(at, "cannot be read: " + e);
            }
        }
        names.forEach(
                (name, at) -> {
                    try {
                        found.add(make(name));
                    } catch (ReflectiveOperationException
                            | LinkageError
                            | RuntimeException
                            | IOException e) {
                        if (ofParents.contains(name) && isHidden(name)) {
                            return;
                        }
                        Throwable cause = e.getCause() == null ? e : e.getCause();
                        problems.error(at, "the initializer " + name + " cannot be made: " + cause);
                    }
                });
        return found;
    }

    private static boolean isLeft(String name, Sources sources) {
        return sources.left() != null && sources.left().matcher(name).find();
    }

    /**
     * Whether an initializer of the application asks for the same types: then the application
     * handles them, and the packages of those types are its own as far as it has them.
     */
    private boolean yields(List<String> types) throws IOException {
        boolean found = false;
        for (String name : types.isEmpty() ? Set.<String>of() : names.keySet()) {
            if (!ofParents.contains(name)) {
                found |= types(loader, name).stream().anyMatch(types::contains);
            }
        }
        if (found && loader instanceof WebappClassLoader own) {
            Set<String> packages = new HashSet<>();
            types.forEach(type -> packages.add(type.substring(0, type.lastIndexOf('.'))));
            own.brings(packages);
        }
        return found;
    }

    /** Whether the application itself brings it. */
    boolean isOwn(Initializer found) {
        return !ofParents.contains(found.className());
    }

    /** Whether only the server sees the class: an application that uses it brings its own. */
    private boolean isHidden(String name) {
        try {
            Class.forName(name, false, loader.getParent());
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
        try {
            Class.forName(name, false, loader);
            return false;
        } catch (ClassNotFoundException e) {
            return true;
        } catch (LinkageError e) {
            return false;
        }
    }

    /** A file of names: comments behind a number sign, and none twice. */
    private void names(byte[] file, Location at) {
        for (String line : new String(file, StandardCharsets.UTF_8).split("[\r\n]+")) {
            int comment = line.indexOf('#');
            String name = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!name.isEmpty()) {
                names.putIfAbsent(name, at);
            }
        }
    }

    private Initializer make(String name) throws ReflectiveOperationException, IOException {
        Class<?> type = Class.forName(name, true, loader);
        Object made = type.getDeclaredConstructor().newInstance();
        if (!(made instanceof ServletContainerInitializer initializer)) {
            throw new ClassCastException(
                    name + " is no " + ServletContainerInitializer.class.getName());
        }
        return new Initializer(initializer, types(loader, name));
    }

    /** Read from the class file: reflection fails when one of the types is missing. */
    private static List<String> types(ClassLoader loader, String name) throws IOException {
        String handles = HandlesTypes.class.getName().replace('.', '/');
        List<String> names = new ArrayList<>();
        try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in != null) {
                byte[] bytes = in.readAllBytes();
                new ClassFile(handles::equals)
                        .read(
                                bytes,
                                bytes.length,
                                (onClass, annotation, values) -> {
                                    if (onClass && values != null) {
                                        values.texts("value").forEach(d -> names.add(named(d)));
                                    }
                                });
            }
        }
        return names;
    }

    /** The class of a descriptor. */
    private static String named(String descriptor) {
        return descriptor.startsWith("L")
                ? descriptor.substring(1, descriptor.length() - 1).replace('/', '.')
                : descriptor;
    }

    /**
     * The classes that an initializer asks for; a class that cannot be loaded is reported and
     * skipped.
     */
    Set<Class<?>> handled(Initializer found, ClassIndex index, Set<String> skipped) {
        Set<Class<?>> classes = new LinkedHashSet<>();
        for (String type : found.types()) {
            for (String name : index.handled(type)) {
                try {
                    classes.add(Class.forName(name, false, loader));
                } catch (ClassNotFoundException | LinkageError e) {
                    if (skipped.add(name)) {
                        problems.warning(
                                new Location("class " + name, 0, 0),
                                "is skipped, it cannot be loaded: " + e);
                    }
                }
            }
        }
        return classes;
    }
}
