package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An application on Spring Boot 4, packed as a plain WAR, dropped into a running server. */
@ParameterizedClass
@EnumSource(
        value = Wire.class,
        names = {"BIO", "NIO", "NIO2"})
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SpringBootApplicationTest {
    private static final String JSON = "application/json";
    private static final String KAFKA =
            "{\"isbn\":\"0001\",\"title\":\"Die Verwandlung\",\"year\":1915}";

    @TempDir private static Path temp;
    private static DroppedWar app;

    @Parameter Wire wire;

    @BeforeParameterizedClassInvocation
    static void drop(Wire wire) throws Exception {
        app = new DroppedWar(wire, temp.resolve(wire.name()), "spring-boot/target/library.war");
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        app.close();
    }

    // ---- Spring MVC

    @Test
    void aPathVariableSelectsTheBook() throws Exception {
        RawResponse response = app.get("/books/0001");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Content-Type")).isEqualTo(JSON);
        assertThat(response.text()).isEqualTo(KAFKA);
    }

    @Test
    void parametersSelectBooks() throws Exception {
        assertThat(app.get("/books?title=Verw&since=1900").text()).isEqualTo("[" + KAFKA + "]");
        assertThat(app.get("/books?title=%C3%B3sma%20ksi%C4%99ga").utf8())
                .isEqualTo(
                        "[{\"isbn\":\"0002\",\"title\":\"Pan Tadeusz – ósma księga\","
                                + "\"year\":1834}]");
    }

    @Test
    void aParameterOfTheWrongTypeIsRefused() throws Exception {
        RawResponse response = app.get("/books?since=x", "Accept: application/json");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.field("Content-Type")).isEqualTo(JSON);
        assertThat(response.text()).contains("\"path\":\"/library/books\"", "\"status\":400");
    }

    @Test
    void jsonIsReadAndWritten() throws Exception {
        String book = "{\"isbn\":\"0003\",\"title\":\"Der Zauberberg\",\"year\":1924}";
        RawResponse response = app.post("/books", JSON, book);
        assertThat(response.status()).isEqualTo(201);
        assertThat(response.field("Location")).isEqualTo("http://localhost/library/books/0003");
        assertThat(response.text()).isEqualTo(book);
        assertThat(app.get("/books/0003").text()).isEqualTo(book);

        RawResponse gone = app.exchange(ServerUnderTest.request("DELETE", "/library/books/0003"));
        assertThat(gone.status()).isEqualTo(204);
        assertThat(app.get("/books/0003").status()).isEqualTo(404);
    }

    @Test
    void whatIsNotValidIsRefused() throws Exception {
        RawResponse response =
                app.post("/books", JSON, "{\"isbn\":\"x\",\"title\":\"\",\"year\":1000}");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.text()).contains("\"error\":\"Bad Request\"", "/library/books");
    }

    @Test
    void whatIsNoJsonIsRefused() throws Exception {
        assertThat(app.post("/books", JSON, "{").status()).isEqualTo(400);
        assertThat(app.post("/books", "text/plain", "{}").status()).isEqualTo(415);
    }

    // ---- errors

    @Test
    void anExceptionIsAnsweredByTheErrorPage() throws Exception {
        RawResponse response = app.get("/books/lost", "Accept: application/json");
        assertThat(response.status()).isEqualTo(500);
        assertThat(response.field("Content-Type")).isEqualTo(JSON);
        assertThat(response.text())
                .contains("\"status\":500", "\"path\":\"/library/books/lost\"")
                .contains("\"message\":\"nobody finds it\"");
    }

    @Test
    void aBrowserGetsTheErrorPageInHtml() throws Exception {
        RawResponse response = app.get("/nothing/here", "Accept: text/html");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.field("Content-Type")).isEqualTo("text/html;charset=UTF-8");
        assertThat(response.text()).contains("Whitelabel Error Page");
    }

    // ---- static resources

    @Test
    void theWelcomePageIsShown() throws Exception {
        RawResponse response = app.get("/");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Content-Type")).startsWith("text/html");
        assertThat(response.text()).isEqualTo("<!DOCTYPE html>\n<title>Library</title>\n");
    }

    @Test
    void theRootWithoutSlashIsRedirected() throws Exception {
        RawResponse response = app.exchange(ServerUnderTest.request("GET", "/library"));
        assertThat(response.status()).isEqualTo(302);
        assertThat(response.field("Location")).isEqualTo("/library/");
    }

    @Test
    void aFileOfTheClassPathIsSentOnce() throws Exception {
        RawResponse response = app.get("/library.css");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.field("Content-Type")).isEqualTo("text/css");
        assertThat(response.field("Content-Length")).isEqualTo("19");
        assertThat(response.text()).isEqualTo("body { margin: 0 }\n");
        String modified = response.field("Last-Modified");
        assertThat(app.get("/library.css", "If-Modified-Since: " + modified).status())
                .isEqualTo(304);
    }

    @Test
    void aRangeOfAFileIsSent() throws Exception {
        RawResponse response = app.get("/library.css", "Range: bytes=0-3");
        assertThat(response.status()).isEqualTo(206);
        assertThat(response.field("Content-Range")).isEqualTo("bytes 0-3/19");
        assertThat(response.text()).isEqualTo("body");
    }

    // ---- multipart

    private static String upload(int size) {
        return "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nblue\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"cover\"; filename=\"a.png\"\r\n"
                + "Content-Type: image/png\r\n\r\n"
                + "\u0001".repeat(size)
                + "\r\n--b--\r\n";
    }

    private static RawResponse send(int size) throws Exception {
        return app.post(
                "/covers",
                "multipart/form-data; boundary=b",
                upload(size),
                "Accept: application/json");
    }

    @Test
    void aFileArrivesWithItsFields() throws Exception {
        RawResponse response = send(4096);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text())
                .contains("\"title\":\"blue\"", "\"file\":\"a.png\"")
                .contains("\"size\":4096", "\"sum\":4096");
    }

    @Test
    void aFileThatIsTooLargeIsRefused() throws Exception {
        RawResponse response = send(4097);
        assertThat(response.status()).isEqualTo(413);
        assertThat(response.text()).isEqualTo("too large");
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() throws Exception {
        assertThat(send(100_000).status()).isEqualTo(413);
    }

    // ---- asynchronous

    @Test
    void aDeferredResultIsAnswered() throws Exception {
        RawResponse response = app.get("/news/deferred");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEqualTo("deferred");
        assertThat(response.all("Open")).containsExactly("REQUEST", "ASYNC");
    }

    @Test
    void aDeferredResultThatNeverComesIsTimedOut() throws Exception {
        assertThat(app.get("/news/never").status()).isEqualTo(503);
    }

    @Test
    void aCallableIsAnswered() throws Exception {
        assertThat(app.get("/news/called").text()).isEqualTo("called");
    }

    @Test
    void aCallableThatThrowsIsAnsweredByTheErrorPage() throws Exception {
        RawResponse response = app.get("/news/broken", "Accept: application/json");
        assertThat(response.status()).isEqualTo(500);
        assertThat(response.text()).contains("\"message\":\"no news\"");
    }

    @Test
    void aStreamArrivesWhole() throws Exception {
        RawResponse response = app.get("/news/streamed?lines=3");
        assertThat(response.field("Transfer-Encoding")).isEqualTo("chunked");
        assertThat(response.text()).isEqualTo("line 0\nline 1\nline 2\n");
    }

    @Test
    void eventsArrive() throws Exception {
        RawResponse response = app.get("/news/events?count=2", "Accept: text/event-stream");
        assertThat(response.field("Content-Type")).isEqualTo("text/event-stream");
        assertThat(response.text())
                .isEqualTo(
                        "id:0\ndata:{\"isbn\":\"0001\",\"title\":\"no. 0\",\"year\":1900}\n\n"
                                + "id:1\ndata:{\"isbn\":\"0001\",\"title\":\"no. 1\",\"year\":1900}"
                                + "\n\n");
    }

    @Test
    void aConnectionIsKeptForTheNextRequest() throws Exception {
        try (RawClient client = app.connect()) {
            for (String name :
                    new String[] {"deferred", "streamed?lines=2", "never", "called", "broken"}) {
                String target = "/library/news/" + name;
                int expected =
                        switch (name) {
                            case "never" -> 503;
                            case "broken" -> 500;
                            default -> 200;
                        };
                RawResponse response = client.exchange(ServerUnderTest.request("GET", target));
                assertThat(response.status()).as(name).isEqualTo(expected);
            }
        }
    }

    // ---- sessions, redirects, forwards, filters

    @Test
    void whatIsTakenIsInTheSession() throws Exception {
        RawResponse first = app.post("/desk", "application/x-www-form-urlencoded", "isbn=0001");
        assertThat(first.status()).isEqualTo(302);
        assertThat(first.field("Location")).isEqualTo("/library/desk");
        String cookie = first.field("Set-Cookie");
        assertThat(cookie.split("; ")).contains("Path=/library", "HttpOnly");
        String back = "Cookie: " + cookie.substring(0, cookie.indexOf(';'));
        app.post("/desk", "application/x-www-form-urlencoded", "isbn=0002", back);
        assertThat(app.get("/desk", back).text()).isEqualTo("[\"0001\",\"0002\"]");
        assertThat(app.get("/desk").text()).isEqualTo("[]");
    }

    @Test
    void aForwardStaysInside() throws Exception {
        assertThat(app.get("/first").text()).isEqualTo(KAFKA);
    }

    @Test
    void filtersOfBeansAndOfAnnotationsAreCalled() throws Exception {
        RawResponse response = app.get("/books/0001");
        assertThat(response.field("Shelf")).isEqualTo("A");
        assertThat(response.field("Open")).isEqualTo("REQUEST");
        assertThat(app.get("/logging").field("Shelf")).isNull();
    }

    @Test
    void theNameThatAProxyTellsIsUsed() throws Exception {
        RawResponse response =
                app.post(
                        "/books",
                        JSON,
                        KAFKA,
                        "X-Forwarded-Proto: https",
                        "X-Forwarded-Host: books.example.org");
        assertThat(response.field("Location"))
                .isEqualTo("https://books.example.org/library/books/0001");
    }

    @Test
    void formsAreReadAsUtf8() throws Exception {
        String body =
                new String("isbn=ö".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        RawResponse first = app.post("/desk", "application/x-www-form-urlencoded", body);
        String cookie = first.field("Set-Cookie");
        String back = "Cookie: " + cookie.substring(0, cookie.indexOf(';'));
        assertThat(app.get("/desk", back).utf8()).isEqualTo("[\"ö\"]");
    }

    // ---- all of it, by somebody who logs in

    @Test
    void aVisitFromTheClosedDoorToTheLogOut() throws Exception {
        new LibraryVisit(app).whole();
    }

    @Test
    void itLogsByItsOwnLogback() throws Exception {
        assertThat(app.get("/logging").text())
                .isEqualTo("ch.qos.logback.classic.LoggerContext true");
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void isGoneWithoutComplaintWhenItsWarIsRemoved() throws Exception {
        app.mustBeGoneAfterRemoval();
        assertThat(app.complaints()).isEmpty();
    }
}
