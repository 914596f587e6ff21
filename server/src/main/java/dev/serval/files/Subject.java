package dev.serval.files;

import dev.serval.http.ContentCoding;

/**
 * A file that a {@link FileCache} is to load. Immutable.
 *
 * @param name under which it is kept
 * @param path of the file, decoded
 * @param found where its bytes are
 * @param coding of these bytes; null if there is none
 * @param beside its encoded forms
 */
record Subject(String name, String path, Resource found, ContentCoding coding, Resource[] beside) {
    static final Resource[] NOTHING = {};

    Subject as(String other) {
        return new Subject(other, path, found, coding, beside);
    }
}
