package dev.serval.container;

import dev.serval.files.Overlay;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The overlays of {@link Context} at the places of classes, used in Tomcat to mount the output of a
 * build. Stateless; reads the disk.
 */
final class MountedClasses {
    private static final String CLASSES = "/WEB-INF/classes";
    private static final String LIB = "/WEB-INF/lib";

    private MountedClasses() {}

    /** Directories and jars; missing ones make the context fail later. */
    static List<Path> of(List<Overlay> overlays) throws IOException {
        List<Path> classes = new ArrayList<>();
        for (Overlay overlay : overlays) {
            String mount = overlay.webAppMount();
            boolean whole = overlay.internalPath().equals("/");
            switch (overlay.kind()) {
                case DIRECTORY -> {
                    Path directory = overlay.directory();
                    if (mount.equals(CLASSES) && Files.isDirectory(directory)) {
                        classes.add(directory);
                    } else if (mount.equals(LIB) && Files.isDirectory(directory)) {
                        classes.addAll(jars(directory));
                    }
                }
                case FILE -> {
                    boolean library = mount.startsWith(LIB + "/") && mount.endsWith(".jar");
                    if (library && Files.isRegularFile(overlay.base())) {
                        classes.add(overlay.base());
                    }
                }
                case ARCHIVE -> {
                    if (mount.equals(CLASSES) && whole && Files.isRegularFile(overlay.base())) {
                        classes.add(overlay.base());
                    }
                }
                case EMPTY -> {}
            }
        }
        return classes;
    }

    private static List<Path> jars(Path directory) throws IOException {
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, "*.jar")) {
            stream.forEach(jars::add);
        }
        jars.sort(null);
        return jars;
    }
}
