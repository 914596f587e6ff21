package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.serval.embed.Serval;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are uploaded: their parts, limits and places. */
@OnBioAndNio
final class Servlet61Section3_2FileUploadTest {
    private static final String TYPE = "multipart/form-data; boundary=B";

    private static final String BODY =
            part("form-data; name=\"text\"", "", "some text")
                    + part(
                            "form-data; name=\"file\"; filename=\"a b.txt\"",
                            "Content-Type: text/plain\r\nX-Own: 1\r\nx-own: 2\r\n",
                            "content")
                    + "--B--\r\n";

    @Parameter ServletUnderTest server;
    @TempDir Path place;

    private static String part(String disposition, String fields, String content) {
        return "--B\r\nContent-Disposition: "
                + disposition
                + "\r\n"
                + fields
                + "\r\n"
                + content
                + "\r\n";
    }

    /** POST to a servlet with that configuration that answers; what it asserts is asserted here. */
    private void upload(
            MultipartConfigElement config, String type, String body, OneServlet.Body servlet)
            throws Exception {
        assertThat(attempt(config, type, body, servlet).status()).isEqualTo(200);
    }

    /** The same where it may be refused. */
    private RawResponse attempt(
            MultipartConfigElement config, String type, String body, OneServlet.Body servlet)
            throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        OneServlet.Body asserting =
                (q, r) -> {
                    try {
                        servlet.service(q, r);
                    } catch (AssertionError e) {
                        failure.set(e);
                    }
                };
        try (Serval own =
                server.start(
                        b ->
                                b.initializer(
                                        "/app",
                                        (none, context) -> {
                                            ServletRegistration.Dynamic added =
                                                    context.addServlet(
                                                            "s", new OneServlet.Given(asserting));
                                            added.addMapping("/*");
                                            if (config != null) {
                                                added.setMultipartConfig(config);
                                            }
                                        }))) {
            RawResponse answer = server.send(own, OneServlet.post("/", type, body));
            assertThat(failure.get()).isNull();
            return answer;
        }
    }

    private void uploaded(OneServlet.Body servlet) throws Exception {
        upload(new MultipartConfigElement(place.toString()), TYPE, BODY, servlet);
    }

    private long files() throws Exception {
        try (Stream<Path> all = Files.list(place)) {
            return all.count();
        }
    }

    @Test
    void allPartsAreThereInTheirOrder() throws Exception {
        uploaded(
                (q, r) ->
                        assertThat(q.getParts())
                                .extracting(Part::getName)
                                .containsExactly("text", "file"));
    }

    @Test
    void aPartHasItsFieldsItsTypeAndItsContent() throws Exception {
        uploaded(
                (q, r) -> {
                    Part file = q.getPart("file");
                    assertThat(file.getContentType()).isEqualTo("text/plain");
                    assertThat(file.getSubmittedFileName()).isEqualTo("a b.txt");
                    assertThat(file.getSize()).isEqualTo(7);
                    assertThat(file.getInputStream().readAllBytes())
                            .asString()
                            .isEqualTo("content");
                });
    }

    @Test
    @Section("Part.getHeader")
    void theFieldsOfAPartHaveNoCase() throws Exception {
        uploaded(
                (q, r) -> {
                    Part file = q.getPart("file");
                    assertThat(file.getHeader("X-OWN")).isEqualTo("1");
                    assertThat(file.getHeaders("x-Own")).containsExactly("1", "2");
                    assertThat(file.getHeader("missing")).isNull();
                    assertThat(file.getHeaders("missing")).isEmpty();
                    assertThat(file.getHeaderNames())
                            .containsExactlyInAnyOrder(
                                    "content-disposition", "content-type", "x-own");
                });
    }

    private static void emptied(java.util.Collection<String> collection) {
        try {
            collection.clear();
        } catch (UnsupportedOperationException e) {
            // That is as good.
        }
    }

    @Test
    @Section("Part.getHeaders")
    void whoChangesTheCollectionsOfAPartChangesNothing() throws Exception {
        uploaded(
                (q, r) -> {
                    Part file = q.getPart("file");
                    emptied(file.getHeaders("x-own"));
                    emptied(file.getHeaderNames());
                    assertThat(file.getHeaders("x-own")).containsExactly("1", "2");
                    assertThat(file.getHeaderNames()).hasSize(3);
                });
    }

    @Test
    @Section("HttpServletRequest.getParts")
    void whoChangesTheCollectionOfPartsChangesNothing() throws Exception {
        uploaded(
                (q, r) -> {
                    try {
                        q.getParts().clear();
                    } catch (UnsupportedOperationException e) {
                        // That is as good.
                    }
                    assertThat(q.getParts()).hasSize(2);
                });
    }

    @Test
    void aPartWithoutAFileNameIsAParameter() throws Exception {
        uploaded(
                (q, r) -> {
                    assertThat(q.getParameter("text")).isEqualTo("some text");
                    assertThat(q.getParameterValues("text")).containsExactly("some text");
                    assertThat(q.getParameter("file")).isNull();
                    assertThat(q.getPart("text").getSubmittedFileName()).isNull();
                });
    }

    @Test
    @Section("HttpServletRequest.getPart")
    void aPartThatIsNotThereIsNull() throws Exception {
        uploaded((q, r) -> assertThat(q.getPart("missing")).isNull());
    }

    @Test
    @Section("HttpServletRequest.getParts")
    void aBodyWithoutPartsHasNone() throws Exception {
        upload(
                new MultipartConfigElement(place.toString()),
                TYPE,
                "--B--\r\n",
                (q, r) -> assertThat(q.getParts()).isEmpty());
    }

    @Test
    @Section("HttpServletRequest.getParts")
    void anotherTypeIsAServletException() throws Exception {
        upload(
                new MultipartConfigElement(place.toString()),
                "text/plain",
                "x",
                (q, r) -> {
                    assertThatThrownBy(q::getParts).isInstanceOf(ServletException.class);
                    assertThatThrownBy(() -> q.getPart("x")).isInstanceOf(ServletException.class);
                });
    }

    @Test
    void withoutAConfigurationTheBodyIsInTheStream() throws Exception {
        upload(
                null,
                TYPE,
                BODY,
                (q, r) -> {
                    assertThatThrownBy(q::getParts).isInstanceOf(IllegalStateException.class);
                    assertThat(q.getParameter("text")).isNull();
                    assertThat(q.getInputStream().readAllBytes()).asString().isEqualTo(BODY);
                });
    }

    private void tooLarge(MultipartConfigElement limits) throws Exception {
        upload(
                limits,
                TYPE,
                BODY,
                (q, r) -> {
                    assertThatThrownBy(q::getParts).isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> q.getPart("text"))
                            .isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(() -> q.getParameter("text"))
                            .isInstanceOf(IllegalStateException.class);
                });
        assertThat(attempt(limits, TYPE, BODY, (q, r) -> q.getParts()).status()).isEqualTo(413);
        assertThat(files()).isZero();
    }

    @Test
    @Section("HttpServletRequest.getParts")
    void aPartBeyondItsLimitIsIllegal() throws Exception {
        tooLarge(new MultipartConfigElement(place.toString(), 8, -1, 0));
    }

    @Test
    @Section("HttpServletRequest.getParts")
    void aBodyBeyondItsLimitIsIllegal() throws Exception {
        tooLarge(new MultipartConfigElement(place.toString(), -1, BODY.length() - 1, 0));
    }

    @Test
    @Section("8.1.5")
    void aLimitIsInclusive() throws Exception {
        upload(
                new MultipartConfigElement(place.toString(), 9, BODY.length(), 0),
                TYPE,
                BODY,
                (q, r) -> assertThat(q.getParts()).hasSize(2));
    }

    @Test
    @Section("8.1.5")
    void aPartAboveTheThresholdIsAFileUntilTheRequestIsOver() throws Exception {
        AtomicReference<Long> during = new AtomicReference<>();
        upload(
                new MultipartConfigElement(place.toString(), -1, -1, 8),
                TYPE,
                BODY,
                (q, r) -> {
                    q.getParts();
                    try {
                        during.set(files());
                    } catch (Exception e) {
                        throw new ServletException(e);
                    }
                });
        assertThat(during.get()).isEqualTo(1);
        assertThat(files()).isZero();
    }

    @Test
    @Section("Part.write")
    void aPartIsWrittenBelowTheLocation() throws Exception {
        uploaded((q, r) -> q.getPart("file").write("kept.txt"));
        assertThat(place.resolve("kept.txt")).hasContent("content");
    }

    @Test
    @Section("Part.write")
    void aPartIsWrittenToAnAbsolutePathAsItIs(@TempDir Path other) throws Exception {
        Path target = other.resolve("kept.txt");
        uploaded((q, r) -> q.getPart("file").write(target.toString()));
        assertThat(target).hasContent("content");
    }

    /** In memory and in a file: the content is gone, and that is what the application hears. */
    @ParameterizedTest
    @Section("Part.delete")
    @ValueSource(ints = {0, 100_000})
    void aDeletedPartHasNoContent(int threshold) throws Exception {
        upload(
                new MultipartConfigElement(place.toString(), -1, -1, threshold),
                TYPE,
                BODY,
                (q, r) -> {
                    Part part = q.getPart("file");
                    part.delete();
                    part.delete();
                    assertThatThrownBy(() -> part.write("kept"))
                            .isInstanceOf(IOException.class)
                            .hasMessage("the part file was deleted");
                    assertThatThrownBy(part::getInputStream)
                            .isInstanceOf(IOException.class)
                            .hasMessage("the part file was deleted");
                });
        assertThat(files()).isZero();
    }

    @Test
    @Section("Part.delete")
    void aPartThatIsDeletedTakesItsFileWithIt() throws Exception {
        uploaded(
                (q, r) -> {
                    try {
                        q.getParts();
                        assertThat(files()).isEqualTo(2);
                        for (Part part : q.getParts()) {
                            part.delete();
                        }
                        assertThat(files()).isZero();
                    } catch (Exception e) {
                        throw new ServletException(e);
                    }
                });
    }

    @Test
    void theTypeOfAPartMayNameTheCharsetOfItsParameter() throws Exception {
        String body =
                part(
                                "form-data; name=\"a\"",
                                "Content-Type: text/plain;charset=ISO-8859-1\r\n",
                                "\u00e4")
                        + "--B--\r\n";
        upload(
                new MultipartConfigElement(place.toString()),
                TYPE,
                body,
                (q, r) -> assertThat(q.getParameter("a")).isEqualTo("\u00e4"));
    }

    @Test
    @Section("3.1")
    void parametersOfTheQueryComeBeforeThoseOfTheParts() throws Exception {
        AtomicReference<List<String>> values = new AtomicReference<>();
        try (Serval own =
                server.start(
                        b ->
                                b.initializer(
                                        "/app",
                                        (none, context) -> {
                                            ServletRegistration.Dynamic added =
                                                    context.addServlet(
                                                            "s",
                                                            new OneServlet.Given(
                                                                    (q, r) -> values.set(of(q))));
                                            added.addMapping("/*");
                                            added.setMultipartConfig(
                                                    new MultipartConfigElement(""));
                                        }))) {
            assertThat(server.send(own, OneServlet.post("/?text=first", TYPE, BODY)).status())
                    .isEqualTo(200);
        }
        assertThat(values.get()).containsExactly("first", "some text");
    }

    private static List<String> of(HttpServletRequest request) {
        return List.of(request.getParameterValues("text"));
    }
}
