package dev.serval.servlet;

import dev.serval.security.LoginRequest;
import dev.serval.security.SavedRequest;
import dev.serval.session.Session;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * A request as authenticators see it. Owned by the request.
 *
 * @param asked the request
 * @param answered its response
 * @param path that was asked for
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

    @Override
    public Session session(boolean create) {
        return asked.session(create);
    }

    @Override
    public void changeSessionId() {
        if (asked.session(false) != null) {
            asked.changeSessionId();
        }
    }

    @Override
    public SavedRequest save() throws IOException {
        return asked.save(path);
    }

    @Override
    public boolean asksFor(SavedRequest saved) {
        return asked.asksFor(saved);
    }

    @Override
    public void replay(SavedRequest saved) {
        asked.replay(saved);
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
