package dev.serval.webapp;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Files whose change requires a new deployment, and their former state. Immutable. */
public final class WatchedFiles {
    /** Nothing. */
    public static final WatchedFiles NONE = new WatchedFiles(List.of());

    private final List<Path> files;
    private final String before;

    /** Records the files as they are now; some may be missing. */
    public WatchedFiles(List<Path> files) {
        this.files = List.copyOf(files);
        before = stamp();
    }

    private String stamp() {
        return files.stream().map(Stamps::of).collect(Collectors.joining(" "));
    }

    /** Whether one has changed since. */
    boolean areChanged() {
        return !stamp().equals(before);
    }

    /** Where changes may matter. */
    List<Path> directories() {
        return files.stream().map(Path::getParent).toList();
    }
}
