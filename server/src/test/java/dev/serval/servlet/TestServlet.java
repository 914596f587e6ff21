package dev.serval.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet from a lambda. */
public final class TestServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    /** What it does. */
    @FunctionalInterface
    public interface Body {
        void service(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException;
    }

    private final transient Body body;

    private TestServlet(Body body) {
        this.body = body;
    }

    public static TestServlet of(Body body) {
        return new TestServlet(body);
    }

    /** Answers with a text. */
    public static TestServlet says(String text) {
        return of((request, response) -> response.getOutputStream().print(text));
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        body.service(request, response);
    }
}
