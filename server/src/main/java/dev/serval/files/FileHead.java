package dev.serval.files;

import dev.serval.http.Fields;
import dev.serval.http.PreparedFields;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The head that is sent before the content of a file, prepared once. Immutable; its bytes must not
 * be changed.
 */
final class FileHead {
    private final Representation representation;
    private final PreparedFields wholeFields;
    private final PreparedFields knownFields;
    private final byte[] etag;
    private final byte[] lastModified;

    FileHead(Representation representation) {
        this.representation = representation;
        this.wholeFields = prepare(FileResponse.metadata(representation));
        this.knownFields = prepare(FileResponse.known(representation));
        this.etag = representation.etag().getBytes(StandardCharsets.ISO_8859_1);
        this.lastModified = representation.lastModified().getBytes(StandardCharsets.ISO_8859_1);
    }

    Representation representation() {
        return representation;
    }

    /** The fields of a 200. */
    PreparedFields wholeFields() {
        return wholeFields;
    }

    /** The fields of a 304. */
    PreparedFields knownFields() {
        return knownFields;
    }

    /** The entity tag as it is sent. */
    byte[] etagBytes() {
        return etag;
    }

    /** The Last-Modified date as it is sent. */
    byte[] lastModifiedBytes() {
        return lastModified;
    }

    private static PreparedFields prepare(List<FileResponse.Field> lines) {
        Fields fields = new Fields();
        for (FileResponse.Field line : lines) {
            fields.add(line.name(), line.value());
        }
        return PreparedFields.of(fields);
    }
}
