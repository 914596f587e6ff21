package dev.serval.valve.accesslog;

import dev.serval.http.LogValue;
import dev.serval.http.LogWants;
import java.util.HashSet;
import java.util.Set;

/** Collects what the parts of a pattern need of a request. Used while a pattern is read. */
final class Wanted {
    private final Set<LogValue> values = new HashSet<>();
    private boolean commit;
    private boolean thread;
    private boolean session;

    /** A letter, with the content of its braces; null if it has none. */
    void by(char letter, String argument) {
        if (argument == null) {
            commit |= letter == 'F';
            thread |= letter == 'I';
            session |= letter == 'S';
        } else if (letter == 'r') {
            value(LogValue.attribute(argument));
        } else if (letter == 's') {
            value(new LogValue(LogValue.Kind.SESSION_ATTRIBUTE, argument));
        }
    }

    void value(LogValue value) {
        values.add(value);
    }

    /** Null if nothing is needed. */
    LogWants all() {
        return commit || thread || session || !values.isEmpty()
                ? new LogWants(commit, thread, session, values)
                : null;
    }
}
