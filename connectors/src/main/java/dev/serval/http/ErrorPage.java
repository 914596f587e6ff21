package dev.serval.http;

/**
 * The short page that a connector answers with when it refuses a request. Stateless. It shows the
 * code, which {@code webapps/docs/codes.html} explains to operators, but no link to that page: by
 * default nothing in a response tells which server this is.
 */
public final class ErrorPage {
    private static final String BEGIN =
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                    + "<meta name=\"viewport\" content=\"width=device-width\">"
                    // Light or dark like the reader's system, even if a policy of the application
                    // (CSP) forbids the style.
                    + "<meta name=\"color-scheme\" content=\"light dark\">"
                    + "<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;"
                    + "margin:4rem auto;padding:0 1rem;overflow-wrap:anywhere}</style><title>";

    private ErrorPage() {}

    /**
     * The beginning of a page of the server, up to its heading; light or dark like the reader's
     * system. Nothing is loaded or run.
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
        // Another status is meant to hide the reason.
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
