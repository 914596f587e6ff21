package dev.serval.files;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What goes before the content of a file, encoded once. Immutable; its bytes are not to change. */
final class FileHead {
    private static final byte[] CRLF = {'\r', '\n'};

    private final Representation representation;
    private final byte[] wholeFields;
    private final byte[] knownFields;
    private final byte[] etag;
    private final byte[] lastModified;

    FileHead(Representation representation) {
        this.representation = representation;
        this.wholeFields = encode(FileResponse.metadata(representation));
        this.knownFields = encode(FileResponse.known(representation));
        this.etag = representation.etag().getBytes(StandardCharsets.ISO_8859_1);
        this.lastModified = representation.lastModified().getBytes(StandardCharsets.ISO_8859_1);
    }

    Representation representation() {
        return representation;
    }

    /** The field lines of a 200. */
    byte[] wholeFields() {
        return wholeFields;
    }

    /** The field lines of a 304. */
    byte[] knownFields() {
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

    private static byte[] encode(List<FileResponse.Line> lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(192);
        for (FileResponse.Line line : lines) {
            bytes.writeBytes(line.name().prefix());
            bytes.writeBytes(line.value().getBytes(StandardCharsets.ISO_8859_1));
            bytes.writeBytes(CRLF);
        }
        return bytes.toByteArray();
    }
}
