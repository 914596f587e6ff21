package dev.serval.valve.around;

import dev.serval.session.Session;
import dev.serval.valve.BoundedText;
import dev.serval.valve.BoundedText.NoneLeft;
import dev.serval.valve.BoundedText.Steps;
import dev.serval.valve.CallChain;
import dev.serval.valve.CallValve;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * The PersistentValve: the session of a request is stored when its call has returned, if the
 * application has a store. Thread-safe.
 */
public final class SavedSessions implements CallValve {
    private final Pattern omitted;

    /**
     * @param omitted the expression for the whole path and query of requests whose session is not
     *     stored; null if there is none
     */
    public SavedSessions(Pattern omitted) {
        this.omitted = omitted;
    }

    @Override
    public void invoke(HttpServletRequest request, HttpServletResponse response, CallChain chain)
            throws IOException, ServletException {
        try {
            chain.proceed();
        } finally {
            if (request.getSession(false) instanceof Session session && !isOmitted(request)) {
                session.save();
            }
        }
    }

    private boolean isOmitted(HttpServletRequest request) {
        if (omitted == null) {
            return false;
        }
        String query = request.getQueryString();
        return isOmitted(omitted, request.getRequestURI() + (query == null ? "" : "?" + query));
    }

    /** A target that takes too many steps was made to take them; its session is stored. */
    static boolean isOmitted(Pattern omitted, String target) {
        try {
            return BoundedText.match(omitted, target, new Steps()) != null;
        } catch (NoneLeft e) {
            return false;
        }
    }
}
