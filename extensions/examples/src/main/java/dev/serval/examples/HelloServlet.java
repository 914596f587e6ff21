package dev.serval.examples;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Reads parameters and writes a page. */
@WebServlet("/hello")
public final class HelloServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String name = request.getParameter("name");
        String greeted = name == null || name.isBlank() ? "world" : name;
        Page.write(
                response,
                "Hello",
                "A servlet reads a parameter and writes a page.",
                "<div class=\"result\"><p class=\"big\">Hello, "
                        + Page.escape(greeted)
                        + "!</p></div><form><label>Your name <input name=\"name\""
                        + " autocomplete=\"given-name\"></label> <button>Greet</button></form>",
                HelloServlet.class);
    }
}
