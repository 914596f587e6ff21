package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Which exception an error page is told of when a servlet cannot be initialised. */
@OnBioAndNio
final class Servlet61Section10_9_2InitExceptionTest {
    @Parameter ServletUnderTest server;
    @TempDir Path directory;

    @Test
    void theExceptionOfInitIsThatOfTheErrorPage() throws Exception {
        Files.createDirectories(directory.resolve("WEB-INF"));
        Files.writeString(
                directory.resolve("WEB-INF/web.xml"),
                "<web-app version='6.1' metadata-complete='true'><error-page><exception-type>"
                        + "jakarta.servlet.ServletException</exception-type><location>/page"
                        + "</location></error-page></web-app>");
        HttpServlet failing =
                new HttpServlet() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public void init() throws ServletException {
                        throw new ServletException("in init");
                    }
                };
        try (RegisteringServer app =
                RegisteringServer.start(
                        server,
                        directory,
                        a -> {
                            a.context().addServlet("s", failing).addMapping("/s");
                            a.servlet(
                                    "page",
                                    (q, r) ->
                                            r.getWriter()
                                                    .print(
                                                            q.getAttribute(
                                                                    RequestDispatcher
                                                                            .ERROR_EXCEPTION)),
                                    "/page");
                        })) {
            RawResponse answer = app.get("/s");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).isEqualTo("jakarta.servlet.ServletException: in init");
        }
    }
}
