package dev.serval.files;

import dev.serval.http.FieldName;
import dev.serval.http.HttpDate;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Enumeration;

/**
 * The fields of a request that decide whether it gets a file, and which part (RFC 9110 §13.1,
 * §14.2). Immutable. A field with several lines is one list; a missing one is null.
 */
record Conditions(
        String ifMatch,
        String ifUnmodifiedSince,
        String ifNoneMatch,
        String ifModifiedSince,
        String ifRange,
        String range) {

    static final Conditions NONE = new Conditions(null, null, null, null, null, null);

    static Conditions of(HttpServletRequest request) {
        return new Conditions(
                joined(request, FieldName.IF_MATCH),
                joined(request, FieldName.IF_UNMODIFIED_SINCE),
                joined(request, FieldName.IF_NONE_MATCH),
                joined(request, FieldName.IF_MODIFIED_SINCE),
                joined(request, FieldName.IF_RANGE),
                joined(request, FieldName.RANGE));
    }

    /** The same for a file that is only a part of the body, to which ranges do not apply. */
    Conditions withoutRange() {
        return new Conditions(ifMatch, ifUnmodifiedSince, ifNoneMatch, ifModifiedSince, null, null);
    }

    /**
     * Whether a method may change the resource (RFC 9110 §13.2.2).
     *
     * @param exists whether anything is there
     * @param file the metadata of the file; null if there is none
     */
    boolean allowChange(boolean exists, Representation file) {
        if (ifMatch != null) {
            if (!matches(ifMatch, exists, file, true)) {
                return false;
            }
        } else if (ifUnmodifiedSince != null && file != null) {
            long date = HttpDate.parse(ifUnmodifiedSince);
            if (date != -1 && file.modified() > date) {
                return false;
            }
        }
        return ifNoneMatch == null || !matches(ifNoneMatch, exists, file, false);
    }

    private static boolean matches(
            String list, boolean exists, Representation file, boolean strong) {
        if (list.strip().equals("*")) {
            return exists;
        }
        return file != null && EntityTags.anyMatches(list, file.etag(), strong);
    }

    /** All lines of a field as one list; null if there is none. */
    static String joined(HttpServletRequest request, FieldName name) {
        Enumeration<String> values = request.getHeaders(name.text());
        if (values == null || !values.hasMoreElements()) {
            return null;
        }
        String first = values.nextElement();
        if (!values.hasMoreElements()) {
            return first;
        }
        StringBuilder all = new StringBuilder(first);
        while (values.hasMoreElements()) {
            all.append(", ").append(values.nextElement());
        }
        return all.toString();
    }
}
