package dev.serval.benchmarks.faults.application;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Says hi; {@code wait} is how many milliseconds it takes for that. Thread-safe. */
public final class HelloServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String wait = request.getParameter("wait");
        if (wait != null) {
            try {
                Thread.sleep(Long.parseLong(wait));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        response.setContentType("text/plain");
        response.getOutputStream().print("hi");
    }
}
