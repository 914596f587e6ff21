package dev.serval.tls;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Says why a file cannot be read. Pure. */
final class Unreadable {
    private Unreadable() {}

    static TlsException of(Path file, IOException cause) {
        String why =
                cause instanceof NoSuchFileException
                        ? "does not exist"
                        : cause instanceof AccessDeniedException
                                ? "cannot be read by the user "
                                        + System.getProperty("user.name")
                                        + ": change its owner or its mode"
                                : cause instanceof CharacterCodingException
                                        ? "is not text"
                                        : "cannot be read: " + cause.getMessage();
        return new TlsException("the file " + file + " " + why, cause);
    }
}
