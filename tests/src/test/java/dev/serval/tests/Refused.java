package dev.serval.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.serval.http.Refusal;
import dev.serval.http.Status;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** What every refusal by a connector has in common, asserted to the last byte. Stateless. */
final class Refused {
    private Refused() {}

    /** Sends the input; it is answered with exactly that refusal's page, and the stream ends. */
    static void by(ServerUnderTest server, String input, Refusal... expected) throws IOException {
        try (RawClient client = server.connect()) {
            client.send(input);
            assertRefusal(client.response(), expected);
            client.assertClosed();
        }
    }

    /** The response is exactly the page of one of the refusals, and announces the end. */
    static void assertRefusal(RawResponse response, Refusal... expected) {
        assertRefusalPage(response, expected);
        assertThat(response.field("Connection")).isEqualTo("close");
    }

    /** The response is exactly the page of one of the refusals. */
    static void assertRefusalPage(RawResponse response, Refusal... expected) {
        List<String> pages = Stream.of(expected).map(Refused::page).toList();
        String id = response.field("X-Request-Id");
        assertThat(id).as(response.statusLine()).matches("[0-9a-z]+-[0-9a-z]+");
        String page = response.text().replace("<p>Request <code>" + id + "</code></p>", "");
        assertThat(page).as(response.statusLine()).isIn(pages).isNotEqualTo(response.text());
        Refusal refusal = expected[pages.indexOf(page)];
        assertThat(response.statusLine())
                .isEqualTo("HTTP/1.1 " + refusal.status() + " " + Status.reason(refusal.status()));
        assertThat(response.field("Content-Type")).isEqualTo("text/html;charset=utf-8");
        assertThat(response.field("Server")).isNull();
    }

    private static String page(Refusal refusal) {
        String title = refusal.status() + " " + Status.reason(refusal.status());
        return "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width\">"
                + "<meta name=\"color-scheme\" content=\"light dark\">"
                + "<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;"
                + "margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}</style><title>"
                + title
                + "</title></head><body><h1>"
                + title
                + "</h1><p>"
                + refusal.message()
                + "</p><p><code>"
                + refusal.code()
                + "</code></p></body></html>\n";
    }
}
