package dev.serval.examples;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;

/** Accepts files of up to 1 MiB and lists them; keeps nothing. */
@WebServlet("/upload")
@MultipartConfig(maxFileSize = 1024 * 1024, maxRequestSize = 4 * 1024 * 1024)
public final class UploadServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final String LEAD =
            "A file may have 1 MiB, all of them together 4 MiB. Nothing is kept.";
    private static final String FORM =
            "<form method=\"post\" enctype=\"multipart/form-data\"><label>Files <input type=\"file\""
                    + " name=\"file\" multiple required></label> <button>Upload</button></form>";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        write(response, "");
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        StringBuilder rows = new StringBuilder("<div class=\"result scroll\"><table>");
        try {
            for (Part part : request.getParts()) {
                String name = part.getSubmittedFileName();
                rows.append("<tr><th scope=\"row\">")
                        .append(Page.escape(name == null ? part.getName() : name))
                        .append("</th><td>")
                        .append(Page.escape(String.valueOf(part.getContentType())))
                        .append("</td><td>")
                        .append(part.getSize())
                        .append(" bytes</td></tr>");
            }
        } catch (IllegalStateException e) {
            response.setStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
            write(response, "<div class=\"result\"><p>That was too much.</p></div>");
            return;
        }
        write(response, rows.append("</table></div>").toString());
    }

    private static void write(HttpServletResponse response, String result) throws IOException {
        Page.write(response, "Upload", LEAD, result + FORM, UploadServlet.class);
    }
}
