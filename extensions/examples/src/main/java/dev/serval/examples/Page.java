package dev.serval.examples;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;

/** The frame of an example's page. Stateless. */
final class Page {
    private Page() {}

    /** Writes a whole page; {@code body} is HTML in which everything from a client is escaped. */
    static void write(HttpServletResponse response, String title, String body) throws IOException {
        response.setContentType("text/html;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        PrintWriter out = response.getWriter();
        out.println("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
        out.println("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        out.println(
                "<title>"
                        + title
                        + "</title><link rel=\"stylesheet\" href=\"examples.css\"></head>");
        out.println("<body><main><p><a href=\"./\">Examples</a></p><h1>" + title + "</h1>");
        out.println(body);
        out.println("</main></body></html>");
    }

    /** Makes text harmless in HTML, in attributes too. */
    static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '&' -> safe.append("&amp;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.append(c);
            }
        }
        return safe.toString();
    }
}
