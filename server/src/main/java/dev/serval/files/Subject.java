package dev.serval.files;

import dev.serval.http.ContentCoding;

/**
 * What a {@link FileCache} is to have. Immutable.
 *
 * @param name under which it is kept
 * @param path of the file, decoded
 * @param found where its bytes are
 * @param coding in which they are; null if there is none
 * @param beside its encoded forms
 */
record Subject(String name, String path, Resource found, ContentCoding coding, Resource[] beside) {
    static final Resource[] NOTHING = {};

    Subject as(String other) {
        return new Subject(other, path, found, coding, beside);
    }
}
