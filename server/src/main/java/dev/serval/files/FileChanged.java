package dev.serval.files;

import java.io.IOException;
import java.nio.file.Path;

/** A file is no longer the version that was looked up: look again. */
final class FileChanged extends IOException {
    private static final long serialVersionUID = 1;

    FileChanged(Path path) {
        super("The file has changed: " + path);
    }
}
