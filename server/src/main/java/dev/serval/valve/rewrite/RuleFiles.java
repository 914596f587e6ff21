package dev.serval.valve.rewrite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** The files that rules were read from, and whether one has changed. Immutable after that. */
final class RuleFiles {
    private final Function<String, Path> paths;
    private final ClassLoader shared;
    private final Map<Path, Object> stamps = new LinkedHashMap<>();

    /**
     * @param paths of files that rules name
     * @param shared see {@link #shared()}
     */
    RuleFiles(Function<String, Path> paths, ClassLoader shared) {
        this.paths = paths;
        this.shared = shared;
    }

    /** The loader of the classes that rules name; null for the application of a request. */
    ClassLoader shared() {
        return shared;
    }

    /** A file named in rules, which is read next. */
    Path resolve(String name) {
        Path file = paths.apply(name);
        note(file);
        return file;
    }

    void note(Path file) {
        stamps.put(file, stamp(file));
    }

    boolean haveChanged() {
        for (Map.Entry<Path, Object> each : stamps.entrySet()) {
            if (!Objects.equals(each.getValue(), stamp(each.getKey()))) {
                return true;
            }
        }
        return false;
    }

    /** Changes with the file; null if it is missing. */
    private static Object stamp(Path file) {
        try {
            BasicFileAttributes of = Files.readAttributes(file, BasicFileAttributes.class);
            record Stamp(Object time, long size, Object key) {}
            return new Stamp(of.lastModifiedTime(), of.size(), of.fileKey());
        } catch (IOException e) {
            return null;
        }
    }
}
