package dev.serval.webdav;

import dev.serval.files.WriteRefused;
import java.util.List;

/**
 * A refusal with the condition of RFC 4918 §16 that was not met, or with the resources that failed.
 * Immutable.
 */
final class DavRefused extends WriteRefused {
    private static final long serialVersionUID = 1;

    private final String condition;
    private final transient List<MemberFailure> failures;

    /** One resource that could not be changed. */
    record MemberFailure(String path, int status, String condition) {}

    /** A refusal by a condition, an element of DAV's namespace. */
    DavRefused(int status, String condition) {
        super(status, condition);
        this.condition = condition;
        this.failures = List.of();
    }

    /** A refusal for several resources: 207. */
    DavRefused(List<MemberFailure> failures) {
        super(207, "Multi-Status");
        this.condition = null;
        this.failures = List.copyOf(failures);
    }

    /** The condition; null if there is a list of failures instead. */
    String condition() {
        return condition;
    }

    List<MemberFailure> failures() {
        return failures;
    }
}
