package dev.serval.http;

/** The short page that a connector answers with when it refuses a request. Stateless. */
final class ErrorPage {
    private ErrorPage() {}

    /** No version, no stack trace, nothing of what the client sent (CWE-209, CWE-79). */
    static String of(Refusal refusal, String requestId) {
        return "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>"
                + refusal.status()
                + "</title></head><body><h1>"
                + refusal.status()
                + " "
                + Status.reason(refusal.status())
                + "</h1><p>"
                + refusal.message()
                + "</p><p><code>"
                + refusal.code()
                + "</code></p><p>Request <code>"
                + requestId
                + "</code></p></body></html>\n";
    }
}
