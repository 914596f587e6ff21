package dev.serval.files;

/** What is done with a byte order mark at the begin of a text file that is converted. */
enum Bom {
    /** It goes, and what it says of the encoding counts. */
    USE,
    /** It goes, and counts for nothing. */
    DROP,
    /** It stays, a character like any other. */
    PASS
}
