package dev.serval.config;

import dev.serval.config.xml.LimitedFile;
import dev.serval.settings.BadValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of the files that {@code ${file:/path}} names, each read once. One thread. No
 * message shows the contents.
 */
final class SecretFiles {
    static final String PREFIX = "file:";

    private static final int MOST = 1 << 16;

    // A shorter content is no secret, and would be found in any message.
    private static final int LEAST = 4;

    private final Path base;
    private final Map<Path, String> contents = new HashMap<>();
    private final List<Path> open = new ArrayList<>();

    /**
     * @param base the base of relative paths
     */
    SecretFiles(Path base) {
        this.base = base;
    }

    /** Whether a text has a placeholder for a file. */
    static boolean isIn(String text) {
        return text.contains("${" + PREFIX);
    }

    /** A source of such files, and of another source for all other names. */
    Placeholders.Source and(Placeholders.Source other) {
        return name ->
                name.startsWith(PREFIX)
                        ? read(base.resolve(name.substring(PREFIX.length())))
                        : other.value(name);
    }

    /** The content without the end of its last line; null if there is no such file. */
    private String read(Path file) throws BadValue {
        String known = contents.get(file);
        if (known != null) {
            return known;
        }
        try {
            byte[] bytes = LimitedFile.read(file, MOST);
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            String content = text.replaceFirst("\\r?\\n\\z", "");
            contents.put(file, content);
            if (othersRead(file)) {
                open.add(file);
            }
            return content;
        } catch (NoSuchFileException e) {
            return null;
        } catch (AccessDeniedException e) {
            throw unusable(file, "this process may not read it");
        } catch (CharacterCodingException e) {
            throw unusable(file, "it is not in UTF-8");
        } catch (IOException e) {
            throw unusable(file, e.getMessage());
        }
    }

    private static BadValue unusable(Path file, String why) {
        return new BadValue("needs what is in " + file + ", which cannot be read: " + why);
    }

    private static boolean othersRead(Path file) throws IOException {
        try {
            return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
        } catch (UnsupportedOperationException e) {
            return false; // a file system without such permissions
        }
    }

    /** The files read since the last call that all users may read. */
    List<Path> open() {
        List<Path> found = List.copyOf(open);
        open.clear();
        return found;
    }

    /** A message without the contents of the files. */
    String without(String message) {
        String hidden = message;
        for (String content : contents.values()) {
            // Attributes have no blanks around them.
            String bare = content.strip();
            if (bare.length() >= LEAST) {
                hidden = hidden.replace(bare, "***");
            }
        }
        return hidden;
    }
}
