package dev.serval.session;

import jakarta.servlet.http.HttpSessionAttributeListener;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import java.util.List;

/** The session listeners of an application, in the order of their registration. */
public interface SessionListeners {
    /** No listeners. */
    SessionListeners NONE =
            new SessionListeners() {
                @Override
                public List<HttpSessionListener> ofSessions() {
                    return List.of();
                }

                @Override
                public List<HttpSessionAttributeListener> ofAttributes() {
                    return List.of();
                }

                @Override
                public List<HttpSessionIdListener> ofIds() {
                    return List.of();
                }
            };

    List<HttpSessionListener> ofSessions();

    List<HttpSessionAttributeListener> ofAttributes();

    List<HttpSessionIdListener> ofIds();
}
