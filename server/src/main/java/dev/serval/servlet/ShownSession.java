package dev.serval.servlet;

import dev.serval.http.FieldName;
import dev.serval.http.PercentEncoding;
import dev.serval.http.RequestHead;
import dev.serval.servlet.request.CookieText;
import dev.serval.servlet.request.PathParameter;
import dev.serval.session.SessionCookie;
import dev.serval.session.Sessions;
import jakarta.servlet.SessionTrackingMode;
import java.util.Arrays;

/**
 * The session that the head of a request names, for routing: before the application has a request.
 * Thread-safe.
 */
final class ShownSession {
    // The limit of session cookies that are looked up for one request: each look-up may wait.
    private static final int MOST_LOOK_UPS = 4;

    private final Sessions sessions;
    private final SessionCookie cookie;

    ShownSession(Sessions sessions, SessionCookie cookie) {
        this.sessions = sessions;
        this.cookie = cookie;
    }

    /** Whether one of the first cookies, or the URL, names a session of the application. */
    boolean isIn(RequestHead head) {
        if (cookie.tracking().by(SessionTrackingMode.URL)
                && sessions.isShown(PathParameter.of(head.rawPath(), cookie.parameterName()))) {
            return true;
        }
        String name = cookie.cookieName();
        // Too many cookies are refused later, when the application reads them.
        return Arrays.stream(CookieText.parse(head.fields(FieldName.COOKIE), -1, false))
                .filter(each -> each.getName().equals(name))
                .limit(MOST_LOOK_UPS)
                .anyMatch(each -> sessions.isShown(each.getValue()));
    }

    /**
     * The path parameter with the session's id for a redirect to the same place; empty if there is
     * none.
     */
    String parameter(RequestHead head) {
        if (!cookie.tracking().by(SessionTrackingMode.URL)) {
            return "";
        }
        String name = cookie.parameterName();
        String id = PathParameter.of(head.rawPath(), name);
        return sessions.isShown(id) ? ";" + PercentEncoding.ofPath(name) + "=" + id : "";
    }
}
