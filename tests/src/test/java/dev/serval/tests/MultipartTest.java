package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Servlet 6.1 §3.2 and RFC 7578, within limits (rule 10). */
@ParameterizedClass
@EnumSource(Wire.class)
final class MultipartTest {
    @Parameter Wire wire;

    /** Lists parts, or parameters when asked for them. */
    @MultipartConfig(maxFileSize = 1000, maxRequestSize = 20_000, fileSizeThreshold = 100)
    static final class Upload extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.setCharacterEncoding("UTF-8");
            if (request.getRequestURI().endsWith("/parameters")) {
                response.getWriter().print(request.getParameter("a"));
                response.getWriter().print(request.getParameter("file"));
                return;
            }
            for (Part part : request.getParts()) {
                byte[] content = part.getInputStream().readAllBytes();
                response.getWriter()
                        .print(
                                part.getName()
                                        + "|"
                                        + part.getSubmittedFileName()
                                        + "|"
                                        + part.getContentType()
                                        + "|"
                                        + part.getSize()
                                        + "|"
                                        + new String(content, StandardCharsets.UTF_8)
                                        + ";");
            }
        }
    }

    private static String part(String disposition, String content) {
        return "--b\r\nContent-Disposition: form-data; "
                + disposition
                + "\r\n\r\n"
                + content
                + "\r\n";
    }

    private RawResponse upload(String path, String body) throws IOException {
        try (OneServlet server = OneServlet.start(wire, new Upload())) {
            return server.exchange(OneServlet.post(path, "multipart/form-data; boundary=b", body));
        }
    }

    @Test
    void partsArriveInTheirOrder() throws Exception {
        String body = part("name=\"a\"", "1") + part("name=\"f\"; filename=\"x.txt\"", "two");
        assertThat(upload("/", body + "--b--\r\n").text())
                .isEqualTo("a|null|null|1|1;f|x.txt|null|3|two;");
    }

    @Test
    void contentMayLookLikeABoundary() throws Exception {
        String content = "\r\n--\r\n--bX".repeat(3) + "\r\n-";
        assertThat(upload("/", part("name=a", "--" + content) + "--b--").status()).isEqualTo(400);
        String harmless = "\r\n--\r\n--aX\r\r\n-\r\n--";
        assertThat(upload("/", part("name=a", harmless) + "--b--").text())
                .contains("|" + harmless.length() + "|" + harmless + ";");
    }

    @Test
    void aLargePartGoesThroughAFileThatIsRemoved() throws Exception {
        String content = "0123456789".repeat(90);
        assertThat(upload("/", part("name=a", content) + "--b--").text())
                .isEqualTo("a|null|null|900|" + content + ";");
        // Other tests, in other processes too, make such files for a moment.
        Waiting.until("it is removed", () -> parts().isEmpty());
    }

    private static List<Path> parts() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(f -> f.getFileName().toString().startsWith("serval-part-"))
                    .toList();
        }
    }

    @Test
    void fieldsOfTheFormAreParameters() throws Exception {
        String body = part("name=a", "\u00c3\u00a4") + part("name=file; filename=f", "x");
        assertThat(upload("/parameters", body + "--b--").utf8()).isEqualTo("\u00e4null");
    }

    @Test
    void aPartBeyondItsLimitIs413() throws Exception {
        RawResponse answer = upload("/", part("name=a", "x".repeat(1001)) + "--b--");
        assertThat(answer.status()).isEqualTo(413);
        // Frameworks tell this failure from others by "exceeds" and "size".
        assertThat(answer.text()).contains("exceeds its maximum size of 1000 bytes");
    }

    @Test
    void aBodyBeyondItsLimitIs413() throws Exception {
        String body = part("name=a", "x".repeat(900)).repeat(25);
        RawResponse answer = upload("/", body + "--b--");
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.text()).contains("exceeds its maximum size of 20000 bytes");
    }

    @Test
    void moreThanFiftyPartsAre413() throws Exception {
        String body = part("name=a", "").repeat(51);
        assertThat(upload("/", body + "--b--").status()).isEqualTo(413);
        String most = part("name=a", "").repeat(50);
        assertThat(upload("/", most + "--b--").status()).isEqualTo(200);
    }

    @Test
    void fieldsOfAPartBeyond512BytesAre413() throws Exception {
        String body = "--b\r\nContent-Disposition: form-data; name=a\r\nX: " + "y".repeat(500);
        assertThat(upload("/", body + "\r\n\r\n\r\n--b--").status()).isEqualTo(413);
    }

    @Test
    void aMissingLastBoundaryIs400() throws Exception {
        assertThat(upload("/", part("name=a", "1")).status()).isEqualTo(400);
        assertThat(upload("/", "--b\r\nContent-Dispo").status()).isEqualTo(400);
        assertThat(upload("/", "").status()).isEqualTo(400);
    }

    @Test
    void aPartWithoutNameIs400() throws Exception {
        assertThat(upload("/", part("filename=x", "1") + "--b--").status()).isEqualTo(400);
        assertThat(upload("/", "--b\r\n\r\n1\r\n--b--").status()).isEqualTo(400);
    }

    @Test
    void malformedFieldsAre400() throws Exception {
        for (String field : new String[] {"no colon", " x: y", "x : y", ": y", "a\u0000b: c"}) {
            String body = "--b\r\n" + field + "\r\n\r\n1\r\n--b--";
            assertThat(upload("/", body).status()).as(field).isEqualTo(400);
        }
    }

    @Test
    void aBadBoundaryIs400() throws Exception {
        try (OneServlet server = OneServlet.start(wire, new Upload())) {
            for (String boundary :
                    new String[] {"", "; boundary=", "; boundary=" + "b".repeat(71)}) {
                String request =
                        OneServlet.post("/", "multipart/form-data" + boundary, "--b--\r\n");
                assertThat(server.exchange(request).status()).as(boundary).isEqualTo(400);
            }
        }
    }

    @Test
    void aBodyThatIsNoMultipartIsRefused() throws Exception {
        try (OneServlet server = OneServlet.start(wire, new Upload())) {
            assertThat(server.exchange(OneServlet.post("/", "text/plain", "x")).status())
                    .isEqualTo(500);
        }
    }

    @Test
    void aServletWithoutConfigurationTakesNone() throws Exception {
        try (OneServlet server =
                OneServlet.start(wire, (request, response) -> request.getParts())) {
            String body = part("name=a", "1") + "--b--";
            String request = OneServlet.post("/", "multipart/form-data; boundary=b", body);
            assertThat(server.exchange(request).status()).isEqualTo(500);
        }
    }
}
