package dev.serval.tests;

import dev.serval.embed.Serval;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

public final class Hello extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentType("text/plain;charset=utf-8");
        response.getWriter().print("Hello" + request.getPathInfo());
    }

    public static void main(String[] args) throws Exception {
        try (Serval server =
                        Serval.onPort(0)
                                .directory("/docs", Path.of("webapps/docs"))
                                .servlet("/app", "/hello/*", new Hello())
                                .start();
                InputStream answer = server.uri().resolve("/app/hello/you").toURL().openStream()) {
            System.out.println(new String(answer.readAllBytes())); // Hello/you
        }
    }
}
