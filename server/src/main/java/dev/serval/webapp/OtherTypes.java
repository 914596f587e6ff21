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
 * The types between the classes of an application and a type that is looked up that are in none of
 * the scanned archives: classes of the JDK, of the shared libraries, and of jars that were skipped.
 * One thread; reads class files only if they can matter.
 */
final class OtherTypes {
    /** Where subtypes of a type may be: only in skipped jars, or in other places as well. */
    private enum Origin {
        SKIPPED,
        PARENT,
        JDK
    }

    private final ClassLoader parent;
    private final Collection<ArchiveIndex> archives;
    private final Map<String, List<Archive>> skipped;
    private final Map<Origin, Map<String, List<String>>> found = new EnumMap<>(Origin.class);

    // A result is kept for each origin: there are many archives, and class files are slow to read.
    private final Map<String, Boolean> inside = new HashMap<>();
    private final Map<String, List<String>> supertypes = new HashMap<>();
    private final ClassFile file = new ClassFile(type -> false);

    /**
     * @param loader of the application
     * @param skipped jars that were not scanned, by the packages of their classes, with slashes
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

    /** The direct subtypes of each type, for all types that may lie below a type. */
    Map<String, List<String>> below(String type) {
        if (ServerClasses.isOfJdk(type)) {
            return found.computeIfAbsent(Origin.JDK, this::read);
        }
        // The supertypes of a class outside are outside as well, so the parent must see the type.
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
        try (OpenArchives jars = new OpenArchives()) {
            while (!open.isEmpty()) {
                String name = open.pop();
                if (!seen.add(name) || !matters(name, origin) || isInside(name)) {
                    continue;
                }
                List<String> above = supertypes.get(name);
                if (above == null) {
                    above = supertypes(name, origin, jars);
                    if (origin != Origin.SKIPPED || !above.isEmpty()) { // the parent may have it
                        supertypes.put(name, above);
                    }
                }
                for (String each : above) {
                    subtypes.computeIfAbsent(each, n -> new ArrayList<>()).add(name);
                    open.add(each);
                }
            }
        }
        return subtypes;
    }

    /**
     * Whether a type is looked up. Searching all jars of an application for a missing type would
     * take long.
     */
    private boolean matters(String name, Origin origin) {
        return origin == Origin.JDK
                || origin == Origin.PARENT && !ServerClasses.isOfJdk(name)
                || places(name) != null;
    }

    /** The skipped jars with classes in its package; null if there are none. */
    private List<Archive> places(String name) {
        int end = name.lastIndexOf('.');
        return skipped.get(end < 0 ? "" : name.substring(0, end).replace('.', '/'));
    }

    private boolean isInside(String name) {
        return inside.computeIfAbsent(
                name,
                type -> {
                    byte[] encoded = ArchiveIndex.encoded(type);
                    for (ArchiveIndex archive : archives) {
                        if (archive.contains(encoded)) {
                            return true;
                        }
                    }
                    return false;
                });
    }

    /** The direct supertypes of a type; empty if it is not there. */
    private List<String> supertypes(String name, Origin origin, OpenArchives jars) {
        if (ServerClasses.isOfJdk(name)) {
            List<String> above = ofJdk(name);
            if (above != null) {
                return above;
            }
        }
        byte[] bytes = bytes(name, origin, jars);
        if (bytes == null) {
            return List.of();
        }
        try {
            file.read(bytes, bytes.length, (onClass, type, values) -> {});
        } catch (IOException e) {
            return List.of(); // its subtypes cannot be loaded either, and are reported then
        }
        List<String> above = new ArrayList<>();
        List<String> named = new ArrayList<>(file.interfaces());
        named.add(file.superName());
        for (String each : named) {
            if (each != null) { // Object has none; a damaged class may name none
                above.add(each.replace('/', '.'));
            }
        }
        return above;
    }

    /**
     * The same for a class of the JDK, which is loaded: that is faster than reading its file. Null
     * if the JDK has none.
     */
    private static List<String> ofJdk(String name) {
        try {
            Class<?> type = Class.forName(name, false, ClassLoader.getPlatformClassLoader());
            List<String> above = new ArrayList<>();
            for (Class<?> each : type.getInterfaces()) {
                above.add(each.getName());
            }
            if (type.getSuperclass() != null) {
                above.add(type.getSuperclass().getName());
            }
            return above;
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private byte[] bytes(String name, Origin origin, OpenArchives jars) {
        String path = file(name);
        List<Archive> places = places(name);
        try {
            for (Archive place : places == null ? List.<Archive>of() : places) {
                byte[] bytes = jars.read(place, path);
                if (bytes != null) {
                    return bytes;
                }
            }
            try (InputStream in =
                    origin == Origin.SKIPPED ? null : parent.getResourceAsStream(path)) {
                return in == null ? null : Archive.bytes(in, path);
            }
        } catch (IOException e) {
            return null; // its subtypes cannot be loaded either, and are reported then
        }
    }

    private static String file(String name) {
        return name.replace('.', '/') + ".class";
    }
}
