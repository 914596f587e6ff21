package dev.serval.files;

import dev.serval.http.ContentCoding;
import java.nio.ByteBuffer;

/**
 * What a {@link FileCache} is to have. Immutable.
 *
 * @param name under which it is kept
 * @param path of the file, decoded
 * @param found where its bytes are
 * @param coding in which they are; null for none
 * @param beside its encoded forms
 */
record Subject(String name, String path, Found found, ContentCoding coding, Found[] beside) {
    static final Found[] NOTHING = {};

    /** What HTTP knows of it; {@code body} is null when its content stays on the disk. */
    Representation representation(
            ByteBuffer body, MimeTypes types, FileSettings settings, long now) {
        Representation plain =
                Representation.of(types.of(path), found, body, settings.servlet(), now);
        if (coding != null) {
            plain = plain.encoded(coding, found.size(), true);
        }
        return plain.of(path, settings.site());
    }

    Subject as(String other) {
        return new Subject(other, path, found, coding, beside);
    }
}
