package dev.serval.valve.accesslog;

import dev.serval.http.FieldName;
import dev.serval.http.RequestHead;

/**
 * {@code %{name}c}: the value of a request cookie (RFC 6265 §4.2), several are separated by commas;
 * {@code -} if there is none. Immutable.
 */
final class CookieElement implements LogElement {
    private final String name;

    CookieElement(String name) {
        this.name = name;
    }

    @Override
    public void append(Line line, Completed completed) {
        RequestHead head = completed.head();
        boolean found = false;
        int index = head.indexOf(FieldName.COOKIE, 0);
        while (index >= 0) {
            for (String pair : head.fieldValue(index).split(";")) {
                int equals = pair.indexOf('=');
                if (equals > 0 && pair.substring(0, equals).trim().equals(name)) {
                    if (found) {
                        line.one(',');
                    }
                    found = true;
                    line.escaped(pair.substring(equals + 1).trim());
                }
            }
            index = head.indexOf(FieldName.COOKIE, index + 1);
        }
        if (!found) {
            line.one('-');
        }
    }
}
