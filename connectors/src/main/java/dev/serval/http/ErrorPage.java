package dev.serval.http;

/**
 * The short page that a connector answers with when it refuses a request. Stateless. It shows the
 * code, which {@code webapps/docs/codes.html} explains to whoever runs the server, but no link
 * there: no address tells the world which server this is, as no {@code Server} field does by
 * default.
 */
public final class ErrorPage {
    private static final String BEGIN =
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                    + "<meta name=\"viewport\" content=\"width=device-width\">"
                    // Light or dark as the reader's system is, also where a policy of the
                    // application (CSP) forbids the style.
                    + "<meta name=\"color-scheme\" content=\"light dark\">"
                    + "<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;"
                    + "margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}</style><title>";

    private ErrorPage() {}

    /**
     * The beginning of a page of the server's own, up to its heading; light or dark as the reader's
     * system is. Nothing is loaded or run.
     *
     * @param title is not escaped
     */
    public static String begin(String title) {
        return BEGIN + title + "</title></head><body><h1>" + title + "</h1>";
    }

    /**
     * No version, no stack trace (CWE-209), and nothing of what the client sent, which may be no
     * path at all (CWE-79).
     */
    static String of(int status, Refusal refusal, String requestId) {
        // Another status is there to hide why.
        String why =
                status == refusal.status()
                        ? "<p>"
                                + refusal.message()
                                + "</p><p><code>"
                                + refusal.code()
                                + "</code></p>"
                        : "";
        return begin(status + " " + Status.reason(status))
                + why
                + "<p>Request <code>"
                + requestId
                + "</code></p></body></html>\n";
    }
}
