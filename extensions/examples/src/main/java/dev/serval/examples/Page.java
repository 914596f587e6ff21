package dev.serval.examples;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;

/** The frame of an example's page, and the escaping for JSP pages. Stateless. */
public final class Page {
    private Page() {}

    /**
     * Writes a whole page.
     *
     * @param lead what the example shows
     * @param body HTML in which everything from a client is escaped
     * @param source the class with the source
     */
    static void write(
            HttpServletResponse response, String title, String lead, String body, Class<?> source)
            throws IOException {
        response.setContentType("text/html;charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        PrintWriter out = response.getWriter();
        out.println("<!doctype html>");
        out.println("<html lang=\"en\">");
        out.println("<head>");
        out.println("  <meta charset=\"utf-8\">");
        out.println("  <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        out.println("  <meta name=\"color-scheme\" content=\"light dark\">");
        out.println("  <title>" + title + " · Serval</title>");
        out.println("  <link rel=\"icon\" href=\"favicon.svg\" type=\"image/svg+xml\">");
        out.println("  <link rel=\"stylesheet\" href=\"examples.css\">");
        out.println("</head>");
        out.println("<body>");
        out.println("  <header>");
        out.println(
                "    <a class=\"brand\" href=\"./\"><img src=\"logo.svg\" alt=\"\" width=\"36\""
                        + " height=\"36\">Serval <small>Examples</small></a>");
        out.println("  </header>");
        out.println("  <main>");
        out.println("    <h1>" + title + "</h1>");
        out.println("    <p class=\"lead\">" + lead + "</p>");
        out.println(body);
        out.println(
                "    <p class=\"source\">Source: <code>"
                        + source.getSimpleName()
                        + ".java</code></p>");
        out.println("  </main>");
        out.println("</body>");
        out.println("</html>");
    }

    /** Makes text harmless in HTML, in attributes too. */
    public static String escape(String text) {
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
