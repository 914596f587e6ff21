package dev.serval.servlet.security;

import dev.serval.http.Framing;
import dev.serval.http.Method;
import dev.serval.http.PercentEncoding;
import dev.serval.http.RequestHead;
import dev.serval.security.AwaitedLogins;
import dev.serval.security.LoginRequest;
import dev.serval.security.SavedRequest;
import dev.serval.security.SessionLogin;
import dev.serval.servlet.request.ApiRequest;
import dev.serval.servlet.request.ApiResponse;
import dev.serval.servlet.request.RequestView;
import dev.serval.session.Session;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;

/**
 * A request as authenticators see it. Owned by the request.
 *
 * @param asked the request
 * @param answered its response
 * @param path of the request
 */
record Login(ApiRequest asked, ApiResponse answered, String path) implements LoginRequest {
    @Override
    public HttpServletRequest request() {
        return asked;
    }

    @Override
    public HttpServletResponse response() {
        return answered;
    }

    @Override
    public String target() {
        return asked.receivedTarget();
    }

    /** The session; null if there is none and none is to be created. */
    Session session(boolean create) {
        return asked.session(create);
    }

    /** Changes the id of the session if there is one. */
    void changeSessionId() {
        if (asked.session(false) != null) {
            asked.changeSessionId();
        }
    }

    @Override
    public boolean save(int seconds, AwaitedLogins awaited) throws IOException {
        Session session = session(true);
        SavedRequest saved = received();
        if (saved != null) {
            SessionLogin.save(session, saved, seconds, awaited);
        }
        return saved != null;
    }

    @Override
    public String saved() {
        SavedRequest saved = SessionLogin.of(session(false)).saved();
        return saved == null ? null : saved.location();
    }

    /**
     * Replaces this request by the saved one if it has the same location, even where the method of
     * this one needs no login.
     */
    void restore() {
        Session session = session(false);
        SavedRequest saved = SessionLogin.of(session).saved();
        if (saved == null || !saved.path().equals(path)) {
            return;
        }
        SessionLogin.forget(session);
        if (saved.hasMore() && asksFor(saved)) {
            asked.replay(saved);
        }
    }

    /** The request as received; null if its body is larger than the connector allows. */
    private SavedRequest received() throws IOException {
        RequestHead head = asked.head();
        int most = asked.exchange().config().limits().forms().maxSavePostSize();
        String query = head.rawQuery();
        String place = asked.encoded(path);
        String location = query == null ? place : place + "?" + PercentEncoding.ofReference(query);
        boolean bodiless = head.framing() == Framing.NONE;
        if (isGet(head) || !bodiless && most == 0) {
            return new SavedRequest(location, path, null, new byte[0]);
        }
        if (most >= 0 && head.contentLength() > most) {
            return null;
        }
        byte[] kept = asked.body().keep(most);
        return kept == null ? null : new SavedRequest(location, path, head, kept);
    }

    /** Whether this is a plain GET of the saved request. */
    private boolean asksFor(SavedRequest saved) {
        RequestHead head = asked.head();
        return isGet(head)
                && head.framing() == Framing.NONE
                && Objects.equals(head.rawQuery(), saved.head().rawQuery());
    }

    private static boolean isGet(RequestHead head) {
        return head.method() == Method.GET || head.method() == Method.HEAD;
    }

    @Override
    public void show(String page) throws ServletException, IOException {
        RequestDispatcher dispatcher = asked.getServletContext().getRequestDispatcher(page);
        if (dispatcher == null) {
            answered.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        RequestView before = asked.view();
        asked.view(before.got());
        try {
            dispatcher.forward(asked, answered);
        } finally {
            asked.view(before);
        }
    }
}
