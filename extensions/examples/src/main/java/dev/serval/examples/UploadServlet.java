package dev.serval.examples;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;

/** Takes files of up to 1 MiB and says what came; keeps nothing. */
@WebServlet("/upload")
@MultipartConfig(maxFileSize = 1024 * 1024, maxRequestSize = 4 * 1024 * 1024)
public final class UploadServlet extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final String FORM =
            "<form method=\"post\" enctype=\"multipart/form-data\"><input type=\"file\" name=\"file\""
                    + " multiple> <button>Upload</button></form>";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Page.write(response, "Upload", FORM);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        StringBuilder list = new StringBuilder("<ul>");
        for (Part part : request.getParts()) {
            String name = part.getSubmittedFileName();
            list.append("<li>")
                    .append(Page.escape(name == null ? part.getName() : name))
                    .append(": ")
                    .append(part.getSize())
                    .append(" bytes</li>");
        }
        Page.write(response, "Upload", list.append("</ul>").append(FORM).toString());
    }
}
