package dev.serval.files;

import dev.serval.http.FieldName;
import dev.serval.http.HttpDate;
import dev.serval.http.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * The response to a request for a file: a pure decision. Immutable. Sent by the servlet and by the
 * fast path alike. A welcome file gets no Content-Location (RFC 9110 §8.7): clients do not need it,
 * and all responses would be longer.
 *
 * @param status 200, 206, 304, 405, 412 or 416
 * @param fields without Content-Length and Date
 * @param first offset of the first byte to send
 * @param length bytes of the body of a GET; -1 if the body is not that of the file
 * @param multipart the body if it is several parts of the file; otherwise null
 */
record FileResponse(
        int status, List<Field> fields, long first, long length, MultipartRanges multipart) {
    /** The methods that files have (RFC 9110 §10.2.1). */
    static String allow(FileSettings settings) {
        String reading =
                settings.servlet().allowPostAsGet()
                        ? "GET, HEAD, POST, OPTIONS"
                        : "GET, HEAD, OPTIONS";
        return settings.readonly() ? reading : reading + ", PUT, DELETE";
    }

    private static final Field VARY = new Field(FieldName.VARY, FieldName.ACCEPT_ENCODING.text());

    FileResponse(int status, List<Field> fields, long first, long length) {
        this(status, fields, first, length, null);
    }

    /**
     * One field of the response.
     *
     * @param yields whether it is left out where a filter has set that field already
     */
    record Field(FieldName name, String value, boolean yields) {
        Field(FieldName name, String value) {
            this(name, value, false);
        }

        static Field yielding(FieldName name, String value) {
            return new Field(name, value, true);
        }
    }

    /**
     * Decides by method, then the preconditions in the order of RFC 9110 §13.2.2, then the range.
     *
     * @param conditions those of the request; {@link Conditions#NONE} for dispatches
     * @param allow see {@link #allow}
     */
    static FileResponse of(
            Method method, Conditions conditions, Representation file, String allow) {
        switch (method) {
            case GET, HEAD -> {
                return retrieve(method, conditions, file);
            }
            case OPTIONS -> {
                return new FileResponse(200, List.of(new Field(FieldName.ALLOW, allow)), 0, 0);
            }
            case POST, PUT, DELETE, TRACE, CONNECT, PATCH, OTHER -> {
                return new FileResponse(405, List.of(new Field(FieldName.ALLOW, allow)), 0, -1);
            }
        }
        throw new AssertionError(method);
    }

    private static FileResponse retrieve(Method method, Conditions asked, Representation file) {
        if (!unchanged(asked, file)) {
            return new FileResponse(412, List.of(etag(file)), 0, -1);
        }
        if (isKnown(asked, file)) {
            return new FileResponse(304, known(file), 0, -1);
        }
        // RFC 9110 §14.2: a range is defined for GET alone.
        if (method == Method.GET && asked.range() != null && rangeApplies(asked.ifRange(), file)) {
            ByteRanges ranges = ByteRanges.select(asked.range(), file.size());
            if (!ranges.satisfiable()) {
                Field line = new Field(FieldName.CONTENT_RANGE, "bytes */" + file.size());
                return new FileResponse(416, List.of(line), 0, -1);
            }
            if (ranges.parts().size() > 1) {
                return parts(ranges.parts(), file);
            }
            if (!ranges.parts().isEmpty()) {
                return part(ranges.parts().get(0), file);
            }
        }
        return new FileResponse(200, metadata(file), 0, file.size());
    }

    /** The same, if the response depends on a field of the request. */
    FileResponse varyingBy(String field) {
        List<Field> lines = new ArrayList<>(fields);
        String before = null;
        for (Field line : fields) {
            if (line.name() == FieldName.VARY) {
                before = line.value();
                lines.remove(line);
            }
        }
        lines.add(new Field(FieldName.VARY, before == null ? field : before + ", " + field));
        return new FileResponse(status, lines, first, length, multipart);
    }

    /** RFC 9110 §13.2.2, steps 1 and 2. */
    private static boolean unchanged(Conditions asked, Representation file) {
        if (asked.ifMatch() != null) {
            return EntityTags.anyMatches(asked.ifMatch(), file.etag(), true);
        }
        if (asked.ifUnmodifiedSince() != null) {
            long date = HttpDate.parse(asked.ifUnmodifiedSince());
            return date == -1 || file.modified() <= date;
        }
        return true;
    }

    /** RFC 9110 §13.2.2, steps 3 and 4. */
    private static boolean isKnown(Conditions asked, Representation file) {
        if (asked.ifNoneMatch() != null) {
            return EntityTags.anyMatches(asked.ifNoneMatch(), file.etag(), false);
        }
        if (asked.ifModifiedSince() != null) {
            long date = HttpDate.parse(asked.ifModifiedSince());
            return date != -1 && file.modified() <= date;
        }
        return false;
    }

    /** RFC 9110 §13.1.5: only a strong validator that equals that of the file. */
    private static boolean rangeApplies(String ifRange, Representation file) {
        if (ifRange == null) {
            return true;
        }
        if (ifRange.startsWith("\"") || ifRange.startsWith("W/")) {
            return EntityTags.strongMatch(ifRange, file.etag());
        }
        return file.settled() && HttpDate.parse(ifRange) == file.modified();
    }

    private static FileResponse part(ByteRange range, Representation file) {
        List<Field> lines = new ArrayList<>(metadata(file));
        lines.add(new Field(FieldName.CONTENT_RANGE, range.contentRange(file.size())));
        return new FileResponse(206, lines, range.first(), range.length());
    }

    /** RFC 9110 §15.3.7.2: Content-Range stands in the parts, and so does the type of the file. */
    private static FileResponse parts(List<ByteRange> ranges, Representation file) {
        MultipartRanges body = MultipartRanges.of(file.type(), ranges, file.size());
        List<Field> lines = new ArrayList<>(metadata(file));
        lines.removeIf(line -> line.name().equals(FieldName.CONTENT_TYPE));
        lines.add(0, new Field(FieldName.CONTENT_TYPE, body.contentType()));
        return new FileResponse(206, lines, 0, body.length(), body);
    }

    /** The fields of a 200. */
    static List<Field> metadata(Representation file) {
        List<Field> lines = new ArrayList<>(8);
        if (file.type() != null) {
            lines.add(new Field(FieldName.CONTENT_TYPE, file.type()));
        }
        if (file.coding() != null) {
            lines.add(new Field(FieldName.CONTENT_ENCODING, file.coding().token()));
        }
        lines.add(new Field(FieldName.LAST_MODIFIED, file.lastModified()));
        lines.add(etag(file));
        if (file.ranges()) {
            lines.add(new Field(FieldName.ACCEPT_RANGES, "bytes"));
        }
        lines.addAll(file.further());
        if (file.varies()) {
            lines.add(VARY);
        }
        return lines;
    }

    /** The fields of a 304: the client has the others (RFC 9110 §15.4.5). */
    static List<Field> known(Representation file) {
        List<Field> lines = new ArrayList<>(3);
        lines.add(etag(file));
        for (Field line : file.further()) {
            if (line.name() == FieldName.CACHE_CONTROL) {
                lines.add(line);
            }
        }
        if (file.varies()) {
            lines.add(VARY);
        }
        return lines;
    }

    static Field etag(Representation file) {
        return new Field(FieldName.ETAG, file.etag());
    }
}
