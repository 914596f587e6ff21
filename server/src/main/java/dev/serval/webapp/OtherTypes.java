package dev.serval.webapp;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What lies between the classes of an application and a type that is looked up, and is in none of
 * the archives that were looked through: classes of the JDK, of the shared libraries, and of jars
 * that were skipped. One thread; reads class files, and only where they can matter.
 */
final class OtherTypes {
    /** What may lie below a type: only classes of skipped jars, or those of others as well. */
    private enum Origin {
        SKIPPED,
        PARENT,
        JDK
    }

    private final ClassLoader parent;
    private final Collection<ArchiveIndex> archives;
    private final Map<String, List<Archive>> skipped;
    private final Map<Origin, Map<String, List<String>>> found = new EnumMap<>(Origin.class);

    /**
     * @param loader of the application
     * @param skipped jars that were not looked through, by the packages of their classes, with
     *     slashes
     */
    OtherTypes(
            ClassLoader loader,
            Collection<ArchiveIndex> archives,
            Map<String, List<Archive>> skipped) {
        this.parent =
                loader.getParent() == null
                        ? ClassLoader.getPlatformClassLoader()
                        : loader.getParent();
        this.archives = archives;
        this.skipped = skipped;
    }

    /** Types by what they extend and implement, for all that may lie below a type. */
    Map<String, List<String>> below(String type) {
        if (ServerClasses.isOfJdk(type)) {
            return found.computeIfAbsent(Origin.JDK, this::read);
        }
        // What a class outside extends is outside as well, so it must be seen there.
        if (parent.getResource(file(type)) != null) {
            return found.computeIfAbsent(Origin.PARENT, this::read);
        }
        return skipped.isEmpty() ? Map.of() : found.computeIfAbsent(Origin.SKIPPED, this::read);
    }

    private Map<String, List<String>> read(Origin origin) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>();
        archives.forEach(archive -> archive.supertypesElsewhere(open::add));
        Map<String, List<String>> subtypes = new HashMap<>();
        ClassFile file = new ClassFile(type -> false);
        try (OpenArchives jars = new OpenArchives()) {
            while (!open.isEmpty()) {
                String name = open.pop();
                byte[] bytes = seen.add(name) ? bytes(name, origin, jars) : null;
                if (bytes == null) {
                    continue;
                }
                try {
                    file.read(bytes, bytes.length, (onClass, type, values) -> {});
                } catch (IOException e) {
                    continue; // its children cannot be loaded either, and are named then
                }
                List<String> parents = new ArrayList<>(file.interfaces());
                parents.add(file.superName());
                for (String each : parents) {
                    if (each != null) {
                        String dotted = each.replace('/', '.');
                        subtypes.computeIfAbsent(dotted, n -> new ArrayList<>()).add(name);
                        open.add(dotted);
                    }
                }
            }
        }
        return subtypes;
    }

    /**
     * Of a type; null if it is not there, or does not matter. To look through all jars of an
     * application for what is not there would take its time.
     */
    private byte[] bytes(String name, Origin origin, OpenArchives jars) {
        int end = name.lastIndexOf('.');
        List<Archive> places = skipped.get(end < 0 ? "" : name.substring(0, end).replace('.', '/'));
        boolean ofParent =
                switch (origin) {
                    case SKIPPED -> false;
                    case PARENT -> !ServerClasses.isOfJdk(name);
                    case JDK -> true;
                };
        if (places == null && !ofParent
                || archives.stream().anyMatch(archive -> archive.contains(name))) {
            return null;
        }
        String file = file(name);
        try {
            for (Archive place : places == null ? List.<Archive>of() : places) {
                byte[] bytes = jars.read(place, file);
                if (bytes != null) {
                    return bytes;
                }
            }
            try (InputStream in = ofParent ? parent.getResourceAsStream(file) : null) {
                return in == null ? null : Archive.bytes(in, file);
            }
        } catch (IOException e) {
            return null; // its children cannot be loaded either, and are named then
        }
    }

    private static String file(String name) {
        return name.replace('.', '/') + ".class";
    }
}
