package dev.serval.tests;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet of one method that answers every request method. Thread-safe if its body is. */
final class Answer extends HttpServlet {
    private static final long serialVersionUID = 1;

    /** What the servlet does. */
    interface Body {
        void answer(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException;
    }

    private final transient Body body;

    Answer(Body body) {
        this.body = body;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        body.answer(request, response);
    }
}
